import Foundation
import OwnThreads
import PlainServer
import SourceFakes
import TerminalHarness
import Testing

/// Reading feeds with the real program, by a service on this machine.
@Suite(.serialized, .ownThreads, .endsServices) struct FeedsTests {
  /// Entries that came last can be the oldest ones.
  @Test func unreadEntriesAreFoundBelowOthers() async throws {
    let web = try await PlainServer()
    func publish(_ name: String, _ count: Int, year: Int) {
      let items = (1...count).map {
        "<item><title>\(name) \($0)</title><guid>\(name)\($0)</guid>"
          + "<pubDate>Mon, 02 Nov \(year) 10:00:00 GMT</pubDate></item>"
      }
      web.publish(
        "/\(name).xml",
        feed: "<rss><channel><title>\(name)</title>\(items.joined())</channel></rss>")
    }
    publish("new", 120, year: 2026)
    publish("old", 2, year: 2020)
    let home = try FireflyHome()
    let place = ["--server", "feed:"]
    #expect(try home.run(["feed", "add", "\(web.address)/new.xml"]).status == 0)
    func unread() throws -> [String] {
      try home.run(["posts", "--unread", "--all", "--fields", "id"] + place).lines
    }
    let first = try unread()
    #expect(first.count == 120)
    let marking = try home.run(
      ["mark", "-", "--read"] + place, input: first.joined(separator: "\n"))
    #expect(marking.status == 0, "\(marking.error)")
    #expect(try home.run(["feed", "add", "\(web.address)/old.xml"]).status == 0)
    #expect(try unread().count == 2)
    // The key for the next unread post leads there, too.
    let session = try FireflySession.start(place, home: home)
    try session.terminal.wait(for: "new 1")
    try session.terminal.send("N")
    try session.terminal.wait(for: "old ")
    try session.terminal.send("N")
    try session.terminal.wait(for: "122 of 122")
    try session.terminal.send("N")
    try session.terminal.wait(for: "Nothing")
    #expect(try session.quit() == .code(0))
    #expect(try unread().isEmpty)
    await web.stop()
  }

