import Eventually
import FireflyAPI
import FireflyCore
import Foundation
import Logging
import SourceFakes
import Synchronization
import Testing

@testable import FireflySources

/// Folders of feeds: in the list, in OPML, and as rows among the feeds.
@Suite(.endsServices) struct FeedFolderTests {
  private static let text = """
    # mine
    https://a.example/

    # [Tech]
    https://b.example/ B
    # a note
    # [ Tech / More ]
    https://c.example/

    # []
    https://d.example/

    """

  private func file(_ text: String = text) throws -> MemoryFile {
    let file = MemoryFile()
    try file.storage.update { _ in Data(text.utf8) }
    return file
  }

  private func text(_ file: MemoryFile) -> String {
    String(decoding: file.storage.read() ?? Data(), as: UTF8.self)
  }

  @Test func aFeedBelongsToTheHeadingAboveIt() throws {
    #expect(
      try FeedList(file().storage).feeds == [
        .init(address: "https://a.example/"),
        .init(address: "https://b.example/", name: "B", folder: "Tech"),
        .init(address: "https://c.example/", folder: "Tech/More"),
        .init(address: "https://d.example/"),
      ])
  }

  /// A heading that is typed loses nothing without a word.
  @Test func whatATypedFolderLosesIsSaid() throws {
    let files = FeedFiles()
    let long = String(repeating: "a", count: 50)
    try files.list.storage.update { _ in
      Data("# [A/B/C/D]\n# [A/B/C/D/E]\nhttps://a.example/\n# [\(long)]\n# note [x]\n# []\n".utf8)
    }
    let short = "\(long.prefix(39))…"
    #expect(
      files.storage.takeLogins() == [
        "feeds.txt, line 2: Folders are at most 4 deep: A/B/C/D is used.",
        "feeds.txt, line 4: The names of folders have at most 40 letters: \(short) is used.",
      ])
  }

  @Test(arguments: [
    ("# [Tech]", "Tech"), ("#[Tech/More]", "Tech/More"), ("  # [ a  b ]  ", "a b"),
    ("# [a] b]", "a] b"),
    ("# [/a//b/]", "a/b"), ("# []", ""), ("# [/]", ""), ("# Tech", nil), ("[Tech]", nil),
    ("# [Tech", nil), ("# [Tech] and more", nil), ("https://a.example/ [x]", nil),
    ("# [1/2/3/4/5]", "1/2/3/4"),
  ])
  func headings(_ line: String, _ folder: String?) {
    let heading = FeedFolder.Heading(line: line)
    #expect(heading.map { $0.folder ?? "" } == folder)
  }

  @Test func aNewFeedIsPutIntoItsFolder() throws {
    let file = try file()
    let list = FeedList(file.storage)
    _ = try list.add([
      .init(address: "https://e.example/"), .init(address: "https://f.example/", folder: "Tech"),
      .init(address: "https://g.example/", folder: "New/One"),
      .init(address: "https://h.example/", folder: "Tech"),
      .init(address: "https://b.example/", folder: "New/One"),
    ])
    #expect(
      text(file) == """
        # mine
        https://a.example/
        https://e.example/

        # [Tech]
        https://b.example/ B
        # a note
        https://f.example/
        https://h.example/
        # [ Tech / More ]
        https://c.example/

        # []
        https://d.example/

        # [New/One]
        https://g.example/

        """)
  }

  @Test func intoAnEmptyListAndOneWithoutALineBreak() throws {
    let empty = MemoryFile()
    _ = try FeedList(empty.storage).add([.init(address: "https://a.example/", folder: "A")])
    #expect(text(empty) == "# [A]\nhttps://a.example/\n")
    let file = try file("https://a.example/")
    _ = try FeedList(file.storage).add([.init(address: "https://b.example/", folder: "A")])
    #expect(text(file) == "https://a.example/\n\n# [A]\nhttps://b.example/\n")
  }

  @Test func beforeTheFirstFolderIsAnEmptyLine() throws {
    let file = try file("# [A]\nhttps://a.example/\n")
    _ = try FeedList(file.storage).add([
      .init(address: "https://b.example/"), .init(address: "https://c.example/"),
    ])
    #expect(
      text(file) == "https://b.example/\nhttps://c.example/\n\n# [A]\nhttps://a.example/\n")
  }

  @Test func aFeedMovesToAnotherFolder() throws {
    let file = try file("# [A]\nhttps://a.example/ Name\nhttps://b.example/\n# [B]\n")
    let list = FeedList(file.storage)
    #expect(try list.put("https://a.example/", into: "B"))
    #expect(text(file) == "# [A]\nhttps://b.example/\n# [B]\nhttps://a.example/ Name\n")
    #expect(try list.put("https://a.example/", into: nil))
    #expect(text(file) == "https://a.example/ Name\n\n# [A]\nhttps://b.example/\n# [B]\n")
    #expect(try !list.put("https://c.example/", into: "B"))
    #expect(try list.rename("https://b.example/", to: "Bee"))
    #expect(list.feeds.last == .init(address: "https://b.example/", name: "Bee", folder: "A"))
  }

  /// Whatever is changed, taken back it leaves the file as it was written.
  @Test func aChangeThatIsTakenBackLeavesTheFileAsItWas() throws {
    let (a, b) = ("https://a.example/", "https://b.example/")
    let changes: [(FeedList) throws -> Void] = [
      { try $0.put(b, into: "New") }, { try $0.put(b, into: "Tech") },
      { try $0.put(b, into: nil) }, { try $0.put(b, into: "Tech") },
      { try $0.rename(b, to: nil) }, { try $0.rename(b, to: "B") },
      { try $0.remove(a) }, { try $0.restore(a) },
      { try $0.remove(folder: "Tech") }, { try $0.restore("[Tech]") },
      { try $0.rename(folder: "Tech", to: "Work/IT") },
      { try $0.rename(folder: "Work/IT", to: "Tech") },
    ]
    let file = try file(Self.text.replacing("\n", with: "\r\n"))
    let (list, before) = (FeedList(file.storage), text(file))
    for index in stride(from: 0, to: changes.count, by: 2) {
      try changes[index](list)
      #expect(text(file) != before, "\(index)")
      try changes[index + 1](list)
      #expect(text(file) == before, "\(index)")
    }
    // Steps are taken back in the other order.
    for index in [0, 6, 7, 1] { try changes[index](list) }
    #expect(text(file) == before)
    // A form changes several things at once, and is taken back in the same order.
    for index in [0, 4, 1, 5] { try changes[index](list) }
    #expect(text(file) == before)
    // What was written by others meanwhile stays.
    try changes[0](list)
    try file.storage.update { $0.map { $0 + Data("# theirs\n".utf8) } }
    try changes[1](list)
    #expect(text(file).contains("# theirs"))
  }

  /// An address that has failed comes back as it was written; the server is not asked, or the change would stay.
  @Test(arguments: ["", "\n\n# [Tech]"]) func aWrongAddressIsTakenBack(_ heading: String)
    async throws
  {
    let fake = try await FakeFeeds.start()
    fake.trouble("/gone", .status(404), times: .max)
    let files = FeedFiles()
    let text = "# mine\r\n\(heading)\n\(fake.address)/gone   Old\n# the end"
    try files.list.storage.update { _ in Data(text.utf8) }
    let client = try files.client()
    let rows = try await client.list(.users, { _ in }).posts
    let list =
      heading.isEmpty ? rows : try await client.list(.children(of: rows[0].id), { _ in }).posts
    var feed = try #require(list.first)
    let (former, asked) = (feed.editedWords, fake.requests.count { $0 == "/gone" })
    let words = PostText(title: fake.address + "/blog.xml", summary: "New", body: "Sea")
    for words in [words, former] {
      feed = try await client.writeProfile(
        PostForm(
          postID: feed.id, email: "", title: words.title, summary: words.summary, body: words.body))
      #expect(feed.editedWords == words)
    }
    #expect(files.text == text && fake.requests.count { $0 == "/gone" } == asked)
  }

  @Test func aFolderIsRenamedAndLeft() throws {
    let file = try file()
    let list = FeedList(file.storage)
    try list.rename(folder: "Tech", to: "Work/IT")
    #expect(list.feeds.map(\.folder) == [nil, "Work/IT", "Work/IT/More", nil])
    try list.remove(folder: "Work")
    // What is no feed stays.
    #expect(
      text(file) == """
        # mine
        https://a.example/

        # [Work/IT]
        # a note
        # []
        https://d.example/

        """)
  }

  /// One form has the address, the name and the folder; only what was changed is written.
  @Test func theFormOfAFeed() async throws {
    let fake = try await FakeFeeds.start()
    fake.trouble("/gone", .status(500), times: .max)
    let files = FeedFiles()
    let text = "\(fake.address)/blog.xml\n\n# [Tech]\n\(fake.address)/gone\n"
    try files.list.storage.update { _ in Data(text.utf8) }
    let client = try files.client()
    func change(_ post: Post, _ words: PostText) async throws -> Post {
      try await client.writeProfile(
        PostForm(
          postID: post.id, email: "", title: words.title, summary: words.summary, body: words.body))
    }
    let rows = try await client.list(.users, { _ in }).posts
    let feed = try #require(rows.first { $0.title == "Harbour notes" })
    #expect(feed.editedWords == PostText(title: fake.address + "/blog.xml"))
    var words = feed.editedWords
    words.body = "Sea"
    let moved = try await change(feed, words)
    #expect(files.feeds.contains(.init(address: words.title, name: nil, folder: "Sea")))
    _ = try await change(moved, feed.editedWords)
    #expect(files.text == text)
    // A wrong address is corrected; there must be a feed.
    let gone = try #require(
      try await client.list(.children(of: rows[0].id), { _ in }).posts.first)
    words = gone.editedWords
    words.title = fake.address + "/none"
    await #expect(throws: APIError.self) { try await change(gone, words) }
    words.title = fake.address + "/blog.xml"
    await #expect(throws: APIError.notOffered("You follow that feed already.")) {
      try await change(gone, words)
    }
    #expect(files.text == text)
    words.title = fake.address + "/atom.xml"
    let found = try await change(gone, words)
    #expect(found.title == "Knots" && found.id != gone.id)
    #expect(files.feeds.map(\.address) == ["/blog.xml", "/atom.xml"].map { fake.address + $0 })
    _ = try await change(found, gone.editedWords)
    #expect(files.text == text)
    // A folder has its name.
    #expect(rows[0].editedWords == PostText(title: "Tech"))
    let renamed = try await change(rows[0], PostText(title: "Work/Tech"))
    #expect(files.feeds.map(\.folder) == [nil, "Work/Tech"])
    await #expect(throws: APIError.self) { try await change(renamed, PostText(title: "a/b/c/d/e")) }
    try await client.delete(renamed.id)
    #expect(files.feeds.count == 1)
    #expect(try await client.restore(renamed.id).title == "Tech")
    #expect(files.feeds.count == 2)
  }

  @Test func outlinesAreFolders() throws {
    let opml = """
      <opml version="2.0"><body><outline text="Tech &amp; TCP/IP"><outline text="More">
      <outline text="One" xmlUrl="https://a.example/"/></outline>
      <outline xmlUrl="https://b.example/"/></outline><outline xmlUrl="https://c.example/"/>
      <outline xmlUrl="https://d.example/" category="/News/World,/Other"/>
      <outline xmlUrl="https://e.example/"><outline xmlUrl="https://f.example/"/></outline>
      </body></opml>
      """
    let feeds = try #require(FeedOutline.feeds(in: Data(opml.utf8)))
    #expect(
      feeds.map(\.folder) == [
        "Tech & TCP-IP/More", "Tech & TCP-IP", nil, "News/World", nil, nil,
      ])
    let files = FeedFiles()
    let reader = files.reader
    _ = try reader.follow(opml: Data(opml.utf8))
    let written = reader.opml
    #expect(FeedOutline.feeds(in: Data(written.utf8)).map(Set.init) == Set(files.feeds))
    #expect(
      written.contains(
        """
            <outline text="Tech &amp; TCP-IP">
              <outline text="More">
                <outline type="rss" text="One" xmlUrl="https://a.example/" category="/Tech &amp; TCP-IP/More"/>
              </outline>

        """))
    // All of a file in one folder.
    let other = FeedFiles()
    _ = try other.reader.follow(opml: Data(opml.utf8), folder: "Old")
    #expect(
      other.feeds.map(\.folder) == [
        "Old/Tech & TCP-IP/More", "Old/Tech & TCP-IP", "Old", "Old", "Old", "Old/News/World",
      ])
  }

  // MARK: Rows

  @Test func foldersAreRowsWithTheirFeedsBelow() async throws {
    let fake = try await FakeFeeds.start()
    fake.trouble("/none", .status(500), times: .max)
    let files = FeedFiles()
    try files.list.storage.update { _ in
      Data(
        """
        \(fake.address)/feed.json
        # [Tech]
        \(fake.address)/blog.xml
        # [Tech/More]
        \(fake.address)/atom.xml
        \(fake.address)/none Broken

        """.utf8)
    }
    let client = try files.client()
    func list(_ list: RequestedList) async throws -> [Post] {
      try await client.list(list, { _ in }).posts
    }
    let rows = try await list(.users)
    #expect(rows.map(\.title) == ["Tech", "Short notes"])
    #expect(rows.map(\.summary) == ["3 feeds · 1 failed", "1 entry"])
    #expect(rows[0].contents?.isFolder == true && rows[1].contents?.isFolder == false)
    #expect(rows[0].body == "- Harbour notes\n- Knots\n- Broken")
    let inner = try await client.children(rows[0].id, 1).posts
    #expect(inner.map(\.title) == ["More", "Harbour notes"])
    #expect(inner.map(\.parentID) == [rows[0].id, rows[0].id])
    let innermost = try await client.children(inner[0].id, 1).posts
    #expect(innermost.map(\.title) == ["Broken", "Knots"])
    let knots = innermost[1]
    // Entries and what they are in, as marks count them.
    let entry = try #require(knots.contents?.items.first)
    #expect(entry.parent == knots.id && entry.arrivedAt != nil)
    let items = rows[0].contents?.items ?? []
    #expect(items.contains { $0.id == entry.id && $0.parent == knots.id })
    #expect(items.contains { $0.id == knots.id && $0.parent == inner[0].id })
    #expect(items.contains { $0.id == inner[0].id && $0.parent == rows[0].id })
    #expect(try await client.children(knots.id, 1).posts.map(\.id) == [entry.id])
    #expect(try await client.front().first?.feedID == knots.id)
    #expect(try await client.post(rows[0].id, false).title == "Tech")
    #expect(try await client.page(rows[0].id) == nil)
    // Programs get all feeds, without folders.
    #expect(try await client.recentUsers().posts.count == 4)
    // Feeds that are named are in no folder.
    let single = try files.client("feed:\(fake.address)/blog.xml")
    let named = try await single.list(.users, { _ in }).posts
    #expect(named.map(\.title) == ["Harbour notes"])
  }

  @Test func aFeedIsFollowedInTheFolderThatOneIsIn() async throws {
    let fake = try await FakeFeeds.start()
    let files = FeedFiles()
    try files.list.storage.update { _ in
      Data("# [Tech]\n\(fake.address)/blog.xml\n# [Rest]\n".utf8)
    }
    let client = try files.client()
    let folder = try #require(try await client.list(.users, { _ in }).posts.first)
    var form = PostForm(email: "", title: fake.address + "/atom.xml", summary: "", body: "")
    (form.template, form.parentID) = (.profile, folder.id)
    let feed = try await client.create(form, "key")
    #expect(feed.title == "Knots" && feed.parentID == folder.id)
    #expect(files.feeds.map(\.folder) == ["Tech", "Tech"])
    // At the top level it is in none.
    form.title = fake.address + "/feed.json"
    form.parentID = -1
    #expect(try await client.create(form, "other").parentID == -1)
    #expect(files.feeds.map(\.folder) == [nil, "Tech", "Tech"])
    // One that is followed already leaves its folder there.
    form.title = fake.address + "/blog.xml"
    #expect(try await client.create(form, "third").parentID == -1)
    #expect(files.feeds.map(\.folder) == [nil, nil, "Tech"])
  }

  /// Feeds and folders are there before any feed has answered.
  @Test func rowsComeBeforeTheFeedsAnswer() async throws {
    let fake = try await FakeFeeds.start()
    let files = FeedFiles()
    try files.list.storage.update { _ in
      Data("\(fake.address)/atom.xml Bee\n# [Tech]\n\(fake.address)/blog.xml\n".utf8)
    }
    fake.trouble("/", .slow(600), times: .max)
    let client = try files.client()
    for list in [RequestedList.users, nil] {
      let arrived = Mutex<[String]>([])
      let folder = SourceNumbers.number(ofUser: Feeds.handle(ofFolder: "Tech"))
      let asking = Task {
        try await client.list(list ?? .children(of: folder)) { page in
          #expect(page.isCut)
          arrived.withLock { $0 = page.posts.map(\.title) }
        }
      }
      try #require(try await eventually { !arrived.withLock(\.isEmpty) })
      let blog = String(fake.address.dropFirst(7)) + "/blog.xml"
      #expect(arrived.withLock(\.self) == (list == nil ? [blog] : ["Tech", "Bee"]))
      asking.cancel()
      _ = await asking.result
    }
  }

  /// A file of "awesome RSS feeds" has descriptions with quotation marks that are not escaped.
  @Test func tagsInAttributesAreText() throws {
    let opml = """
      <opml version="1.0"><body><outline text="Programming">
      <outline text="Signal v. Noise" title="Signal v. Noise" description="Strong opinions. Produced by \
      <a href="https://www.basecamp.example" target="_blank" rel="noopener">Basecamp</a>. Since 1999." \
      xmlUrl="https://m.example/feed/" type="rss" />
      <outline text="a <b>bold</b> name" xmlUrl="https://b.example/"/>
      <outline text="1 <2" xmlUrl="https://c.example/"/>
      <outline text="x <y" xmlUrl="https://d.example/"/>
      <outline text="cut <a href=" xmlUrl="https://e.example/"/>
      <outline text='one <a href="/">two</a>' xmlUrl="https://f.example/"/>
      <outline text="an <img src="a.png" alt=""/> here" xmlUrl="https://g.example/"/>
      </outline></body></opml>
      """
    let feeds = try #require(FeedOutline.feeds(in: Data(opml.utf8)))
    #expect(
      feeds.map(\.address) == [
        "https://m.example/feed/", "https://b.example/", "https://c.example/",
        "https://d.example/", "https://e.example/", "https://f.example/", "https://g.example/",
      ])
    #expect(feeds.allSatisfy { $0.folder == "Programming" })
    #expect(feeds[0].name == "Signal v. Noise")
  }

  /// Files of earlier versions don't say when an entry came; it is in the entry.
  @Test func whenAnEntryCameIsKnownFromOldFilesToo() throws {
    var kept = KeptFeed("https://a.example/")
    var document = FeedDocument()
    var entry = FeedEntry(key: "a", title: "A")
    entry.date = Date(timeIntervalSince1970: 1_000)
    document.entries = [entry]
    _ = kept.receive(document, at: 2_000)
    #expect(kept.rows.first?.arrivedAt == 2_000)
    let text = String(decoding: kept.contents, as: UTF8.self)
    let old = try #require(
      KeptFeed("https://a.example/", Data(text.replacing("\t2000.0\t", with: "\t").utf8)))
    let row = try #require(old.rows.first)
    #expect(row.arrivedAt == nil && old.arrival(of: row) == 2_000)
    #expect(old.entry(row)?.title == "A")
  }
}
