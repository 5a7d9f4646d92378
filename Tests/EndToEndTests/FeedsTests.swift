import OwnThreads
import SourceFakes
import TerminalHarness
import Testing

/// Reading feeds with the real program, by a service on this machine.
@Suite(.serialized, .ownThreads) struct FeedsTests {
  @Test func fromTheNewestEntryToItsCommentsAndTheFeeds() async throws {
    let fake = try await FakeFeeds.start()
    let home = try FireflyHome()
    for path in ["", "/atom.xml", "/feed.json"] {
      let result = try home.run(["feeds", "--add", fake.address + path])
      #expect(result.error.contains("You follow “"), "\(result.error)")
    }
    let session = try FireflySession.start(["feeds"], home: home)
    try session.terminal.wait(for: "1 of 5 · 5 new")
    #expect(session.terminal.screenText.contains("all entries"))
    #expect(session.terminal.screenText.contains("F3 ☻ feeds"))
    // An entry, its comments, and back.
    try session.terminal.send("<down><enter>")
    try session.terminal.wait(for: "It is new, see the plan")
    try session.terminal.send("<right>")
    try session.terminal.wait(for: "It blinks all night.")
    #expect(session.terminal.screenText.contains("How bright is it?"))
    try session.terminal.send("<left>")
    try session.terminal.wait(for: "2 of 5")
    try session.terminal.send("a")
    try session.terminal.wait(for: "the newest of each feed")
    try session.terminal.wait(for: "of 3")
    try session.terminal.send("n")
    try session.terminal.wait(for: "is read only here")
    // The feeds, and the entries of one.
    try session.terminal.send("<esc>")
    try session.terminal.wait(forNo: "is read only here")
    try session.terminal.send("<f3>")
    try session.terminal.wait(for: "3 entries")
    try session.terminal.send("<right>")
    try session.terminal.wait(for: "Which knot?")
    // A search in what is kept.
    try session.terminal.send("<f2>n")
    try session.terminal.wait(for: " to search for")
    try session.terminal.send("Trees<tab>around tree<c-s>")
    try session.terminal.wait(for: "Bowline")
    #expect(try session.quit() == .code(0))

    await fake.stop()
    let again = try FireflySession.start(["feeds", "--fresh"], home: home)
    try again.terminal.wait(for: "A lighthouse")
    try again.terminal.send("<f2>")
    try again.terminal.wait(for: "Trees")
    #expect(try again.quit() == .code(0))
  }

  @Test func feedsAreFollowedRenamedAndRemovedByKeys() async throws {
    let fake = try await FakeFeeds.start()
    let home = try FireflyHome()
    let session = try FireflySession.start(["feeds"], home: home)
    try session.terminal.wait(for: "You follow no feeds yet.")
    try session.terminal.send("<f3>n")
    try session.terminal.wait(for: "Address of a feed")
    try session.terminal.send("\(fake.address)/atom.xml<c-s>")
    try session.terminal.wait(for: "1 entry")
    try session.terminal.send("e")
    try session.terminal.wait(for: "Ctrl-S")
    // Only the name can be changed.
    try session.terminal.send("<tab><end> and ropes<c-s>")
    try session.terminal.wait(for: "Knots and ropes")
    try session.terminal.wait(forNo: "Ctrl-S")
    #expect(try home.run(["feeds", "--list"]).output.contains("\tKnots and ropes\t1\t"))
    try session.terminal.send("<f1>r")
    try session.terminal.wait(for: "Bowline")
    try session.terminal.send("<f3>d")
    try session.terminal.wait(for: "Stop following “Knots and ropes”?")
    try session.terminal.send("<right><enter>")
    try session.terminal.wait(for: "You no longer follow it.")
    #expect(try session.quit() == .code(0))
    #expect(try home.run(["feeds", "--list"]).output == "")
  }

  @Test func aDiscussionOpensInFirefly() async throws {
    let fake = try await FakeFeeds.start()
    let news = try await FakeHackerNews([
      .init(100, title: "Elsewhere", [.init(101, by: "linus", text: "A reply on Hacker News.")])
    ])
    let home = try FireflyHome()
    _ = try home.run(["feeds", "--add", fake.address + "/blog.xml"])
    let session = try FireflySession.start(
      ["feeds"], home: home, environment: ["FIREFLY_SOURCE_HN": news.address])
    try session.terminal.wait(for: "1 of 3")
    try session.terminal.send("<end>O")
    try session.terminal.wait(for: "A reply on Hacker News.")
    try session.terminal.send("q")
    try session.terminal.wait(for: "3 of 3")
    #expect(try session.quit() == .code(0))
  }

