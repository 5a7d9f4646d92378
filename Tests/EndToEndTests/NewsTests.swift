import Foundation
import OwnThreads
import PlainServer
import TerminalHarness
import Testing

/// What is new, from one program to another.
@Suite(.serialized, .ownThreads) struct NewsTests {

  /// Two programs at one database: what is written in one is told in the other.
  @Test func matchIsReportedToAutomation() throws {
    let home = try FireflyHome()
    let query = try home.run(
      ["post", "--template", "query", "--title", "looms", "--summary", "looms"], input: "looms")
    #expect(query.status == 0, "\(query.error)")
    let session = try FireflySession.start(home: home)
    try session.terminal.send("<f2>")
    try session.terminal.wait(for: "looms")
    #expect(try !session.settledRows()[23].contains("searches ●"))
    let post = try home.run(
      ["post", "--title", "a loom", "--summary", "s"], input: "of four planks")
    #expect(post.status == 0, "\(post.error)")
    try session.terminal.wait(until: "a dot on the tab") {
      $0.screenRows[23].contains("searches ●")
    }
    try session.terminal.wait(until: "a dot on the card") {
      $0.screenRows[..<22].contains { $0.contains("●") }
    }
    // Looked at, it is gone; and what was written is in the list of posts without a key for that.
    try session.terminal.send("<right>")
    try session.terminal.wait(for: "a loom")
    try session.terminal.wait(until: "no dot") { !$0.screenRows[23].contains("searches ●") }
    // What is read has stayed where it was, below it.
    try session.terminal.send("<f1><home>")
    try session.terminal.wait(for: "a loom")
    #expect(try session.quit() == .code(0))
  }

  /// Two users at one `firefly serve`: a dot, and the post on top without moving what is read.
  @Test func twoUsersAtOneServer() throws {
    let house = try FireflyHome()
    let server = try ServeProcess(home: house)
    defer { withExtendedLifetime(house) {} }
    let ada = try server.signIn("ada@example.org")
    let ben = try server.signIn("ben@example.org")
    let session = try FireflySession.start(["--server", server.address], home: ada)
    try session.go("jj", to: "3 of 50+")
    let rows = try session.settledRows()
    func write(_ title: String) throws {
      let result = try ben.run(
        ["post", "--title", title, "--server", server.address], input: "words")
      #expect(result.status == 0, "\(result.error)")
    }
    try write("from ben")
    try session.terminal.wait(for: "1 new ·")
    try session.terminal.wait(for: " 4 of")
    #expect(Array(session.terminal.screenRows[2..<22]) == Array(rows[2..<22]))
    try session.terminal.send("<f3>")
    try session.terminal.wait(for: "recent users")
    try write("from ben again")
    try session.terminal.wait(until: "a dot") { $0.screenRows[23].contains("posts ●") }
    try session.terminal.send("<f1>")
    try session.terminal.wait(for: "2 new ·")
    try session.terminal.wait(for: " 5 of")
    #expect(try !session.settledRows()[23].contains("posts ●"))
    #expect(try session.quit() == .code(0))
  }

  /// A server without events is asked, also for a visitor.
  @Test(arguments: [true, false]) func aPlainServerIsAsked(isSignedIn: Bool) async throws {
    let server = try await PlainServer(users: [
      "ada@example.org": "Ada Linden", "ben@example.org": "Ben",
    ])
    for number in 1...12 { server.add("old post \(number)", by: "ben@example.org") }
    let home = try FireflyHome()
    if isSignedIn { try home.signIn(on: server) }
    let session = try FireflySession.start(["--server", server.address], home: home)
    try session.go("jj", to: "3 of 12")
    try session.terminal.send("<f3>")
    try session.terminal.wait(until: "a question") { _ in
      isSignedIn
        ? server.requests.contains("POST /api/notifications/poll")
        : server.requests.count { $0 == "GET /api/posts/recent-tagged" } > 2
    }
    server.add("a new post", by: "ben@example.org", at: Date() + 2)
    try session.terminal.wait(until: "a dot") { $0.screenRows[23].contains("posts ●") }
    try session.terminal.send("<f1>")
    try session.terminal.wait(for: " new · ")
    try session.terminal.wait(for: " 4 of 13")
    #expect(!server.requests.contains("GET /api/events"))
    #expect(try session.quit() == .code(0))
    await server.stop()
  }

  /// The lists of all tabs are requested in the same turn, each once: the read marks take the numbers of
  /// the list that came.
  @Test func theFirstStartAsksForEachListOnce() async throws {
    let server = try await PlainServer(users: ["ben@example.org": "Ben"])
    for number in 1...12 { server.add("post \(number)", by: "ben@example.org") }
    server.delay("/api/posts/recent-tagged?tags=post", by: 2)
    let session = try FireflySession.start(["--server", server.address], home: try FireflyHome())
    let lists = ["GET /api/posts/recent-tagged", "GET /api/users/recent"]
    // The searches and the users, while the posts are awaited.
    try session.terminal.wait(until: "the other lists") { screen in
      lists.allSatisfy(server.requests.contains)
    }
    #expect(!session.terminal.screenText.contains("1 of 12"))
    try session.terminal.wait(for: "1 of 12")
    _ = try session.settledRows()
    // A visitor's question for news may have followed.
    #expect([3, 4].contains(server.requests.count { lists.contains($0) }), "\(server.requests)")
    #expect(try session.quit() == .code(0))
    await server.stop()
  }

  /// What one writes hides nobody else: a list that one has seen stays, until `a` chooses another one.
  @Test func aFirstPostLeavesEveryonesPosts() throws {
    let home = try FireflyHome()
    func start(_ words: String, _ press: String = "", then other: String? = nil) throws {
      let session = try FireflySession.start(home: home)
      try session.terminal.wait(for: words)
      try session.terminal.send(press)
      try session.terminal.wait(for: other ?? words)
      #expect(try session.quit() == .code(0))
    }
    try start("everyone's posts", "nby hand<c-s>", then: "Posted.")
    #expect(try home.run(["post", "--title", "in a shell"], input: "words").status == 0)
    try start("everyone's posts", "aa", then: "my posts")
    try start("my posts")
  }
}
