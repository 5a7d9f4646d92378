import FireflyCore
import FireflyForeign
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
    let start = String(decoding: data.prefix(1_024), as: UTF8.self)
    let text = Charset.decode(Array(data), Charset.named(in: start, after: "encoding="))
    let reader = Reader()
    var markup = FeedMarkup(ForeignText.clean(text, limit: .max))
    markup.read(reader)
    guard reader.isOutline else { return nil }
    var seen: Set<String> = []
    return (reader.feeds.filter { seen.insert($0.address).inserted }, reader.unusable)
  }

  /// Returns feeds as OPML.
  static func opml(of feeds: [FeedReader.Feed]) -> String {
    func quoted(_ text: String) -> String {
      "\"" + FeedText.escaped(text).replacing("\"", with: "&quot;") + "\""
    }
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

  /// Collects the outlines with a feed.
  private final class Reader: FeedMarkupReader {
    private(set) var feeds: [FeedList.Feed] = []
    private(set) var unusable: [String] = []
    private(set) var isOutline = false

    var isFull: Bool { feeds.count > 2 * FeedList.maximum }

    func begin(_ name: String, _ attributes: [String: String]) {
      if name.lowercased() == "opml" { isOutline = true }
      guard name.lowercased() == "outline" else { return }
      let values = Dictionary(attributes.map { ($0.lowercased(), $1) }) { first, _ in first }
      // Without the address of the feed, the page may name it.
      let named = [values["xmlurl"], values["htmlurl"]].lazy.compactMap { $0?.line }.first
      guard values["xmlurl"] != nil, let named else { return }
      guard let address = FeedList.address(named) else {
        return unusable.append(ForeignText.cleanLine(named, limit: 80))
      }
      let title = [values["title"], values["text"]].lazy.compactMap { $0.flatMap(\.line) }.first
      feeds.append(.init(address: address, name: title.map { FeedText.line($0, .unknown) }))
    }

    func end() {}
    func add(_ text: String) {}
  }
}
