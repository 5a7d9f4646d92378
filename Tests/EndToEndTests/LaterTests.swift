import OwnThreads
import PlainServer
import SourceFakes
import TerminalHarness
import Testing

/// Posts saved for later, muted people, and what is loaded ahead, with the real program.
@Suite(.serialized, .ownThreads, .endsServices) struct LaterTests {
  @Test func aStoryOutlivesItsList() async throws {
    let hn = try await FakeHackerNews([
      .init(100, by: "grace", title: "A lighthouse", link: "https://www.example.org/light"),
      .init(200, by: "ben", title: "Which knot?", text: "I tie shoes."),
    ])
    let home = try FireflyHome()
    let environment = ["FIREFLY_SOURCE_HN": hn.address]
    let session = try FireflySession.start(["hn"], home: home, environment: environment)
    let terminal = session.terminal
    try terminal.wait(for: "A lighthouse")
    try terminal.send("s")
    try terminal.wait(for: "Saved for later")
    try terminal.wait(for: "· for later")
    try terminal.send("<f2>")
    try terminal.wait(for: "saved for later")
    #expect(terminal.screenText.contains("1 post"))
    // Below the lists of the site.
    try terminal.send("<home><right>")
    try terminal.wait(for: "❮ saved for later")
    try terminal.wait(for: "A lighthouse")
    #expect(try session.quit() == .code(0))
    #expect(
      try home.run(["posts", "--later"]).output
        == "100\tA lighthouse\tHacker News\thttps://www.example.org/light\n")
    #expect(try home.run(["posts", "--later", "--server", "hn:"]).output.hasPrefix("100\t"))
    #expect(try home.run(["posts", "--later", "--json"]).output.contains("A lighthouse"))
    #expect(try home.run(["posts", "--later", "--tree"]).status == 64)

    // The list has others now; it is where it was, until it is taken off.
    let other = try await FakeHackerNews([.init(300, title: "Another story")])
    let again = try FireflySession.start(
      ["hn"], home: home, environment: ["FIREFLY_SOURCE_HN": other.address])
    try again.terminal.wait(for: "Another story")
    try again.terminal.send("<f2>")
    try again.terminal.wait(for: "1 post")
    try again.terminal.send("<home><right>")
    try again.terminal.wait(for: "A lighthouse")
    try again.terminal.send("s")
    try again.terminal.wait(for: "No longer saved")
    try again.terminal.send("<left>")
    try again.terminal.wait(for: "Ask HN")
    try again.terminal.wait(forNo: "for later")
    #expect(try again.quit() == .code(0))
    #expect(try home.run(["posts", "--later"]).output == "")
  }

  /// The page of a post is where its service is, with its port, and without encryption if the service has none.
  @Test(arguments: [
    ("mastodon:m.example:8443", "https://m.example:8443/"),
    ("mastodon:http://m.example:8080", "http://m.example:8080/"),
  ])
  func theAddressOfAPostHasItsPort(server: String, start: String) async throws {
    let fake = try await FakeInstance([FakeInstance.Status(1, by: "bob", "A first status.")])
    let home = try FireflyHome()
    let session = try FireflySession.start(
      ["--server", server], home: home,
      environment: ["FIREFLY_SOURCE_MASTODON": fake.server.address])
    try session.terminal.wait(for: "A first status.")
    try session.terminal.send("s")
    try session.terminal.wait(for: "Saved for later")
    #expect(try session.quit() == .code(0))
    let saved = try home.run(["posts", "--later"]).output
    #expect(saved.contains("\t" + start), "\(saved)")
  }

  @Test func aPersonIsMutedByTheConfiguration() async throws {
    let server = try await PlainServer()
    _ = server.add("a storm", by: "ben@example.org")
    _ = server.add("a calm", by: "ada@example.org")
    let home = try FireflyHome()
    try home.configure("mute:\n  people: [ben@example.org]\n  words: [nothing]\n")
    let session = try FireflySession.start(["--server", server.address], home: home)
    try session.terminal.wait(for: "muted: ")
    #expect(!session.terminal.screenText.contains("a storm"))
    try session.terminal.send("<end><enter>")
    try session.terminal.wait(for: "Words of a storm.")
    #expect(try session.quit() == .code(0))
    #expect(try home.run(["config"]).output.contains(#"people: ["ben@example.org"]"#))
  }

  @Test func threadsAreByTheirLastReplies() async throws {
    let server = try await PlainServer()
    let first = server.add("first thread", by: "ben@example.org")
    _ = server.add("second thread", by: "ben@example.org")
    _ = server.add("a late reply", by: "ben@example.org", below: first)
    let session = try FireflySession.start(["--server", server.address])
    try session.terminal.wait(for: "1 of 3")
    try session.terminal.send("a")
    try session.terminal.wait(for: "1 of 2")
    let rows = session.terminal.screenRows
    let places = ["first thread", "second thread"].map { title in
      rows.firstIndex { $0.contains(title) } ?? 99
    }
    #expect(places[0] < places[1] && places[1] < 99)
    #expect(rows[0].contains("threads") && !session.terminal.screenText.contains("a late reply"))
    #expect(try session.quit() == .code(0))
    // The choice is kept, here on the own server too.
    let home = try FireflyHome()
    _ = try home.add(
      SamplePost(title: "imported", children: SamplePost.numbered("comment", 60)))
    let own = try FireflySession.start(home: home)
    try own.terminal.wait(for: "everyone's posts")
    try own.terminal.send("a")
    try own.terminal.wait(for: "imported")
    #expect(!own.terminal.screenText.contains("comment 1"))
    #expect(try own.quit() == .code(0))
    let again = try FireflySession.start(home: home)
    try again.terminal.wait(for: "threads")
    try again.terminal.wait(for: "imported")
    #expect(try again.quit() == .code(0))
  }

  @Test func repliesOfAPostAreLoadedAhead() async throws {
    let server = try await PlainServer()
    let parent = server.add("parent")
    _ = server.add("child", below: parent)
    _ = server.add("alone")
    let session = try FireflySession.start(["--server", server.address])
    try session.terminal.wait(for: "1 of 3")
    try session.terminal.send("<end>")
    let target = "/api/posts/\(parent)/children"
    try session.terminal.wait(until: "the replies are asked for") { _ in
      server.requests.contains { $0.contains(target) }
    }
    try session.terminal.send("<right>")
    try session.terminal.wait(for: "child")
    #expect(try session.quit() == .code(0))

    let home = try FireflyHome()
    try home.configure("prefetch: false\n")
    let quiet = try await PlainServer()
    let other = quiet.add("parent")
    _ = quiet.add("child", below: other)
    let still = try FireflySession.start(["--server", quiet.address], home: home)
    try still.terminal.wait(for: "parent")
    _ = try still.settledRows()
    #expect(!quiet.requests.contains { $0.contains("/children") })
    #expect(try still.quit() == .code(0))
  }
}
