import Foundation
import OwnThreads
import PlainServer
import SourceFakes
import TerminalHarness
import Testing

/// From one server or source to another, in the same program.
@Suite(.serialized, .ownThreads, .endsServices) struct PlacesTests {
  @Test func fromFeedsToOnesOwnPostsAndBack() async throws {
    let fake = try await FakeFeeds.start()
    let home = try FireflyHome()
    _ = try home.run(["feeds", "--add", fake.address + "/blog.xml"])
    _ = try home.run(["post", "--title", "my own words"], input: "Some text.")
    let session = try FireflySession.start(["feeds"], home: home)
    let terminal = session.terminal
    try terminal.wait(for: "1 of 3")
    try terminal.send("<end>")
    try terminal.wait(for: "3 of 3")
    try terminal.send("S")
    try terminal.wait(for: "where to go")
    try terminal.send("<enter>")
    try terminal.wait(for: "my own words")
    // What is written goes to the own server.
    try terminal.send("n")
    try terminal.wait(for: "Ctrl-S save")
    try terminal.send("written there<c-s>")
    try terminal.wait(for: "Posted.")
    #expect(try home.run(["posts"]).output.contains("written there"))
    // At the top, back stays, and says how to leave for the feeds, where the user was.
    try terminal.send("<left><left><left>")
    try terminal.wait(for: "This is the top.")
    try terminal.send("S")
    try terminal.wait(for: "where to go")
    try terminal.send("<enter>")
    try terminal.wait(for: "3 of 3")
    // The embedded server runs on, and the way there is short again.
    try terminal.send("S")
    try terminal.wait(for: "where to go")
    try terminal.send("<enter>")
    try terminal.wait(for: "written there")
    #expect(try session.quit() == .code(0))
    // What the screen showed last decides nothing.
    let again = try FireflySession.start([], home: home)
    try again.terminal.wait(for: "written there")
    #expect(try again.quit() == .code(0))
  }

  /// What `u` was promised for can still be undone after one was elsewhere and has come back by it.
  @Test func whatWasDoneIsUndoneAfterComingBack() async throws {
    let fake = try await FakeFeeds.start()
    let home = try FireflyHome()
    _ = try home.run(["feeds", "--add", fake.address + "/blog.xml"])
    _ = try home.run(["post", "--title", "my own words"], input: "Some text.")
    let session = try FireflySession.start([], home: home)
    let terminal = session.terminal
    try terminal.wait(for: "my own words")
    try terminal.send("d")
    try terminal.wait(for: "Delete")
    try terminal.send("<right><enter>")
    try terminal.wait(for: "u undoes it")
    try terminal.send("S")
    try terminal.wait(for: "where to go")
    try terminal.send("feeds<enter>")
    try terminal.wait(for: "1 of 3")
    // There, it marks the entries read.
    try terminal.send("R")
    try terminal.wait(for: "u undoes it")
    try terminal.send("S")
    try terminal.wait(for: "where to go")
    try terminal.send("your own<enter>")
    try terminal.wait(forNo: "1 of 3")
    try terminal.wait(for: "everyone's posts")
    // Back among the feeds, then what was done there, then where one was before, and what was done there.
    try terminal.send("u")
    try terminal.wait(for: "1 of 3")
    try terminal.send("u")
    try terminal.wait(for: "3 new")
    try terminal.send("uu")
    try terminal.wait(for: "everyone's posts")
    #expect(try !home.run(["posts"]).output.contains("my own words"))
    try terminal.send("u")
    try terminal.wait(for: "is restored.")
    #expect(try home.run(["posts"]).output.contains("my own words"))
    #expect(try session.quit() == .code(0))
  }

