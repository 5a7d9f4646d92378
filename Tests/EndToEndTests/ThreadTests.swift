import OwnThreads
import PlainServer
import SourceFakes
import TerminalHarness
import Testing

/// Threads in the real program: on the own server, on one without extensions, and on a source.
@Suite(.serialized, .ownThreads, .endsServices) struct ThreadTests {
  @Test func onTheOwnServer() throws {
    let blinks = SamplePost(title: "blink", body: "It blinks all night.")
    let bright = SamplePost(title: "bright", body: "How bright is it?", children: [blinks])
    let cost = SamplePost(title: "cost", body: "What does it cost?")
    let session = try FireflySession.start(among: [bright, cost])
    try session.terminal.send("v")
    try session.terminal.wait(for: "It has children.")
    for words in ["How bright is it?", "It blinks all night.", "What does it cost?"] {
      try session.terminal.wait(for: words)
    }
    // Fold the branch, and unfold it.
    try session.terminal.send("g<right>}<enter>")
    try session.terminal.wait(for: "▸ ")
    try session.terminal.wait(forNo: "It blinks all night.")
    try session.terminal.send("<enter>")
    try session.terminal.wait(for: "It blinks all night.")
    try session.terminal.send("v")
    try session.terminal.wait(for: "of 2")
    #expect(try session.quit() == .code(0))
  }

  @Test func aLongThreadOfTheOwnServerIsLoadedAsFarAsOneReads() throws {
    let below = [SamplePost(title: "", body: "A reply to a reply.")]
    let replies = SamplePost.numbered("reply", 400, children: below)
    let session = try FireflySession.start(among: replies)
    try session.terminal.send("v")
    // A page of the thread, and the replies that were shown before.
    try session.terminal.wait(for: "500+")
    try session.terminal.send("/")
    try session.terminal.send("summary of reply 7<enter>")
    try session.terminal.wait(matching: "1 of 1[0-9][+]")
    try session.terminal.send("<esc>")
    try session.terminal.wait(forNo: "/summary")
    try session.go("G", to: "800 of 800")
    try session.terminal.send("g")
    try session.terminal.wait(for: "It has children.")
    #expect(try session.quit() == .code(0))
  }

  @Test func onAPlainServerRepliesAreLoadedLevelByLevel() async throws {
    let server = try await PlainServer()
    let top = server.add("a boat", by: "ben@example.org")
    let first = server.add("which oak?", by: "ada@example.org", below: top)
    let second = server.add("from the yard", by: "ben@example.org", below: first)
    server.add("a fine yard", by: "ada@example.org", below: second)
    let home = try FireflyHome()
    try home.signIn(on: server)
    let session = try FireflySession.start(["--server", server.address], home: home)
    try session.terminal.wait(for: "a fine yard")
    try session.terminal.send("a")
    try session.terminal.wait(for: "a boat")
    try session.go("G", to: "4 of 4")
    try session.terminal.send("<right>")
    try session.terminal.wait(for: "1 of 1")
    try session.terminal.send("v")
    for words in ["which oak?", "from the yard", "a fine yard"] {
      try session.terminal.wait(for: words)
    }
    #expect(try session.quit() == .code(0))
    await server.stop()
  }

  /// Lemmy has sent a part of the thread; the rest is loaded when it is near the window.
  @Test func onASourceThatSendsAPartAndNamesModerators() async throws {
    let service = try await FakeLemmy.start()
    let session = try FireflySession.start(
      ["lemmy", "lemmy.example"], environment: ["FIREFLY_SOURCE_LEMMY": service.address],
      size: TerminalSize(columns: 80, rows: 40))
    try session.terminal.wait(for: "A lighthouse")
    try session.terminal.send("<right>")
    for words in ["linus moderator", "It blinks all night.", "Deep.", "Deeper.", "deleted"] {
      try session.terminal.wait(for: words)
    }
    #expect(!session.terminal.screenText.contains("grace moderator"))
    try session.terminal.send("}<enter>")
    try session.terminal.wait(forNo: "Deeper.")
    try session.terminal.send("<enter>")
    try session.terminal.wait(for: "Deeper.")
    #expect(try session.quit() == .code(0))
  }

  @Test func onASource() async throws {
    typealias Item = FakeHackerNews.Item
    let blink = Item(103, by: "grace", text: "It blinks all night.", [Item(104, text: "Nice!")])
    let fake = try await FakeHackerNews([
      Item(
        100, by: "grace", title: "A lighthouse", link: "https://example.org/light",
        [
          Item(101, by: "linus", text: "How <i>bright</i> is it?", [blink]),
          Item(102, by: nil, text: nil, [Item(105, by: "ada", text: "What was here?")]),
        ])
    ])
    let (home, address) = (try FireflyHome(), ["FIREFLY_SOURCE_HN": fake.address])
    let size = TerminalSize(columns: 80, rows: 40)
    let session = try FireflySession.start(["hn"], home: home, environment: address, size: size)
    try session.terminal.wait(for: "A lighthouse")
    // A source begins with threads.
    try session.terminal.send("<right>")
    for words in [
      "How bright is it?", "It blinks all night.", "Nice!", "What was here?", "deleted",
    ] {
      try session.terminal.wait(for: words)
    }
    try session.terminal.wait(for: "grace author")
    #expect(fake.service.asked.filter { $0.contains("/items/") }.count == 1)
    // All but the top replies are folded.
    try session.terminal.send("Z")
    try session.terminal.wait(forNo: "Nice!")
    #expect(session.terminal.screenText.contains("How bright is it?"))
    try session.terminal.send("Z")
    try session.terminal.wait(for: "Nice!")
    // The choice is there again at the next start.
    try session.terminal.send("gv")
    try session.terminal.wait(forNo: "Nice!")
    #expect(try session.quit() == .code(0))
    let again = try FireflySession.start(["hn"], home: home, environment: address, size: size)
    try again.terminal.wait(for: "A lighthouse")
    try again.terminal.send("<right>")
    try again.terminal.wait(for: "How bright is it?")
    #expect(!again.terminal.screenText.contains("Nice!"))
    #expect(try again.quit() == .code(0))
  }
}
