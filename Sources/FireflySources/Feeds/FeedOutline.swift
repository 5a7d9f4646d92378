import FireflyCore
import FireflyForeign
import FireflyText
import Foundation

/// Lists of feeds as other programs have them: OPML.
public enum FeedOutline {
  /// Returns the feeds of a file, each once; nil if the file is no OPML.
  ///
  /// - Parameter data: the file.
  /// - Returns: the feeds.
  public static func feeds(in data: Data) -> [FeedList.Feed]? { read(data)?.feeds }

  /// Returns the feeds of a file, each once, and the addresses that are none; nil if the file is no OPML.
  static func read(_ data: Data) -> (feeds: [FeedList.Feed], unusable: [String])? {
    let file = OPMLFile(data, maximum: 20 * FeedList.maximum)
    guard file.isOutline else { return nil }
    var (feeds, seen, unusable): ([FeedList.Feed], Set<String>, [String]) = ([], [], [])
    for outline in file.outlines where feeds.count < 2 * FeedList.maximum {
      // Without the address of the feed, the page may name it.
      let named = [outline["xmlurl"], outline["htmlurl"]].lazy.compactMap { $0?.line }.first
      guard outline["xmlurl"] != nil, let named else { continue }
      guard let address = FeedList.address(named) else {
        unusable.append(ForeignText.cleanLine(named, limit: 80))
        continue
      }
      let title = [outline["title"], outline["text"]].lazy.compactMap { $0?.line }.first
      if seen.insert(address).inserted {
        feeds.append(.init(address: address, name: title.map { FeedText.line($0, .unknown) }))
      }
    }
    return (feeds, unusable)
  }

  static func opml(of feeds: [FeedReader.Feed]) -> String {
    func quoted(_ text: String) -> String { "\"" + MarkdownHTML.escape(text) + "\"" }
    let lines = feeds.map { feed in
      let site = feed.site.map { " htmlUrl=\(quoted($0))" } ?? ""
      let name = feed.name.isEmpty ? feed.address : feed.name
      return
        "    <outline type=\"rss\" text=\(quoted(name)) xmlUrl=\(quoted(feed.ownAddress))\(site)/>\n"
    }
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <opml version="2.0">
        <head><title>Feeds</title></head>
        <body>
      \(lines.joined())  </body>
      </opml>

      """
  }
}
