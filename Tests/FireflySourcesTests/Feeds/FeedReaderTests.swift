import FireflyAPI
import FireflyCore
import Foundation
import Logging
import SourceFakes
import Synchronization
import Testing

@testable import FireflySources

/// Feeds by a service on this machine.
@Suite(.endsServices) struct FeedReaderTests {
  private typealias Files = FeedFiles

  private func reader(_ files: Files) -> FeedReader { files.reader }

  private func client(_ files: Files, _ name: String = "feed:") throws -> any PostsClient {
    try files.client(name)
  }

  @Test func anAddressOfAFeedIsTriedWithoutEncryption() async throws {
    let fake = try await FakeFeeds.start()
    let reader = reader(Files())
    let address = fake.address + "/blog.xml"
    guard case .added(let feed) = try await reader.follow("feed" + address.dropFirst(4)) else {
      Issue.record("it is not followed")
      return
    }
    #expect(feed.address == address && feed.failure == nil && feed.count > 0)
  }

  /// The texts of entries are there without a request, such as one for their comments.
  @Test func textsOfEntriesAreOnThisMachine() async throws {
    let fake = try await FakeFeeds.start()
    let files = Files()
    guard case .added = try await reader(files).follow(fake.address + "/atom.xml") else {
      Issue.record("it is not followed")
      return
    }
    let first = try await client(files).front()
    let client = try client(files)
    // As the tab of the feeds does.
    _ = try await client.recentUsers()
    let texts = await client.texts(of: first.map(\.id) + [7])
    #expect(texts.map(\.title) == first.map(\.title) && texts.map(\.body) == first.map(\.body))
  }