  @Test func fromTheNewestEntryToItsCommentsAndTheFeeds() async throws {
    let fake = try await FakeFeeds.start()
    let home = try FireflyHome()
    for path in ["", "/atom.xml", "/feed.json"] {
      let result = try home.run(["feeds", "--add", fake.address + path])
      #expect(result.error.contains("You follow “"), "\(result.error)")
    }
    let session = try FireflySession.start(["feeds"], home: home)
    try session.terminal.wait(for: "5 new · 1 of 5")
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
    // What was read is written half a second later.
    try await Task.sleep(for: .seconds(1))
    try session.terminal.send("a")
    // What one reads stays open among the unread.
    try session.terminal.wait(for: "a shows the newest of each feed")
    try session.terminal.wait(for: "N 4 new · 2 of 5")
    try session.terminal.wait(for: "It is new, see the plan")
    try session.terminal.send("a")
    try session.terminal.wait(for: "the newest of each feed")
    try session.terminal.wait(for: "of 3")
    try session.terminal.send("n")
    try session.terminal.wait(for: "Address of a feed")
    try session.terminal.send("<esc>")
    try session.terminal.wait(for: "n follow a feed")
    // The feeds, and the entries of one.
    try session.terminal.send("<f3>")
    try session.terminal.wait(for: "new · 3 entries")
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

  /// What was read among all feeds is read at the address of its feed, too.
  @Test func entriesAreReadWhereverTheyAreRead() async throws {
    let fake = try await FakeFeeds.start()
    let home = try FireflyHome()
    let feed = fake.address + "/atom.xml"
    _ = try home.run(["feeds", "--add", feed])
    func unread() throws -> String {
      try home.run(["posts", "--unread", "--server", "feed:\(feed)"]).output
    }
    #expect(try unread() != "")
    let session = try FireflySession.start(["feeds"], home: home)
    try session.terminal.wait(for: "1 of ")
    try session.terminal.send("R")
    #expect(try session.quit() == .code(0))
    #expect(try unread() == "")
    await fake.stop()
  }

  @Test func feedsAreFollowedRenamedAndRemovedByKeys() async throws {
    let fake = try await FakeFeeds.start()
    let home = try FireflyHome()
    let session = try FireflySession.start(["feeds"], home: home)
    try session.terminal.wait(for: "You follow no feeds yet.")
    try session.terminal.send("<f3>n")
    try session.terminal.wait(for: "Address of a feed")
    // An address alone is enough; that of this machine needs no scheme.
    try session.terminal.send("\(fake.address.dropFirst(7))/atom.xml<enter>")
    try session.terminal.wait(for: "1 entry")
    try session.terminal.send("e")
    try session.terminal.wait(for: "Enter save")
    // The name can be changed, and the folder.
    try session.terminal.send("<tab>Knots and ropes<tab>Sea<enter>")
    try session.terminal.wait(forNo: "Esc leave")
    try session.terminal.wait(for: "1 new · 1 feed")
    #expect(try home.run(["feeds", "--list"]).output.contains("\tKnots and ropes\t1\t"))
    #expect(try home.run(["feeds", "--list"]).output.contains("\tSea"))
    try session.terminal.send("<right>")
    try session.terminal.wait(for: "Knots and ropes")
    try session.terminal.send("e")
    try session.terminal.wait(for: "Enter save")
    try session.terminal.send("<tab><tab><c-u><enter>")
    try session.terminal.wait(forNo: "Esc leave")
    try session.terminal.send("<left>")
    try session.terminal.wait(forNo: "❮")
    try session.terminal.wait(for: "1 new · 1 entry")
    try session.terminal.send("<f1>r")
    try session.terminal.wait(for: "Bowline")
    try session.terminal.send("<f3>d")
    try session.terminal.wait(for: "Stop following “Knots and ropes”?")
    try session.terminal.send("<right><enter>")
    try session.terminal.wait(for: "You no longer follow it.")
    #expect(try home.run(["feeds", "--list"]).output == "")
    try session.terminal.send("u")
    try session.terminal.wait(for: "“Knots and ropes” is restored.")
    #expect(try session.quit() == .code(0))
    #expect(try home.run(["feeds", "--list"]).output.contains("\tKnots and ropes\t1\t"))
  }

  /// A folder of the list is a row; what is followed in it is put there.
  @Test func feedsInFolders() async throws {
    let fake = try await FakeFeeds.start()
    let home = try FireflyHome()
    let list = "data/firefly/feeds.txt"
    try home.write(
      "\(fake.address)/feed.json\n\n# [Tech/More]\n\(fake.address)/blog.xml Quay\n", to: list)
    let session = try FireflySession.start(["feeds"], home: home)
    try session.terminal.wait(for: "4 new · 1 of 4")
    #expect(session.terminal.screenText.contains("F1 ❝ entries"))
    try session.terminal.send("<f3>")
    try session.terminal.wait(for: "3 new · 1 feed")
    try session.terminal.wait(for: "1 new · 1 entry")
    // Into both folders, and a feed beside the one there.
    try session.terminal.send("<right>")
    try session.terminal.wait(for: "❮ Tech")
    try session.terminal.send("<right>")
    try session.terminal.wait(for: "3 new · 3 entries")
    try session.terminal.send("n")
    try session.terminal.wait(for: "Address of a feed")
    try session.terminal.send("\(fake.address)/atom.xml<c-s>")
    try session.terminal.wait(for: "1 new · 1 entry")
    let feeds = try home.run(["feeds", "--list"]).output
    #expect(feeds.contains("/atom.xml\tKnots\t1\t\tTech/More\n"), "\(feeds)")
    // From the folder to the first new entry, and all of it read.
    try session.terminal.send("<left><home>N")
    try session.terminal.wait(for: "❮ Tech › More › Quay")
    try session.terminal.send("<left><left><left>R")
    try session.terminal.wait(for: "entries of Tech read.")
    try session.terminal.wait(for: "1 new · 1 entry")
    try session.terminal.send("<f1>R")
    try session.terminal.wait(for: "Marked 1 entry read.")
    #expect(try session.quit() == .code(0))
    // The same by commands, and to other programs.
    let other = "\(fake.address)/none.xml"
    fake.answer(
      "/none.xml", with: "<rss><channel><title>None</title></channel></rss>", type: "text/xml")
    #expect(try home.run(["feeds", "--add", other, "--folder", "Tech"]).status == 0)
    let again = try home.run(["feeds", "--add", other, "--folder", "Rest"])
    #expect(again.error == "firefly: You follow None already. It is in Rest now.\n")
    #expect(try home.run(["feeds", "--list", "--json"]).output.contains(#""folder" : "Rest""#))
    let exported = try home.run(["export", "--opml"]).output
    #expect(exported.contains(#"<outline text="Tech">"#) && exported.contains(#"category="/Rest""#))
    #expect(try home.run(["feeds", "--list", "--folder", "x"]).status == 64)
    #expect(try home.run(["users", "--server", "feed:"]).output.contains("\tQuay\t3 entries\t"))
  }

  /// 42 entries of three feeds are read in at most 44 keys, and so typed ahead.
  @Test func manyEntriesTakeAKeyEach() async throws {
    let fake = try await FakeService()
    for feed in 0..<3 {
      let items = (0..<14).map { number in
        "<item><title>Entry \(feed).\(number)</title><guid>\(number)</guid><description>Text "
          + "\(feed).\(number).</description><pubDate>Tue, 24 Nov 2026 09:\(10 + number):0\(feed) GMT</pubDate></item>"
      }
      fake.answer(
        "/\(feed)",
        with: "<rss><channel><title>Feed \(feed)</title>\(items.joined())</channel></rss>",
        type: "text/xml")
    }
    let home = try FireflyHome()
    for feed in 0..<3 { _ = try home.run(["feeds", "--add", "\(fake.address)/\(feed)"]) }
    let session = try FireflySession.start(["feeds"], home: home)
    try session.terminal.wait(for: "42 new · 1 of 42")
    try session.terminal.send("<enter>")
    try session.terminal.wait(for: "Text 2.13.")
    try session.terminal.send(String(repeating: "N", count: 41))
    try session.terminal.wait(for: "Text 0.0.")
    try session.terminal.wait(for: "42 of 42")
    try session.terminal.wait(forNo: "1 new · 42")
    #expect(try session.quit() == .code(0))
    #expect(try home.run(["posts", "--server", "feed:", "--unread"]).output == "")
  }

  /// A feed with a password, by a command and on the screen.
  @Test func feedsWithAPassword() async throws {
    let fake = try await FakeFeeds.start()
    fake.protect("/blog.xml", name: "ada", password: "sesame")
    let home = try FireflyHome()
    let named = fake.address.replacing("://", with: "://ada@") + "/blog.xml"
    let wrong = try home.run(["feeds", "--add", named], input: "wrong\n")
    #expect(wrong.status == 1 && wrong.error.contains("refuses the password of ada (401)"))
    let session = try FireflySession.start(["feeds"], home: home)
    try session.terminal.wait(for: "You follow no feeds yet.")
    try session.terminal.send("<f3>n")
    try session.terminal.wait(for: "Address of a feed")
    try session.terminal.send("\(named)<c-s>")
    try session.terminal.wait(for: "The password of ada on 127.0.0.1")
    try session.terminal.send("sesame")
    try session.terminal.wait(for: "••••••")
    #expect(!session.terminal.screenText.contains("sesame"))
    try session.terminal.send("<enter>")
    try session.terminal.wait(for: "3 entries")
    #expect(try session.quit() == .code(0))
    #expect(try home.run(["feeds", "--fetch"]).status == 0)
    // By ear: the question takes it, and not the text behind it.
    let ears = try FireflyHome()
    let lines = ["f3", "n", named, "Harbour", "", "s", "sesame", "where"]
    let spoken = try ears.run(
      ["feeds", "--accessible"], input: lines.map { $0 + "\n" }.joined())
    #expect(!spoken.output.contains("sesame"), "\(spoken.output)")
    #expect(
      try ears.run(["feeds", "--list"]).output.contains("\tHarbour\t3\t"), "\(spoken.output)")
    #expect(!(try ears.run(["drafts", "--json"]).output.contains("sesame")))
    // In the file of accounts only, which is its owner's.
    let accounts = home.path + "/state/firefly/accounts.json"
    let kept = try String(contentsOfFile: accounts, encoding: .utf8)
    #expect(kept.contains("sesame"))
    let mode = try FileManager.default.attributesOfItem(atPath: accounts)[.posixPermissions]
    #expect(mode as? Int == 0o600)
    let places = try home.run(["feeds", "--list"]).output + home.run(["export", "--opml"]).output
    #expect(!places.contains("ada") && !places.contains("sesame"))
    let files =
      FileManager.default.enumerator(atPath: home.path)?.compactMap { $0 as? String } ?? []
    for file in files where !file.hasSuffix("accounts.json") {
      let bytes = FileManager.default.contents(atPath: home.path + "/" + file) ?? Data()
      #expect(bytes.range(of: Data("sesame".utf8)) == nil, "\(file)")
    }
  }