  /// What is on the disk is imported by its path, without a shell; `u` leads back from a place.
  @Test func aFolderAndAListOfFeedsAreImportedByTheirPaths() async throws {
    let fake = try await FakeFeeds.start()
    let home = try FireflyHome()
    _ = try home.run(["post", "--title", "my own words"], input: "Some text.")
    try home.write("# Fog\n\nOver the bay.", to: "notes/fog.md")
    try home.write(
      """
      <opml version="2.0"><body><outline type="rss" text="A blog" xmlUrl="\(fake.address)/blog.xml"/></body></opml>
      """, to: "list.opml")
    let session = try FireflySession.start([], home: home)
    let terminal = session.terminal
    try terminal.wait(for: "my own words")
    func take(_ path: String) throws {
      try terminal.send("S")
      try terminal.wait(for: "where to go")
      try terminal.send("import")
      try terminal.wait(for: "a folder of notes")
      try terminal.send("<enter>")
      try terminal.wait(for: "the path of a folder or file")
      try terminal.send(path)
      try terminal.wait(for: "import it")
      try terminal.send("<enter>")
    }
    try take(home.path + "/notes")
    try terminal.wait(for: "Imported: 1 post.")
    try terminal.wait(for: "Over the bay.")
    try take(home.path + "/list.opml")
    try terminal.wait(for: "You follow 1 feed more. u leads back; the feeds stay.")
    try terminal.wait(for: "A blog")
    try terminal.send("u")
    try terminal.wait(for: "Over the bay.")
    // What could be typed in a shell is not said here.
    try home.write(
      #"<opml version="2.0"><body><outline type="rss" text="B" xmlUrl="http://b.example/x"/></body></opml>"#,
      to: "list.txt")
    try take(home.path + "/list.txt")
    try terminal.wait(for: "1 feed is in this file.")
    #expect(!terminal.screenText.contains("To follow"), "\(terminal.screenText)")
    try take(home.path + "/nowhere")
    try terminal.wait(for: "Not imported.")
    // The path stays, to be corrected.
    try terminal.send("<esc>")
    try terminal.wait(forNo: "Esc closes")
    #expect(try home.run(["feeds", "--list"]).output.contains("/blog.xml"))
    try terminal.send("Sfeed:\(fake.address)/blog.xml<enter>")
    try terminal.wait(for: "1 of 3")
    try terminal.send("u")
    try terminal.wait(for: "http://b.example/x")
    #expect(try session.quit() == .code(0))
  }

