import OwnThreads
import PlainServer
import TerminalHarness
import Testing

/// Two people who answer each other, each in their own program.
@Suite(.serialized, .ownThreads) struct RepliesTests {
  @Test func anAnswerToSomeoneElse() throws {
    let house = try FireflyHome()
    let server = try ServeProcess(home: house)
    let ada = try server.signIn("ada@example.com")
    let ben = try server.signIn("ben@example.com")
    let id = try #require(
      try ada.run(
        ["post", "--title", "a boat", "--summary", "of oak", "--server", server.address],
        input: "It took three weeks."
      ).lines.first)
    let hers = try FireflySession.start(["--server", server.address, "--post", id], home: ada)
    try hers.terminal.wait(for: "No replies")
    try hers.terminal.wait(for: "n reply")
    // Wide enough for the hint behind the server and the account.
    let his = try FireflySession.start(
      ["--server", server.address], home: ben, size: TerminalSize(columns: 120, rows: 24))
    try his.terminal.wait(for: "a boat")
    try his.terminal.send("g+")
    try his.terminal.wait(for: "Ctrl-S save")
    // What is answered is in sight.
    try his.terminal.wait(for: "It took three weeks.")
    try his.terminal.send("which oak?<c-s>")
    try his.terminal.wait(for: "n reply")
    // Who is answered sees it, and answers on the same level.
    try hers.terminal.wait(for: "which oak?")
    try hers.terminal.send("+")
    try hers.terminal.wait(for: "Ctrl-S save")
    try hers.terminal.send("from the yard<c-s>")
    try hers.terminal.wait(for: "1 of 1")
    try his.terminal.wait(for: "▐ ❯ ▌")
    try his.terminal.send("<right>")
    try his.terminal.wait(for: "from the yard")
    #expect(try his.quit() == .code(0))
    #expect(try hers.quit() == .code(0))
    withExtendedLifetime(house) {}
  }

  /// A server that doesn't say who may reply is tried.
  @Test func onAPlainServer() async throws {
    let server = try await PlainServer()
    server.add("theirs", by: "ben@example.org")
    let home = try FireflyHome()
    try home.signIn(on: server)
    let session = try FireflySession.start(["--server", server.address], home: home)
    try session.terminal.wait(for: "theirs")
    try session.terminal.send("+")
    try session.terminal.wait(for: "Ctrl-S save")
    try session.terminal.send("an answer<s-tab>s<c-s>")
    try session.terminal.wait(for: "e edit")
    #expect(server.titles.contains("an answer"))
    #expect(try session.quit() == .code(0))
    await server.stop()
  }
}