  /// Filters hide entries, and `firefly config` tries them.
  @Test func filtersOfTheConfiguration() async throws {
    let fake = try await FakeFeeds.start()
    let home = try FireflyHome()
    _ = try home.run(["feeds", "--add", fake.address + "/blog.xml", "--folder", "Tech"])
    try home.write(
      """
      feeds:
        Tech: {hide: [knot]}
        Nowhere: {only: [x]}
      """, to: "config/firefly/config.yaml")
    let config = try home.run(["config"])
    #expect(
      config.output.contains("\n# \"Tech\" shows 2 of 3 entries\n  \"Tech\":\n"),
      "\(config.output)")
    #expect(config.output.contains("\n# \"Nowhere\" is the name of no feed and no folder\n"))
    #expect(config.error == "")
    let posts = try home.run(["posts", "--server", "feed:"]).output
    #expect(posts.contains("A lighthouse") && !posts.contains("Which knot?"))
    try home.write("feeds: {Tech: {hyde: [knot]}}", to: "config/firefly/config.yaml")
    #expect(try home.run(["config", "--check"]).error.contains("Did you mean"))
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
    // At the top, the key that undoes leads back to the feeds.
    try session.terminal.send("<left>")
    try session.terminal.wait(for: "front page")
    try session.terminal.send("<left>")
    try session.terminal.wait(for: "This is the top. u goes back to Feeds.")
    try session.terminal.send("u")
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
      imported.error.contains("1 feed is in this file. To follow: firefly feed add \(file)"))
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
    #expect(try run("feeds", "--list").output == "\(blog)\tQuay\t3\t\t\n")
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
