import Foundation
import OwnThreads
import SourceFakes
import TerminalHarness
import Testing

/// Threads of the web, kept on the own server, from services on this machine.
@Suite(.serialized, .ownThreads, .endsServices) struct KeepTests {
  typealias Item = FakeHackerNews.Item

  private static func story(_ last: String) -> Item {
    Item(
      100, by: "grace", title: "A lighthouse", link: "https://www.example.org/light",
      [
        Item(
          101, by: "linus", text: "How <i>bright</i> is it?",
          [Item(103, by: "grace", text: "It blinks all night.", [Item(104, text: last)])]),
        Item(102, by: nil, text: nil, [Item(105, by: "ada", text: "What was here?")]),
      ])
  }

  private let page = "https://news.ycombinator.com/item?id="

  @Test func loadingIsShownUntilItIsInterrupted() async throws {
    let home = try FireflyHome()
    let fake = try await FakeHackerNews([Self.story("Nice!")])
    fake.service.trouble("/", .slow(600), times: 100)
    let terminal = try TerminalSession(
      [BuiltProgram.firefly, "keep", page + "100"],
      environment: home.environment.merging(["FIREFLY_SOURCE_HN": fake.address]) { $1 },
      directory: home.path, size: TerminalSize(columns: 60, rows: 8))
    try terminal.wait(until: "the progress", timeout: .seconds(60)) { _ in
      terminal.screenRows[0] == "loading the thread …"
    }
    terminal.signal(SIGINT)
    #expect(try terminal.waitForExit() == .signal(SIGINT))
    #expect(terminal.screenRows.joined() == "")
  }

