import OwnThreads
import PlainServer
import TerminalHarness
import Testing

/// Signing in by keys, on a server that others run.
@Suite(.serialized, .ownThreads) struct SignInTests {
  @Test func byTheCodeThatTheServerSends() throws {
    let house = try FireflyHome()
    let server = try ServeProcess(home: house)
    let home = try FireflyHome()
    var session = try FireflySession.start(["--server", server.address], home: home)
    try session.terminal.wait(for: "1 of ")
    try session.terminal.send("i")
    try session.terminal.wait(for: "your e-mail address")
    try session.terminal.send("new@example.org<enter>")
    try session.terminal.wait(for: "Enter the 4-digit code for new@example.org")
    try session.terminal.wait(for: "This server sends no e-mail")
    let code = try server.waitForCode(of: "new@example.org")
    // A wrong one first.
    try session.terminal.send(code == "0000" ? "1111" : "0000")
    try session.terminal.wait(for: "Wrong code.")
    try session.terminal.send(code)
    try session.terminal.wait(for: "Welcome, new@example.org.")
    try session.terminal.send("<enter>")
    try session.terminal.wait(for: "1 of ")
    #expect(try session.quit() == .code(0))
    #expect(try session.terminal.leftovers().isEmpty)

    // The next start still knows; another home doesn't.
    session = try FireflySession.start(["--server", server.address], home: home)
    try session.terminal.wait(for: "1 of ")
    try session.terminal.send("i")
    try session.terminal.wait(for: "as new@example.org.")
    try session.terminal.send("<c-x><right><enter>")
    try session.terminal.wait(for: "You are signed out.")
    #expect(try session.quit() == .code(0))
    withExtendedLifetime(house) {}
  }

  /// The users are sorted for whoever is signed in, and so are they when another list is shown.
  @Test func theUsersAreAskedForAgain() async throws {
    let server = try await PlainServer()
    server.add("a post of Ada's")
    let home = try FireflyHome()
    let session = try FireflySession.start(["--server", server.address], home: home)
    let terminal = session.terminal
    try terminal.wait(for: "1 of 1")
    try terminal.send("<f3>")
    try terminal.wait(for: "No users yet")
    try terminal.send("<f1>i")
    server.makeBlankProfile(of: "ada@example.org")
    let before = server.requests.count { $0 == "GET /api/users/recent" }
    try session.signIn(on: server)
    try terminal.wait(for: "You are signed in as Ada Linden.")
    try terminal.wait(until: "the users") { _ in
      server.requests.count { $0 == "GET /api/users/recent" } == before + 1
    }
    #expect(try session.quit() == .code(0))
    await server.stop()
  }

  /// One that gives no token and knows no devices: nothing of it is missed.
  @Test func onAPlainServer() async throws {
    let server = try await PlainServer()
    server.add("a post of Ada's")
    server.add("a post of another one", by: "ben@example.org")
    let home = try FireflyHome()
    var session = try FireflySession.start(["--server", server.address], home: home)
    // Nobody is signed in, so no search is one's own: that is asked first, and then done.
    try session.terminal.wait(for: "1 of 2")
    try session.terminal.send("<f2>a")
    try session.terminal.wait(for: "your e-mail address")
    try session.terminal.send("mei@example.org<enter>")
    try session.terminal.wait(for: "You have not been invited")
    try session.terminal.send("<c-u>ada@example.org<enter>")
    try session.terminal.wait(for: "Enter the 4-digit code sent to ada@example.org")
    try session.terminal.send(try #require(server.code(of: "ada@example.org")))
    try session.terminal.wait(for: "my searches")
    try session.terminal.send("<f1>")
    try session.terminal.waitForRest()
    // Whose posts the tab shows depends on which answer came first.
    for _ in 1...2 where !session.terminal.screenText.contains("· my posts") {
      try session.terminal.send("a")
      try session.terminal.waitForRest()
    }
    try session.terminal.wait(for: "my posts")
    try session.terminal.wait(for: "1 of 1")
    #expect(try session.quit() == .code(0))

    // Whose posts are shown was chosen.
    session = try FireflySession.start(["--server", server.address], home: home)
    try session.terminal.wait(for: "1 of 1")
    try session.terminal.send("i")
    try session.terminal.wait(for: "(ada@example.org).")
    try session.terminal.send("<c-x><right><enter>")
    try session.terminal.wait(for: "You are signed out.")
    #expect(try session.quit() == .code(0))
    #expect(!server.requests.contains { $0.contains("devices") })
    await server.stop()
  }
}
