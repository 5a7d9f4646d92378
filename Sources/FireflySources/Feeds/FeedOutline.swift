import FireflyCore
import FireflyForeign
import FireflyText
import Foundation

/// Lists of feeds as other programs have them: OPML.
package enum FeedOutline {
  /// Returns the feeds of a file, each once; nil if the file is no OPML.
  package static func feeds(in data: Data) -> [FeedList.Feed]? { read(data)?.feeds }

  /// What a file has.
  struct Contents {
    /// The feeds, each once.
    var feeds: [FeedList.Feed] = []
    /// Those of them that have a name in their address.
    var logins: [NamedFeedAddress] = []
    /// The addresses that can't be requested.
    var unusable: [String] = []
    /// What the name of a folder loses, as a sentence; nil for nothing.
    var cut: String?

    /// Returns the feeds in the folders that they have below another, nil for none, and what a name loses then.
    func feeds(below outer: String?) -> (feeds: [FeedList.Feed], cut: String?) {
      guard let outer else { return (feeds, cut) }
      var (feeds, cut) = (feeds, cut)
      for index in feeds.indices {
        let name = outer + (feeds[index].folder.map { "/" + $0 } ?? "")
        cut = FeedFolder.cut(name) ?? cut
        feeds[index].folder = FeedFolder.name(name)
      }
      return (feeds, cut)
    }
  }

  /// Reads a file; nil if it is no OPML.
  static func read(_ data: Data) -> Contents? {
    let file = OPMLFile(data, maximum: 20 * FeedList.maximum)
    guard file.isOutline else { return nil }
    var (contents, seen) = (Contents(), Set<String>())
    // The names of the folders that each outline makes or is in, the outermost first.
    var folders: [[String]] = []
    for outline in file.outlines {
      let title = [outline["title"], outline["text"]].lazy.compactMap { $0?.line }.first
        .map { FeedText.line($0, .unknown) }
      var folder = outline.parent.map { folders[$0] } ?? []
      if outline["xmlurl"] == nil, let title, folder.count <= FeedFolder.maximumDepth {
        folder.append(title.replacing("/", with: "-"))
      }
      folders.append(folder)
      // Without the address of the feed, the page may name it.
      let named = [outline["xmlurl"], outline["htmlurl"]].lazy.compactMap { $0?.line }.first
      guard outline["xmlurl"] != nil, let named,
        contents.feeds.count < 2 * FeedList.maximum
      else { continue }
      let login = NamedFeedAddress(named)
      guard let address = login?.address ?? FeedList.address(named) else {
        contents.unusable.append(FeedList.withoutLogin(named).shortened(to: 80))
        continue
      }
      if let login { contents.logins.append(login) }
      guard seen.insert(address).inserted else { continue }
      // Where the address stands for the name, there is none.
      let isNamed = title.map { FeedList.address($0) != address } ?? false
      var feed = FeedList.Feed(address: address, name: isNamed ? title : nil)
      feed.folder =
        FeedFolder.name(of: folder)
        ?? outline["category"]?.split(separator: ",").lazy.compactMap {
          FeedFolder.name(String($0))
        }.first
      contents.cut = contents.cut ?? FeedFolder.cut(folder.joined(separator: "/"))
      contents.feeds.append(feed)
    }
    return contents
  }

  /// Returns feeds as OPML: a folder is an outline with feeds in it, and each feed names its folder as its category.
  static func opml(of feeds: [FeedReader.Feed]) -> String {
    var top = Folder()
    for feed in feeds {
      let parts = feed.folder?.split(separator: "/").map(String.init) ?? []
      top.add(outline(of: feed), in: parts[...])
    }
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <opml version="2.0">
        <head><title>Feeds</title></head>
        <body>
      \(top.lines(indent: "    ").joined())  </body>
      </opml>

      """
  }

  private static func quoted(_ text: String) -> String {
    "\"" + MarkdownHTML.escape(text) + "\""
  }

  private static func outline(of feed: FeedReader.Feed) -> String {
    let name = feed.name.isEmpty ? feed.address : feed.name
    let site = feed.site.map { " htmlUrl=\(quoted($0))" } ?? ""
    // A comma would end the name of a category.
    let category =
      feed.folder.map { " category=\(quoted("/" + $0.replacing(",", with: " ")))" } ?? ""
    return
      "<outline type=\"rss\" text=\(quoted(name)) xmlUrl=\(quoted(feed.ownAddress))\(site)\(category)/>\n"
  }

  /// A folder with its feeds and the folders in it, in the order of the list.
  private struct Folder {
    private var entries: [Entry] = []
    private var places: [String: Int] = [:]

    private enum Entry {
      case feed(String)
      indirect case folder(String, Folder)
    }

    mutating func add(_ feed: String, in path: ArraySlice<String>) {
      guard let name = path.first else { return entries.append(.feed(feed)) }
      let place = places[name] ?? entries.count
      if place == entries.count { entries.append(.folder(name, Folder())) }
      places[name] = place
      guard case .folder(_, var folder) = entries[place] else { return }
      // Not copied while it grows.
      entries[place] = .feed("")
      folder.add(feed, in: path.dropFirst())
      entries[place] = .folder(name, folder)
    }

    func lines(indent: String) -> [String] {
      entries.flatMap { entry -> [String] in
        switch entry {
        case .feed(let line): [indent + line]
        case .folder(let name, let folder):
          ["\(indent)<outline text=\(FeedOutline.quoted(name))>\n"]
            + folder.lines(indent: indent + "  ") + ["\(indent)</outline>\n"]
        }
      }
    }
  }
}