  @Test func allPicturesOfATextAreKept() async throws {
    let home = try FireflyHome()
    let fake = try await FakeDiscourse.start()
    let pictures = ["a", "b", "c"].map { name in
      #"<img src=\"\#(fake.address)/\#(name).gif\" alt=\"cove \#(name)\" width=\"400\">"#
    }
    fake.answer(
      "/t/1.json",
      with: """
        {"id":1,"title":"A lighthouse","post_stream":{"posts":[{"id":10,"topic_id":1,"post_number":1,
        "username":"grace","cooked":"<p>\(pictures.joined(separator: " "))</p>",
        "created_at":"2025-10-09T08:53:20.000Z"}],"stream":[10]}}
        """)
    for name in ["a", "b"] {
      fake.answer("/\(name).gif", with: "GIF89a\(name)\0\u{1}\0\0\0\0;", type: "image/gif")
    }
    for _ in 0..<2 {
      let kept = try home.run(
        ["keep", "https://forum.example/t/a-lighthouse/1"],
        environment: ["FIREFLY_SOURCE_DISCOURSE": fake.address])
      #expect(kept.status == 0)
      #expect(
        kept.error.contains(
          "left out: 1 picture that could not be loaded (\(fake.address)/c.gif)\n"),
        "\(kept.error)")
    }
    let text = try home.run(["export"]).output
    for name in ["a", "b"] {
      let picture = try Regex("!\\[cove \(name)\\]\\(/uploads/[0-9a-f]{32}\\.gif\\)")
      #expect(text.contains(picture), "\(text)")
    }
    // What was not loaded keeps its address.
    #expect(text.contains("![cove c](\(fake.address)/c.gif)"), "\(text)")
    let site = home.path + "/site"
    #expect(try home.run(["export", "--html", site]).output.hasPrefix("1 post"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: site + "/pictures").count == 2)
  }

  /// A file names the pictures of its posts: they are loaded if the user says so.
  @Test func picturesOfAFileAreLoadedIfWanted() async throws {
    let home = try FireflyHome()
    let fake = try await FakeService()
    fake.answer("/a.gif", with: "GIF89aa\0\u{1}\0\0\0\0;", type: "image/gif")
    let file = """
      [{"kind":"Listing","data":{"children":[{"kind":"t3","data":{"name":"t3_a","title":"Kites",
      "selftext":"![one](\(fake.address)/a.gif) ![two](\(fake.address)/b.gif)"}}]}}]
      """
    func add(_ arguments: [String]) throws -> (lines: [Substring], text: String) {
      let result = try home.run(
        ["import", "--from", "reddit"] + arguments + ["-"], input: file,
        environment: ["FIREFLY_SOURCE_REDDIT": fake.address])
      #expect(result.status == 0)
      return (result.error.split(separator: "\n"), try home.run(["export"]).output)
    }
    var (lines, text) = try add([])
    #expect(
      lines == [
        "firefly: Pictures of the web are shown from there; --pictures copies them.",
        "firefly: 1 post", "firefly: left out: 2 pictures of the web (\(fake.address)/a.gif …)",
      ])
    #expect(fake.requests.isEmpty && text.contains("![one](\(fake.address)/a.gif)"))
    (lines, text) = try add(["--pictures"])
    #expect(
      lines == [
        "firefly: 0 posts, 1 updated, 1 picture",
        "firefly: left out: 1 picture that could not be loaded (\(fake.address)/b.gif)",
      ])
    #expect(text.contains("![one](/uploads/") && text.contains("![two](\(fake.address)/b.gif)"))
    // What was loaded stays, also if a later import does not load it.
    (lines, text) = try add([])
    #expect(lines.contains("firefly: 0 posts, 1 unchanged") && text.contains("![one](/uploads/"))
    let note = try home.run(["import", "--from", "markdown", "--pictures", "-"], input: "# a")
    #expect(note.status == 64 && note.error.contains("--pictures is for files of services"))
    let mail = try home.run(["import", "--pictures", "-"], input: "From: a\nSubject: b\n\nc")
    #expect(mail.status == 1 && mail.error.contains("--pictures is for files of services"))
  }

  /// Posts of a forum have numbers only: what is kept by a key knows its page.
  @Test func aKeptTopicKnowsItsPage() async throws {
    let home = try FireflyHome()
    let fake = try await FakeDiscourse.start()
    let source = try FireflySession.start(
      ["https://forum.example/t/a-lighthouse/1"], home: home,
      environment: ["FIREFLY_SOURCE_DISCOURSE": fake.address])
    try source.terminal.wait(for: "It blinks all night.")
    try source.terminal.send("K")
    try source.terminal.wait(for: "on your own server: 4 posts")
    let id = try #require(source.terminal.screenText.firstMatch(of: /is post (\d+) on/)?.1)
    #expect(try source.quit() == .code(0))
    let own = try FireflySession.start(["--post", String(id)], home: home)
    try own.terminal.wait(for: "bright is it?")
    try own.terminal.send("Y")
    try own.terminal.wait(for: "Copied https://forum.example/p/11.")
    // The topic stands above its replies.
    try own.terminal.send("v")
    try own.terminal.wait(for: "v cards")
    try own.terminal.send("<home>Y")
    try own.terminal.wait(for: "Copied https://forum.example/t/1.")
    #expect(try own.quit() == .code(0))
  }

  @Test func aThreadIsKeptOnceAndUpdated() async throws {
    let home = try FireflyHome()
    let fake = try await FakeHackerNews([Self.story("Nice!")])
    let environment = ["FIREFLY_SOURCE_HN": fake.address]
    // From a reply on, the whole thread.
    let first = try home.run(["keep", page + "103"], environment: environment)
    #expect(first.status == 0)
    let id = try #require(first.lines.first)
    #expect(
      first.error == """
        firefly: 6 posts, 1 deleted
        firefly: “A lighthouse” is post \(id): one row in the list of threads (key a).

        """)
    let tree = try home.run(["posts", "--parent", id, "--tree"]).output
    #expect(tree.contains("\t    \tNice!\t"))
    #expect(tree.contains("\tdeleted\t"))

    // A change there.
    let later = try await FakeHackerNews([Self.story("Nicer!")])
    let second = try home.run(
      ["keep", page + "100"], environment: ["FIREFLY_SOURCE_HN": later.address])
    #expect(second.error == "firefly: 0 posts, 1 updated, 1 deleted\n")
    #expect(second.lines == [id])
    let after = try home.run(["posts", "--parent", id, "--tree"]).output
    #expect(after.contains("Nicer!") && !after.contains("Nice!"))

    // The file of the same thread is the same thread.
    let json = try home.run(
      ["import", "--from", "hn", "-"],
      input:
        #"{"id":100,"title":"A lighthouse","author":"grace","children":[{"id":106,"author":"x","text":"new"}]}"#
    )
    #expect(json.lines == [id])
    #expect(json.error.hasPrefix("firefly: 1 post, 1 updated"))
  }

  @Test func postsOfALaterKeepAreUnread() async throws {
    let home = try FireflyHome()
    #expect(try home.run(["posts", "--unread"]).lines == [])
    let fake = try await FakeHackerNews([Self.story("Nice!")])
    let kept = try home.run(
      ["keep", page + "100"], environment: ["FIREFLY_SOURCE_HN": fake.address])
    #expect(kept.lines.count == 1)
    #expect(try home.run(["posts", "--unread"]).lines == [])
    var story = Self.story("Nice!")
    story.children[0].children.append(Item(109, by: "eva", text: "And by day?"))
    let later = try await FakeHackerNews([story])
    let again = try home.run(
      ["keep", page + "100"], environment: ["FIREFLY_SOURCE_HN": later.address])
    #expect(again.error.hasPrefix("firefly: 1 post, "))
    let unread = try home.run(["posts", "--unread"]).lines
    #expect(unread.count == 1 && unread[0].contains("And by day?"))
    // Counted at the start, although it is deep in the tree.
    let session = try FireflySession.start(home: home)
    try session.terminal.wait(for: "1 new · ")
    try session.terminal.send("N")
    try session.terminal.wait(for: "And by day?")
    #expect(try session.quit() == .code(0))
  }

  /// The pages at which a thread may be kept, and the answers of the service that make a file of it.
  static let threads = [
    (
      "hn", ["https://news.ycombinator.com/item?id=100"], ["/api/v1/items/100"]
    ),
    (
      "lobsters",
      [
        "https://lobste.rs/s/aaaaa1/a_lighthouse", "https://lobste.rs/s/aaaaa1/x#c_ccccc4",
        "https://lobste.rs/c/ccccc2",
      ],
      ["/s/aaaaa1.json"]
    ),
    (
      "lemmy",
      [
        "https://lemmy.example/post/1", "https://lemmy.example/post/1/12",
        "https://lemmy.example/comment/12",
      ],
      ["/api/v3/post?id=1", "/api/v3/comment/list?post_id=1", "/api/v3/comment/list?parent_id=13"]
    ),
    (
      "mastodon",
      [
        "https://m.example/@grace/" + FakeMastodon.number(1),
        "https://m.example/@grace/" + FakeMastodon.number(4),
      ],
      ["", "/context"].map { "/api/v1/statuses/\(FakeMastodon.number(1))\($0)" }
        + ["/api/v1/statuses/\(FakeMastodon.number(5))/context"]
    ),
    (
      "discourse", ["https://forum.example/t/a-lighthouse/1", "https://forum.example/t/x/1/3"],
      ["/t/1.json", "/t/1/posts.json?post_ids%5B%5D=12&post_ids%5B%5D=13"]
    ),
  ]

  private func fake(_ kind: String) async throws -> FakeService {
    switch kind {
    case "hn": try await FakeHackerNews([Self.story("Nice!")]).service
    case "lobsters": try await FakeLobsters.start()
    case "lemmy": try await FakeLemmy.start()
    case "mastodon": try await FakeMastodon.start()
    default: try await FakeDiscourse.start()
    }
  }

  /// From every page of it, and whether its file is imported before or after: no post is there twice.
  @Test(arguments: threads)
  func threadsAndTheirFilesAreTheSame(
    _ kind: String, _ pages: [String], _ answers: [String]
  ) async throws {
    let service = try await fake(kind)
    let environment = ["FIREFLY_SOURCE_" + kind.uppercased(): service.address]
    let file = "[" + answers.compactMap(service.answer(to:)).joined(separator: ",") + "]"
    for isFileFirst in [true, false] {
      let home = try FireflyHome()
      func importFile() throws -> TemporaryHome.Result {
        try home.run(["import", "--from", kind, "-"], input: file)
      }
      func keep(_ page: String) throws -> TemporaryHome.Result {
        try home.run(["keep", page], environment: environment)
      }
      let first = isFileFirst ? try importFile() : try keep(pages[0])
      let id = try #require(first.lines.first)
      #expect(first.lines.count == 1 && !first.error.hasPrefix("firefly: 0 posts"))
      #expect(
        try home.run(["posts", "--parent", id, "--tree"]).output.contains("It blinks all night."))
      // An account of Mastodon is not an e-mail.
      let export = try home.run(["export", "--post", id]).output
      #expect(export.contains("@mastodon.invalid") == (kind == "mastodon"))
      for result in try pages.map(keep) + [importFile()] {
        #expect(result.status == 0 && result.lines == [id])
        #expect(result.error.hasPrefix("firefly: 0 posts, "))
      }
    }
  }

  /// An archive has the pictures of its mails.
  @Test func picturesOfKeptMailsAreKept() async throws {
    let service = try await FakePublicInbox.start()
    let dot =
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
    func part(_ name: String) -> String {
      "--b\nContent-Type: image/png; name=\(name)\nContent-Transfer-Encoding: base64\n\n\(dot)\n"
    }
    var mail = FakePublicInbox.thread[0]
    mail.type = "multipart/mixed; boundary=b"
    mail.text = "--b\n\nTwo pictures.\n" + part("a.png") + part("b.png") + "--b--"
    FakePublicInbox.publish([mail], at: mail.id, on: service)
    for name in ["2-a.png", "3-b.png"] {
      service.answer(
        "/knots/\(mail.id)/\(name)", withFile: Array(try #require(Data(base64Encoded: dot))),
        type: "application/octet-stream")
    }
    let home = try FireflyHome()
    let kept = try home.run(
      ["keep", "\(service.address)/knots/\(mail.id)/"],
      environment: ["FIREFLY_SOURCE_INBOX": service.address])
    #expect(kept.status == 0 && kept.error.contains("2 pictures"))
    let export = try home.run(["export", "--post", try #require(kept.lines.first)]).output
    #expect(export.contains("\"image_url\":\"/uploads/"))
    #expect(export.contains("Two pictures.\\n\\n![b.png](/uploads/"))
  }

  /// A mail that was kept knows its page, also after an export.
  @Test func keptMailsKnowTheirPages() async throws {
    let service = try await FakePublicInbox.start()
    let home = try FireflyHome()
    let kept = try home.run(
      ["keep", "https://lists.example/knots/20251009.3@host.example/"],
      environment: ["FIREFLY_SOURCE_INBOX": service.address])
    #expect(kept.status == 0 && kept.error.contains("4 posts"))
    let session = try FireflySession.start([], home: home)
    try session.terminal.wait(for: "A lighthouse")
    try session.terminal.send("Y")
    try session.terminal.wait(for: "Copied https://lists.example/knots/20251009.4@host.example/")
    #expect(try session.quit() == .code(0))

    let export = try home.run(["export", "--post", try #require(kept.lines.first)]).output
    let page = "\"source_page\":\"https://lists.example/knots/20251009.4@host.example/\""
    #expect(export.contains(page))
    let other = try FireflyHome()
    let imported = try other.run(["import", "--from", "json", "-"], input: export)
    let again = try other.run(["export", "--post", try #require(imported.lines.first)]).output
    #expect(again.contains(page))
  }

  /// A branch of a thread, without keeping it: as JSON, as a folder and as a web site.
  @Test func aBranchOfASourceIsExported() async throws {
    let fake = try await FakeHackerNews([Self.story("Nice!")])
    let home = try FireflyHome()
    func export(_ post: Int, _ arguments: [String]) throws -> TemporaryHome.Result {
      try home.run(
        ["export", "--server", "hn:", "--post", "\(post)"] + arguments,
        environment: ["FIREFLY_SOURCE_HN": fake.address])
    }
    let json = try export(101, [])
    #expect(json.status == 0 && json.error.isEmpty)
    let words = ["How *bright* is it?", "It blinks all night.", "Nice!"]
    #expect(words.allSatisfy(json.output.contains) && !json.output.contains("What was here?"))

    let (notes, site) = (home.path + "/notes", home.path + "/site")
    #expect(try export(101, ["--markdown", notes]).output == "3 posts, 0 pictures\n")
    #expect(try export(100, ["--html", site]).output == "6 posts, 0 pictures\n")
    let first = try String(contentsOfFile: site + "/index.html", encoding: .utf8)
    #expect(first.contains("<title>A lighthouse</title>") && first.contains("How bright is it?"))
    // Nothing was kept; the folder is, as the same posts that `keep` makes.
    #expect(try home.run(["posts"]).output.contains("lighthouse") == false)
    let imported = try home.run(["import", notes])
    #expect(imported.error.hasPrefix("firefly: 3 posts"))
    let kept = try home.run(
      ["keep", self.page + "100"], environment: ["FIREFLY_SOURCE_HN": fake.address])
    #expect(kept.error.hasPrefix("firefly: 3 posts"))

    let missing = try export(999, ["--html", home.path + "/none"])
    #expect(missing.status == 1 && missing.error == "firefly: No post 999.\n")
  }

  @Test(arguments: [
    (["https://example.org/x"], 64, "Not a page of a source."),
    ([], 64, "Missing expected argument"),
    (["https://news.ycombinator.com/news"], 64, "This page is not a thread."),
    (["https://news.ycombinator.com/user?id=ada"], 64, "This page is not a thread."),
    (["--server", "hn:", "https://news.ycombinator.com/item?id=1"], 64, "`keep` has no --server"),
    (["https://news.ycombinator.com/item?id=1"], 1, "firefly: "),
    (["https://news.ycombinator.com/item?id=999"], 1, "firefly: There is nothing at this address."),
  ])
  func failedKeepsAreReported(_ arguments: [String], _ status: Int32, _ words: String) async throws
  {
    let fake = try await FakeHackerNews([Self.story("x")])
    let isThere = arguments.last?.hasSuffix("999") == true
    let home = try FireflyHome()
    let result = try home.run(
      ["keep"] + arguments,
      environment: ["FIREFLY_SOURCE_HN": isThere ? fake.address : "http://127.0.0.1:1"])
    #expect(result.status == status)
    #expect(result.error.contains(words))
    #expect(result.output.isEmpty)
  }
}