  /// What the card says beside the text is not in it, and an address with a label is no excerpt.
  @Test func labelsWithAnAddressAreNoExcerpt() {
    var entry = FeedEntry()
    (entry.title, entry.link, entry.commentCount) = ("A story", "http://a.example/1", 15)
    entry.text = """
      Article URL: <http://a.example/1>

      Comments URL: <http://b.example/2>

      Points: 293

      \\# Comments: 15
      """
    let node = SourceNode(entry, id: 1, name: "News")
    #expect(node.facts.opening == "Points: 293")
    let post = node.post(.init(base: ""))
    #expect(
      post.body == "<http://a.example/1>\n\nComments URL: <http://b.example/2>\n\nPoints: 293")
    // That there is nothing yet is none either.
    entry.text = "Points: 0\n\n\\# Comments: 0\n\nRecommended: 3"
    entry.commentCount = nil
    #expect(SourceNode(entry, id: 1, name: "News").facts.opening == "Recommended: 3")
    // Of more words it is read.
    entry.text = "See the whole of it here: <http://a.example/1>"
    #expect(
      SourceNode(entry, id: 1, name: "News").facts.opening?.hasPrefix("See the whole") == true)
  }

  @Test func listsEntriesFeedsAndComments() async throws {
    let fake = try await FakeFeeds.start()
    let files = Files()
    let reader = reader(files)
    for path in ["/blog.xml", "/atom.xml", "/feed.json"] {
      guard case .added = try await reader.follow(fake.address + path) else {
        Issue.record("\(path) is not followed")
        continue
      }
    }
    let client = try client(files)
    let posts = try await client.front()
    #expect(posts.map(\.title) == ["Bowline", "A lighthouse", "Which knot?", "Elsewhere", ""])
    #expect(posts[0].body == "<https://knots.example/blog/bowline>\n\nAround the *tree*.")
    #expect(posts[0].byline == "Mei" && posts[0].summary == "Knots · Around the tree.")
    #expect(posts[1].summary == "Harbour notes · 2 replies · It is new, see the plan.")
    #expect(posts[1].body.contains("[the plan](\(fake.address)/plan)"))
    #expect(posts[2].body.hasSuffix("Recording: [Which knot?](<\(fake.address)/knot.mp3>) (12 MB)"))
    #expect(
      posts[2].facts.recordings
        == [.init(title: "Which knot?", address: fake.address + "/knot.mp3")])
    #expect(posts[1].facts.replies == 2 && posts[1].facts.opening == "It is new, see the plan.")
    #expect(posts[0].facts.link == "https://knots.example/blog/bowline")
    #expect(posts[4].summary == "A note without a title." && posts[4].facts.link == nil)
    let lists = try await client.recentPosts("query", .everyone, nil, 50).posts
    #expect(lists.map(\.title) == ["the newest of each feed"])
    let newest = try await client.search(lists[0].id).map(\.id)
    #expect(newest == [0, 1, 4].map { posts[$0].id })
    let rest = try await client.recentPosts("post", .everyone, posts[1].id, 2).posts
    #expect(rest.map(\.id) == [posts[2].id, posts[3].id])

    // Comments, and the way up.
    let comments = try await client.children(posts[1].id, 1).posts
    #expect(comments.map(\.summary) == ["How bright is it?", "It blinks all night."])
    #expect(try await client.post(comments[0].id, true).ancestors?.map(\.id) == [posts[1].id])
    #expect(try await client.children(posts[2].id, 1).posts.isEmpty)

    // The feeds, and their entries.
    let feeds = try await client.recentUsers().posts
    #expect(feeds.map(\.title) == ["Harbour notes", "Knots", "Short notes"])
    #expect(feeds[0].summary == "3 entries" && feeds[0].body.contains("What happens at the quay."))
    #expect(try await client.children(feeds[0].id, 1).posts.map(\.id) == posts[1...3].map(\.id))
    #expect(try await client.profile(posts[1].authorEmail ?? "", false)?.id == feeds[0].id)

    // Pages and searches.
    #expect(try await client.page(posts[1].id) == fake.address + "/light")
    #expect(try await client.page(feeds[0].id) == fake.address + "/")
    for (words, title) in [
      ("TREE around", "Bowline"), ("harbour knot", "Which knot?"), ("\"around the\"", "Bowline"),
      ("shoe*", "Which knot?"), ("b\u{F6}wline", "Bowline"), ("tree\u{FE0F} around", "Bowline"),
    ] {
      let hit = try #require(try await client.searchWords(words).first)
      #expect(try await client.post(hit.id, false).title == title)
    }
    #expect(try await client.searchWords("nosuchword").isEmpty)
    let refusal = try #require(client.site.refusal(of: .move))
    #expect(refusal.words == "A feed is read only here.")
    await #expect(throws: APIError.refused(refusal)) {
      try await client.move(posts[0].id, nil)
    }
    // One request each, however often they were shown.
    #expect(fake.requests.sorted() == ["/atom.xml", "/blog.xml", "/comments.xml", "/feed.json"])
    #expect(fake.userAgents == ["Firefly/1.2.3"])
  }

  @Test func anEntryIsFoundByItsNumberInAnotherRun() async throws {
    let fake = try await FakeFeeds.start()
    let files = Files()
    _ = try await reader(files).follow(fake.address + "/blog.xml")
    let id = try await client(files).front()[0].id
    let other = try client(files)
    #expect(try await other.post(id, true).title == "A lighthouse")
    #expect(try await client(files).children(id, 1).posts.count == 2)
  }

  /// The title of a comment names its author, or is a part of it.
  @Test func commentsWithTitlesLoseNothing() async throws {
    let fake = try await FakeFeeds.start()
    let comments = [
      "By: Bob|Nice.", "By Eva|So so.", "Too bright|I close my eyes.", "Nice|Nice one.",
      "By the way|It blinks.",
    ]
    let items = comments.enumerated().map { index, words in
      let parts = words.split(separator: "|")
      return """
        <item><title>\(parts[0])</title><description>\(parts[1])</description>
        <pubDate>Tue, 24 Nov 2026 1\(index):00:00 GMT</pubDate></item>
        """
    }
    fake.answer(
      "/comments.xml", with: "<rss><channel>\(items.joined())</channel></rss>", type: "text/xml")
    let files = Files()
    _ = try await reader(files).follow(fake.address + "/blog.xml")
    let client = try client(files)
    let posts = try await client.children(client.front()[0].id, 1).posts
    #expect(posts.map { $0.byline ?? "" } == ["Bob", "Eva", "", "", ""])
    #expect(
      posts.map(\.body) == [
        "Nice.", "So so.", "Too bright\n\nI close my eyes.", "Nice one.",
        "By the way\n\nIt blinks.",
      ])
  }

  @Test func thePageOfAFeedIsAsGoodAsTheFeed() async throws {
    let fake = try await FakeFeeds.start()
    let files = Files()
    guard case .added(let feed) = try await reader(files).follow(fake.address) else {
      Issue.record("not followed")
      return
    }
    #expect(feed.address == fake.address + "/blog.xml" && feed.count == 3)
    #expect(FeedList(files.list.storage).feeds.map(\.address) == [feed.address])
    #expect(fake.requests == ["/", "/blog.xml"])
    // The same without following it.
    let other = Files()
    let client = try client(other, "feed:\(fake.address)")
    #expect(try await client.front().count == 3)
    #expect(FeedList(other.list.storage).feeds.isEmpty)
  }

  @Test func pagesWithoutAFeedAreNotFollowed() async throws {
    let fake = try await FakeFeeds.start()
    let files = Files()
    let reader = reader(files)
    for address in [
      fake.address + "/none", "nonsense", "ftp://e.example", fake.address + "/missing",
    ] {
      if address.hasSuffix("missing") { fake.trouble("/missing", .status(404)) }
      guard case .none(let reason) = try await reader.follow(address) else {
        Issue.record("\(address) is followed")
        continue
      }
      #expect(!reason.isEmpty)
      #expect(reason.contains("Feeds come over http") == address.hasPrefix("ftp"), "\(reason)")
    }
    #expect(reader.feeds.isEmpty)
    await #expect {
      try await client(files).front()
    } throws: {
      ($0 as? APIError)?.sentence.hasPrefix("You follow no feeds yet.") == true
    }
  }

  @Test func aFeedThatFailsIsNamedWithItsReason() async throws {
    let fake = try await FakeFeeds.start()
    let files = Files()
    fake.trouble("/blog.xml", .status(500))
    let reader = reader(files)
    guard case .added(let feed) = try await reader.follow(fake.address + "/blog.xml") else {
      Issue.record("not followed")
      return
    }
    #expect(feed.failure == "The server says: busy (500).")
    _ = try await reader.follow(fake.address + "/atom.xml")
    let client = try client(files)
    #expect(try await client.front().map(\.title) == ["Bowline"])
    let feeds = try await client.recentUsers().posts
    #expect(feeds[0].summary.hasPrefix("The server says: busy (500)."))
    // An open card shows both: it is said once.
    #expect(!feeds[0].body.contains("The server says: busy (500)."))
    #expect(feeds[1].title == "Knots")
  }

  /// How a feed's address redirects, and where it is followed afterwards.
  @Test(arguments: [
    ([301], "/blog.xml"), ([308], "/blog.xml"), ([302], "/0"), ([307], "/0"),
    ([301, 308], "/blog.xml"), ([301, 302], "/1"), ([302, 301], "/0"),
  ])
  func aFeedThatHasMovedIsFollowedThere(_ codes: [Int], _ end: String) async throws {
    let fake = try await FakeFeeds.start()
    for (index, code) in codes.enumerated() {
      let next = index + 1 < codes.count ? "/\(index + 1)" : "/blog.xml"
      fake.trouble("/\(index)", .moved(code, to: fake.address + next), times: .max)
    }
    let files = Files()
    let old = fake.address + "/0"
    // Written by hand, as it was before it moved.
    try files.list.storage.update { _ in Data("# mine\n\(old) Harbour\n".utf8) }
    let first = reader(files)
    #expect(await first.fetch().entries.count == 3)
    let feed = try #require(first.feeds.first)
    #expect(feed.address == fake.address + end && feed.name == "Harbour" && feed.count == 3)
    #expect(feed.before == (end == "/0" ? nil : old))
    let list = String(decoding: files.list.storage.read() ?? Data(), as: UTF8.self)
    #expect(list == "# mine\n\(feed.address) Harbour\n")
    // The entries are the same ones for everybody.
    let ids = try await client(files).front().map(\.id)
    #expect(ids == files.storage.entries(old).read()?.rows.map(\.id))
    #expect(await reader(files).fetch().entries.isEmpty)
  }

  @Test func whatAFeedHasMovedToMustBeAFeed() async throws {
    let fake = try await FakeFeeds.start()
    fake.trouble("/0", .moved(301, to: fake.address + "/none"), times: .max)
    let files = Files()
    _ = try FeedList(files.list.storage).add([.init(address: fake.address + "/0")])
    let reader = reader(files)
    #expect(await reader.fetch().entries.isEmpty)
    #expect(reader.feeds.map(\.address) == [fake.address + "/0"])
    #expect(reader.feeds[0].failure?.contains("no feed at this address") == true)
  }

  @Test func aMovedFeedIsFollowedOnce() async throws {
    let fake = try await FakeFeeds.start()
    fake.trouble("/0", .moved(308, to: fake.address + "/blog.xml"), times: .max)
    let files = Files()
    let reader = reader(files)
    let (old, new) = (fake.address + "/0", fake.address + "/blog.xml")
    // By its old address, from the beginning at the new one.
    guard case .added(let feed) = try await reader.follow(old) else {
      Issue.record("not followed")
      return
    }
    #expect(feed.address == new && feed.count == 3)
    guard case .known = try await self.reader(files).follow(new) else {
      Issue.record("followed twice")
      return
    }
    try FeedList(files.list.storage).move(new, to: "https://else.example/")
    _ = try FeedList(files.list.storage).add([.init(address: old), .init(address: new)])
    #expect(try FeedList(files.list.storage).move(old, to: new))
    #expect(reader.feeds.map(\.address) == ["https://else.example/", new])
  }

  @Test func theListIsATextThatMayBeEdited() throws {
    let file = MemoryFile()
    let text = "# mine\n\nhttps://a.example/feed My name\nb.example\nHTTPS://b.example\nnonsense\n"
    try file.storage.update { _ in Data(text.utf8) }
    let list = FeedList(file.storage)
    #expect(
      list.feeds == [
        .init(address: "https://a.example/feed", name: "My name"),
        .init(address: "https://b.example"),
      ])
    #expect(try list.add([.init(address: "https://c.example", name: "C")]).count == 1)
    #expect(try list.add([.init(address: "https://c.example")]).isEmpty)
    #expect(try list.rename("https://a.example/feed", to: "Other"))
    #expect(try list.remove("https://b.example"))
    #expect(try !list.remove("https://nosuch.example"))
    #expect(
      file.storage.read().map { String(decoding: $0, as: UTF8.self) }
        == "# mine\n\nhttps://a.example/feed Other\nnonsense\nhttps://c.example C\n")
  }

  @Test(arguments: [
    ("e.example/feed", "https://e.example/feed"), ("feed://e.example/a", "https://e.example/a"),
    ("feed:http://e.example/a", "http://e.example/a"),
    ("HTTP://E.example/A?b=c#d", "http://e.example/A?b=c"),
    ("localhost/feed", "http://localhost/feed"), ("127.0.0.1:8080/a", "http://127.0.0.1:8080/a"),
    ("[::1]/a?b", "http://[::1]/a?b"), ("nonsense", nil), ("", nil),
    ("http://nas/feed", "http://nas/feed"),
    ("ftp://e.example", nil),
    ("https://ada:secret@e.example/", nil), ("file:///etc/passwd", nil), ("javascript:x", nil),
  ])
  func addressesOfFeeds(_ text: String, _ address: String?) {
    #expect(FeedList.address(text) == address)
  }

  @Test(arguments: [
    ("HTTP://e.example/X", "http://e.example/X"), ("Https://e.example", "https://e.example"),
    ("MAILTO:ada@e.example", nil), ("mailto:ada@e.example", nil), ("Javascript:1", nil),
  ])
  func linksOfEntriesAreOfTheWeb(_ text: String, _ address: String?) {
    #expect(FeedText.address(text, base: nil) == address)
  }

  @Test func feedsAreFollowedRenamedAndRemoved() async throws {
    let fake = try await FakeFeeds.start()
    let files = Files()
    let client = try client(files)
    var form = PostForm(email: "", title: fake.address, summary: "Quay", body: "")
    form.template = .profile
    let feed = try await client.create(form, "key")
    #expect(feed.title == "Quay" && feed.authorEmail == "ada@localhost")
    #expect(
      FeedList(files.list.storage).feeds == [
        .init(address: fake.address + "/blog.xml", name: "Quay")
      ])
    #expect(try await client.front().first?.summary.hasPrefix("Quay · ") == true)
    form = PostForm(
      postID: feed.id, email: "", title: fake.address + "/blog.xml", summary: "Harbour", body: "")
    #expect(try await client.writeProfile(form).title == "Harbour")
    #expect(try await client.recentUsers().posts.map(\.title) == ["Harbour"])
    try await client.delete(feed.id)
    #expect(FeedList(files.list.storage).feeds.isEmpty)
    #expect(try await client.restore(feed.id).title == "Harbour")
    try await client.delete(feed.id)
    form = PostForm(email: "", title: fake.address + "/none", summary: "", body: "")
    form.template = .profile
    await #expect(
      throws: APIError.notOffered("There is no feed at this address, and the page names none.")
    ) { try await client.create(form, "other") }
  }

  @Test func listsOfOtherProgramsAreTaken() throws {
    let opml = """
      <?xml version="1.0"?><opml version="1.1"><body><outline text="News"><outline type="rss" text="a &amp; b"
      xmlUrl="https://a.example/feed?x=1&amp;y=2" htmlUrl="https://a.example"/><outline title="B" text="no" xmlurl='b.example/rss'/>
      <outline text="a folder"/><outline xmlUrl="https://a.example/feed?x=1&y=2"/><outline xmlUrl="nonsense"/>
      <outline xmlUrl="https://c.example"></outline></body></opml>
      """
    let feeds = try #require(FeedOutline.feeds(in: Data(opml.utf8)))
    #expect(
      feeds == [
        .init(address: "https://a.example/feed?x=1&y=2", name: "a & b", folder: "News"),
        .init(address: "https://b.example/rss", name: "B", folder: "News"),
        .init(address: "https://c.example", folder: "News"),
      ])
    #expect(FeedOutline.feeds(in: Data("<rss/>".utf8)) == nil)
    let files = Files()
    let reader = reader(files)
    #expect(try reader.follow(opml: Data(opml.utf8))?.added.count == 3)
    #expect(try reader.follow(opml: Data(opml.utf8))?.added.isEmpty == true)
    let again = try #require(FeedOutline.feeds(in: Data(reader.opml.utf8)))
    #expect(again.map(\.address) == feeds.map(\.address) && again[0].name == "a & b")
  }

  /// A page that names its feeds in one of these ways.
  @Test(arguments: [
    ("<link rel=\"alternate\" type=\"application/rss+xml\" href=\"/a\">", ["http://e.example/a"]),
    ("<LINK REL=ALTERNATE TYPE=application/atom+xml HREF=a>", ["http://e.example/dir/a"]),
    (
      "<base href='http://f.example/'><link rel='alternate' type='text/xml' href='a'>",
      ["http://f.example/a"]
    ),
    (
      "<link rel='alternate home' type='application/feed+json' href='//f.example/a'>",
      ["http://f.example/a"]
    ),
    (
      "<a rel='alternate' type='application/rss+xml; charset=utf-8' href='a'>feed</a>",
      ["http://e.example/dir/a"]
    ),
    (
      "<link rel='alternate' type='application/rss+xml' title='Comments' href='c'><link rel='alternate' type='application/rss+xml' href='a'>",
      ["http://e.example/dir/a", "http://e.example/dir/c"]
    ),
    ("<link rel='alternate' hreflang='de' href='/de'>", []),
    ("<link rel='stylesheet' type='text/xml' href='a'>", []),
    ("<link rel='alternate' type='application/rss+xml' href='javascript:x'>", []),
    ("<link rel='alternate' type='application/rss+xml'>", []),
    ("<!-- <link rel='alternate' type='application/rss+xml' href='a'> -->", []), ("", []),
  ])
  func feedsThatPagesName(_ html: String, _ addresses: [String]) {
    let page = PageClient.Page(
      address: "http://e.example/dir/page", contentType: "text/html",
      bytes: Array("<html><head>\(html)</head><body>x</body></html>".utf8))
    #expect(FeedDiscovery.feeds(in: page).map(\.address) == addresses)
  }
}