  /// An import goes on while one goes elsewhere, and is said there; what is wrong with the configuration is not.
  @Test func anImportIsSaidWhereOneIsThen() async throws {
    let fake = try await FakeFeeds.start()
    let home = try FireflyHome()
    _ = try home.run(["post", "--title", "my own words"], input: "Some text.")
    // After a sheet, keys that type mean nothing for a moment; F9 types nothing.
    try home.configure("colour: red\nkeys:\n  places: [S, F9]\n")
    let file = home.path + "/status.json"
    #expect(mkfifo(file, 0o600) == 0)
    let session = try FireflySession.start([], home: home)
    let terminal = session.terminal
    try terminal.wait(for: "Check your settings")
    try terminal.send("<esc>")
    try terminal.wait(for: "my own words")
    try terminal.send("<f9>")
    try terminal.wait(for: "where to go")
    try terminal.send("import")
    try terminal.wait(for: "a folder of notes")
    try terminal.send("<enter>")
    try terminal.wait(for: "the path of a folder or file")
    try terminal.send(file)
    try terminal.wait(for: "import it")
    try terminal.send("<enter>")
    try terminal.wait(for: "Importing")
    // It has begun, and waits for the file.
    let writer = try #require(FileHandle(forWritingAtPath: file))
    try terminal.send("<f9>feed:\(fake.address)/blog.xml<enter>")
    try terminal.wait(for: "1 of 3")
    writer.write(Data(#"{"posts": [{"title": "one"}, {"title": "two"}]}"#.utf8))
    try writer.close()
    try terminal.wait(for: "Imported")
    #expect(terminal.screenText.contains("“your own server”"), "\(terminal.screenText)")
    #expect(!terminal.screenText.contains("colour"), "\(terminal.screenText)")
    #expect(try session.quit() == .code(0))
    #expect(try home.run(["posts"]).output.contains("\ttwo\t"))
  }

  /// An address is taken as it is typed, with its last slash; where neither a server nor a feed is, that is said.
  @Test func anAddressKeepsItsSlash() async throws {
    let fake = try await FakeService()
    fake.answer(
      "/notes/",
      with: """
        <rss version="2.0"><channel><title>Notes</title><item><title>one</title><guid>1</guid></item></channel></rss>
        """, type: "application/rss+xml")
    let session = try FireflySession.start([])
    let terminal = session.terminal
    try terminal.waitForRest()
    try terminal.send("S" + fake.address + "/elsewhere")
    try terminal.wait(for: "go to this address")
    try terminal.send("<enter>")
    try terminal.wait(for: "There is no Firefly server at")
    #expect(terminal.screenText.contains("everyone's posts"), "\(terminal.screenText)")
    try terminal.send("S" + fake.address + "/notes/")
    try terminal.wait(for: "go to this address")
    try terminal.send("<enter>")
    try terminal.wait(for: "1 of 1")
    #expect(try session.quit() == .code(0))
    await fake.stop()
  }

  /// The address of a feed, or of a page that names one, leads to it without `feed:`, and is marked then.
  @Test(arguments: ["/blog.xml", "/"]) func anAddressOfAFeedIsOne(path: String) async throws {
    let fake = try await FakeFeeds.start()
    let session = try FireflySession.start([])
    let terminal = session.terminal
    try terminal.waitForRest()
    try terminal.send("S" + fake.address + path)
    try terminal.wait(for: "go to this address")
    try terminal.send("<enter>")
    try terminal.wait(for: "1 of 3")
    try terminal.send("S")
    try terminal.wait(for: "you are here")
    try terminal.send("<esc>")
    try terminal.wait(forNo: "where to go")
    // Once it is followed, it is among the others, and no place of its own.
    try terminal.send("n")
    try terminal.wait(for: "Enter follow")
    try terminal.wait(for: fake.address + (path == "/" ? "" : path))
    try terminal.send("<enter>")
    try terminal.wait(for: "You follow it now.")
    try terminal.send("<f1>S")
    try terminal.wait(for: "where to go")
    try terminal.send("<enter>")
    try terminal.wait(for: "everyone's posts")
    try terminal.send("S")
    try terminal.wait(for: "where to go")
    #expect(
      terminal.screenText.contains("Feeds") && !terminal.screenText.contains("127.0.0.1"),
      "\(terminal.screenText)")
    try terminal.send("<esc>")
    try terminal.wait(forNo: "where to go")
    #expect(try session.quit() == .code(0))
  }

  @Test func aPlaceThatCannotBeReachedSaysSo() async throws {
    let home = try FireflyHome()
    _ = try home.run(["post", "--title", "my own words"], input: "Some text.")
    let server = try await PlainServer()
    server.add("theirs", by: "ben@example.org")
    try home.signIn(on: server)
    let session = try FireflySession.start([], home: home)
    try session.terminal.wait(for: "my own words")
    try session.terminal.send("S")
    try session.terminal.wait(for: "127.0.0.1")
    try session.terminal.send("<enter>")
    try session.terminal.wait(for: "theirs")
    try session.terminal.send("u")
    try session.terminal.wait(for: "my own words")
    await server.stop()
    try session.terminal.send("S<enter>")
    try session.terminal.wait(forNo: "my own words")
    try session.terminal.send("u")
    try session.terminal.wait(for: "my own words")
    #expect(try session.quit() == .code(0))
  }

  /// Where nothing answers, nobody was; two feeds of one site are told apart.
  @Test func placesAreThoseThatAnswered() async throws {
    let fake = try await FakeFeeds.start()
    let home = try FireflyHome()
    _ = try home.run(["post", "--title", "my own words"], input: "Some text.")
    let terminal = try FireflySession.start([], home: home).terminal
    try terminal.wait(for: "my own words")
    for address in ["127.0.0.1:1", "nosuch:"] {
      try terminal.send("S")
      try terminal.wait(for: "where to go")
      try terminal.send(address + "<enter>")
      try terminal.wait(for: address == "nosuch:" ? "no program of this name" : "Can't reach")
      // There is nothing to come back from.
      #expect(terminal.screenText.contains("my own words"))
    }
    for (page, entry) in [("blog", "A lighthouse"), ("atom", "Bowline")] {
      try terminal.send("S")
      try terminal.wait(for: "where to go")
      try terminal.send("feed:\(fake.address)/\(page).xml<enter>")
      try terminal.wait(for: entry)
      try terminal.send("u")
      try terminal.wait(for: "my own words")
    }
    try terminal.send("S")
    try terminal.wait(for: "where to go")
    try terminal.wait(for: "/atom.")
    let text = terminal.screenText
    #expect(text.contains("/blog.") && !text.contains("127.0.0.1:1 "), "\(text)")
    #expect(!text.contains("nosuch"), "\(text)")
  }

  /// In line mode, too: the lines that follow are commands at the other place.
  @Test func byEar() async throws {
    let fake = try await FakeFeeds.start()
    let home = try FireflyHome()
    _ = try home.run(["feeds", "--add", fake.address + "/blog.xml"])
    _ = try home.run(["post", "--title", "my own words"], input: "Some text.")
    let lines = ["S", "1", "where", "left", "u", "where"]
    let spoken = try home.run(
      ["feeds", "--accessible", "--fresh"], input: lines.map { $0 + "\n" }.joined())
    #expect(spoken.status == 0)
    let parts = spoken.output.components(separatedBy: "1 of 50 or more. my own words")
    #expect(parts.count == 3, "\(spoken.output)")
    #expect(parts.first?.contains("1 of 3") == true && parts.last?.contains("1 of 3") == true)
    #expect(spoken.output.contains("This is the top. u goes back to Feeds."), "\(spoken.output)")
    #expect(!spoken.output.contains("Nothing changed."))
  }
}
