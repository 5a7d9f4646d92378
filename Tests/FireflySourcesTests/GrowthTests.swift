import FireflyAPI
import FireflyCore
import Foundation
import Logging
import OddInputs
import Synchronization
import Testing

@testable import FireflySources

/// What comes from the web is read in linear time.
@Suite(.serialized) struct GrowthTests {
  @Test(arguments: feeds + others) func isLinear(_ row: GrowthRow) async throws {
    try await row.expect()
  }

  // MARK: Feeds

  private static let feeds: [GrowthRow] = [
    feed("entries of RSS", 200) { count in
      let text = String(repeating: "&lt;p&gt;Some words of an &lt;b&gt;entry&lt;/b&gt;. ", count: 8)
      let entries = (0..<count).map {
        "<item><title>x \($0)</title><guid>\($0)</guid><description>\(text)</description></item>"
      }
      return "<rss><channel>\(entries.joined())</channel></rss>"
    },
    feed("entries with XHTML", 40) { count in
      let entries = (0..<count).map { number in
        """
        <entry><id>\(number)</id><content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">\
        \(String(repeating: "<b>w</b> ", count: 100))</div></content></entry>
        """
      }
      return #"<feed xmlns="http://www.w3.org/2005/Atom">\#(entries.joined())</feed>"#
    },
    feed("elements in a text", 4_000) { count in
      """
      <feed xmlns="http://www.w3.org/2005/Atom"><entry><id>1</id><content type="xhtml">\
      \(String(repeating: "<b>w</b> ", count: count))</content></entry></feed>
      """
    },
    feed("nested elements", 90) { count in
      let empty = String(repeating: "<x/>", count: 4_000)
      return "<rss>\(String(repeating: "<channel>", count: count))\(empty)"
    },
    feed("entries that don't end", 45) { count in
      let open = String(repeating: "<item><title>", count: count)
      return "<rss><channel>\(open)\(String(repeating: "<x/>", count: 4_000))"
    },
    feed("end tags without a beginning", 90) { count in
      let open = String(repeating: "<channel>", count: count)
      return "<rss>\(open)\(String(repeating: "</nope>", count: 10_000))"
    },
    feed("attributes of an element", 10_000) { count in
      let names = (0..<count).map { "a\($0)=\"\($0)\"" }
      return "<rss><channel \(names.joined(separator: " "))><title>t</title></channel></rss>"
    },
    feed("namespaces", 3_000) { count in
      let names = (0..<count).map { "<a\($0):b xmlns:a\($0)='urn:x'>" }
      return "<rss><channel>\(names.joined())"
    },
    feed("references to characters", 20_000) { count in
      "<rss><channel><title>\(String(repeating: "&amp;&", count: count))</title></channel></rss>"
    },
    feed("entries of JSON", 900) { count in
      let items = (0..<count).map {
        #"{"id":"\#($0)","title":"t","content_html":"<p>Some <b>words</b>","tags":["a"]}"#
      }
      let version = "https://jsonfeed.org/version/1.1"
      return #"{"version":"\#(version)","items":[\#(items.joined(separator: ","))]}"#
    },
    GrowthRow(
      "entries of a service", 300,
      of: { count in
        let items = (0..<count).map {
          #"{"id":"\#($0)","title":"t &amp; u","summary":{"content":"<p>Some <b>words</b>"}}"#
        }
        return Data(#"{"items":[\#(items.joined(separator: ","))]}"#.utf8)
      }
    ) { json in
      let items = try ForeignJSON.decode(ReaderItems.self, from: json).items.elements
      #expect(items.map(\.entry).allSatisfy { $0.title == "t & u" })
    },
    GrowthRow(
      "marks of a service", 4_000, of: { count in Set((0..<count).map(String.init)) }
    ) { ids in
      var state = ReaderState()
      state.looked(ids, since: 1, at: 1)
      state.change(ids, false, at: 2)
      let batch = state.ready(limit: ids.count)
      state.tried(ids, at: 3)
      state.ended(batch, .arrived, at: 4)
      state.looked(ids, since: 3, at: 5)
      #expect(state.entries.isEmpty)
    },
    GrowthRow("list of feeds", 600, of: followed) { feeds in
      let users = feeds.rows(of: feeds.feeds)
      #expect(users.allSatisfy { $0.isFollowed })
    },
    GrowthRow("folders of feeds", 600, of: followed) { feeds in
      let inFolders = feeds.feeds.enumerated().map { index, feed in
        FeedList.Feed(address: feed.address, folder: "a/\(index)/b")
      }
      #expect(feeds.rows(in: nil, inFolders, of: inFolders.count).count == 1)
      #expect(feeds.rows(in: "a", inFolders, of: inFolders.count).count == inFolders.count)
    },
    GrowthRow(
      "lines of a list with folders", 500,
      of: { count in (0..<count).map { "# [a/\($0)]\nhttps://e.example/\($0)\n" }.joined() }
    ) { text in
      let file = MemoryFile()
      try? file.storage.update { _ in Data(text.utf8) }
      let list = FeedList(file.storage)
      let feeds = list.feeds
      _ = try? list.add(
        feeds.map { FeedList.Feed(address: $0.address + "/new", folder: $0.folder) })
      #expect(list.feeds.count == 2 * feeds.count)
    },
    GrowthRow(
      "folders in OPML", 500,
      of: { count in
        let lines = (0..<count).map {
          #"<outline text="\#($0)"><outline xmlUrl="http://e.example/\#($0)"/></outline>"#
        }
        return Data("<opml><body>\(lines.joined())</body></opml>".utf8)
      }
    ) { opml in
      let files = FeedFiles()
      _ = try? files.reader.follow(opml: opml)
      #expect(FeedOutline.feeds(in: Data(files.reader.opml.utf8))?.isEmpty == false)
    },
    GrowthRow("reads of the list of feeds", 20) { count in
      let list = CountedFile()
      let feeds = try followed(count, list)
      _ = feeds.rows(of: feeds.feeds)
      return Double(list.reads * count)
    },
    GrowthRow("entries of many feeds", 900, of: followed) { feeds in
      for _ in 0..<2 { _ = feeds.kept(isSecond: true, limit: 50) }
    },
    GrowthRow(
      "list of feeds in OPML", 700,
      of: { count in
        let lines = (0..<count).map {
          #"<outline text="a &amp;amp; b &lt;i&gt;" xmlUrl="http://e.example/\#($0)"/>"#
        }
        return Data("<opml><body>\(lines.joined())</body></opml>".utf8)
      }
    ) { #expect(FeedOutline.read($0)?.feeds.isEmpty == false) },
  ]

  private static func feed(
    _ name: String, _ count: Int, _ text: @escaping @Sendable (Int) -> String
  ) -> GrowthRow {
    GrowthRow(name, count, of: { Array(text($0).utf8) }) { bytes in
      #expect(FeedDocument(bytes, at: "http://e.example/") != nil)
    }
  }

  /// A file that counts how often it is read.
  private final class CountedFile: Sendable {
    private let file = MemoryFile()
    private let count = Mutex(0)

    var reads: Int { count.withLock { $0 } }

    var storage: SourceStorage<Data> {
      let storage = file.storage
      return SourceStorage(
        read: {
          self.count.withLock { $0 += 1 }
          return storage.read()
        }, update: storage.update)
    }
  }

  /// The reader of feeds that were received, each with two entries.
  private static func followed(_ count: Int) throws -> Feeds {
    try followed(count, CountedFile())
  }

  private static func followed(_ count: Int, _ list: CountedFile) throws -> Feeds {
    let addresses = (0..<count).map { "https://e.example/feed\($0).xml" }
    try list.storage.update { _ in Data(addresses.joined(separator: "\n").utf8) }
    var storage = FeedStorage.none
    storage.list = list.storage
    let store = FeedStore(storage, clock: { 1_000 }) { _ in fatalError("no requests") }
    for address in addresses {
      var feed = KeptFeed(address)
      var document = FeedDocument()
      document.entries = ["a", "b"].map { key in
        var entry = FeedEntry()
        (entry.key, entry.title) = (key, key)
        return entry
      }
      feed.facts.nextAt = 5_000
      _ = feed.receive(document, at: 1_000)
      store.adopt(feed)
    }
    let web = WebClient(
      server: try ServerAddress("http://127.0.0.1:9"), name: "feeds", userAgent: "Firefly/1.2.3",
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    return Feeds(web: web, addresses: nil, store: store)
  }

  // MARK: Others

  private static let others: [GrowthRow] = [
    GrowthRow(
      "article", 800,
      of: { count in
        let paragraph = "<p>Some words of a paragraph, with commas, and <i>more</i> words. "
        let links = String(repeating: "<div><a href=x>menu</a></div>", count: count)
        return "<html><body>\(links)<article>\(String(repeating: paragraph, count: count))"
      }
    ) { #expect(Article(html: $0, at: "https://e.example/") != nil) },
    GrowthRow(
      "article in nested elements", 2_000,
      of: { String(repeating: "<div>Some words, and more of them. ", count: $0) }
    ) { _ = Article(html: $0, at: "https://e.example/") },
    GrowthRow(
      "trees that are evicted", 1_500,
      of: { count in
        (SourceCache(maximum: count), (0..<2 * count).map { tree($0, by: "author \($0)") })
      }
    ) { cache, trees in
      for tree in trees { cache.insert(tree) }
      #expect(cache.node(0) == nil && cache.authors(atMost: .max).count == trees.count / 2)
    },
    GrowthRow("tree that is one chain", 10_000, of: chain) { tree in
      let cache = SourceCache()
      cache.insert(tree)
      #expect(cache.children(of: 1, willBeShown: true)?.count == 1)
    },
    GrowthRow(
      "custom emojis", 20_000,
      of: { String(repeating: ":blobcat: <a href=':x:'>12:30</a> ::", count: $0) }
    ) { #expect(!$0.namingEmojis([MastodonEmoji(shortcode: "blobcat")]).contains(":blobcat:")) },
    GrowthRow(
      "names of numbers", 40_000, of: { count in (0..<count).map { "user/\($0)" } }
    ) { _ = SourceNumbers($0).namesToSave() },
    GrowthRow(
      "posts of a program", 2_000,
      of: { count in
        let posts = (0..<count).map {
          #"{"id":"\#($0)","parent":"\#($0 / 3)","title":"t \#($0)","body":"Some words."}"#
        }
        return Data(posts.joined(separator: "\n").utf8)
      }
    ) { _ = try ProgramPosts($0) },
  ]

  private static func tree(_ id: Int, by author: String) -> SourceTree {
    var node = SourceNode(id: id)
    node.author = author
    return SourceTree(root: id, nodes: [node])
  }

  private static func chain(_ count: Int) -> SourceTree {
    let nodes = (1...count).reversed().map { id in
      var node = SourceNode(id: id)
      node.parent = id == 1 ? nil : id - 1
      return node
    }
    return SourceTree(root: 1, nodes: nodes)
  }
}