  @Test func theOtherFeedsOfAPageAreNamed() async throws {
    let fake = try await FakeFeeds.start()
    let links = ["blog.xml", "atom.xml", "feed.json"].map {
      "<link rel='alternate' type='application/rss+xml' href='/\($0)'>"
    }
    fake.answer("/many", withPage: "<html><head>\(links.joined())</head></html>")
    let home = try FireflyHome()
    let added = try home.run(["feeds", "--add", fake.address + "/many"])
    #expect(
      added.error.hasSuffix(
        "firefly: The page also names 2 feeds: \(fake.address)/atom.xml, \(fake.address)/feed.json\n"
      ))
    #expect(try home.run(["feeds", "--add", fake.address]).error.contains("names") == false)
  }

  @Test func listsOfOtherPrograms() async throws {
    let home = try FireflyHome()
    let file = home.path + "/feeds.opml"
    try home.write(
      #"<opml><body><outline text="A" xmlUrl="https://a.example/feed"/></body></opml>"#,
      to: "feeds.opml")
    let imported = try home.run(["import", file])
    #expect(
      imported.error.contains("1 feed is in this file. To follow: firefly feeds --add \(file)"))
    #expect(try home.run(["feeds", "--add", file]).error == "firefly: You follow 1 feed more.\n")
    // A host of the own network, a page instead of a feed, what is no address, and none at all.
    let odd = [
      "xmlUrl='http://nas/feed'", "xmlUrl='' htmlUrl='https://b.example/'", "xmlUrl='javascript:x'",
    ]
    try home.write(
      "<opml><body>\(odd.map { "<outline \($0)/>" }.joined())</body></opml>", to: "odd.opml")
    #expect(
      try home.run(["feeds", "--add", home.path + "/odd.opml"]).error == """
        firefly: Left out: 1 address that can't be requested (javascript:x).
        firefly: You follow 2 feeds more.

        """)
    try home.write("<opml><body><outline text='x'/></body></opml>", to: "none.opml")
    let none = try home.run(["feeds", "--add", home.path + "/none.opml"])
    #expect(none.status == 1 && none.error.hasSuffix("none.opml: there are no feeds in it.\n"))
    for feed in ["http://nas/feed", "https://b.example/"] {
      #expect(try home.run(["feeds", "--remove", feed]).status == 0)
    }
    // More than can be followed.
    let many = (0..<2_005).map { "<outline text=\"\($0)\" xmlUrl=\"https://a.example/\($0)\"/>" }
    try home.write("<opml><body>\(many.joined())</body></opml>", to: "many.opml")
    let added = try home.run(["feeds", "--add", home.path + "/many.opml"])
    #expect(
      added.error
        == "firefly: You follow 1999 feeds more.\nfirefly: 6 feeds left out: at most 2000 can be followed.\n"
    )
    #expect(added.status == 1)
    let exported = try home.run(["export", "--opml"]).output
    #expect(exported.contains(#"text="A" xmlUrl="https://a.example/feed""#))
  }

  @Test func shellVerbs() async throws {
    let fake = try await FakeFeeds.start()
    let home = try FireflyHome()
    func run(_ arguments: String...) throws -> TemporaryHome.Result { try home.run(arguments) }
    #expect(try run("feeds", "--add", fake.address + "/none").status == 1)
    #expect(try run("posts", "--server", "feed:").error.contains("You follow no feeds yet."))
    let blog = fake.address + "/blog.xml"
    #expect(try run("feeds", "--add", blog, "--name", "Quay").status == 0)
    #expect(try run("feeds", "--list").output == "\(blog)\tQuay\t3\t\n")
    #expect(try run("feeds", "--fetch").output == "", "nothing is new")
    #expect(try run("feeds", "--list", "--json").output.contains("\"entries\" : 3"))
    let posts = try run("posts", "--server", "feed:").output.split(separator: "\n")
    #expect(posts.count == 3 && posts[0].contains("A lighthouse\t"))
    #expect(try run("posts", "--server", "feed:", "--unread").output.contains("Which knot?"))
    #expect(try run("search", "shoes", "--server", "feed:").output.contains("Which knot?"))
    #expect(try run("users", "--server", "feed:").output.contains("\tQuay\t3 entries\t"))
    let id = try #require(posts.first?.split(separator: "\t").first)
    let tree = try run("posts", "--parent", "\(id)", "--tree", "--server", "feed:").output
    #expect(tree.contains("It blinks all night."))
    // One feed, without following it.
    let single = try run("posts", "--server", "feed:" + fake.address + "/atom.xml").output
    #expect(single.contains("Bowline"))
    #expect(fake.requests.count == 4, "each once, but for the comments: \(fake.requests)")
    #expect(try run("feeds", "--remove", "Quay").error == "firefly: You no longer follow “Quay”.\n")
    #expect(try run("feeds", "--remove", "Quay").status == 1)
    #expect(try run("feeds", "--list").output == "")
    try aFetchThatFails(fake, home)
    #expect(try run("feeds", "--add").status == 64)
    #expect(try run("feeds", "--list", "--fetch").status == 64)
    #expect(try run("feeds", "nonsense").status == 64)
  }

  /// One feed that fails is said, and only if all fail is that the exit code.
  private func aFetchThatFails(_ fake: FakeService, _ home: FireflyHome) throws {
    func fetch() throws -> TemporaryHome.Result { try home.run(["feeds", "--fetch"]) }
    #expect(try fetch().status == 0, "no feeds")
    let list = "data/firefly/feeds.txt"
    fake.trouble("/gone", .status(500), times: .max)
    fake.trouble("/moved", .moved(301, to: fake.address + "/feed.json"), times: .max)
    try home.write("\(fake.address)/gone\n", to: list)
    let failed = try fetch()
    #expect(failed.status == 1 && failed.error.contains("/gone: "))
    try home.write("\(fake.address)/gone\n\(fake.address)/moved\n", to: list)
    let moved = try fetch()
    #expect(moved.status == 0 && !moved.output.isEmpty)
    #expect(
      moved.error.contains(
        "firefly: \(fake.address)/moved has moved: you follow \(fake.address)/feed.json now.\n"))
    #expect(try !fetch().error.contains("has moved"))
    try home.write("", to: list)
  }
}
