import OwnThreads
import PlainServer
import TerminalHarness
import Testing

/// `--post` on a server that fails to give the post itself.
@Suite(.serialized, .ownThreads) struct FailingParentTests {
  @Test func itsRepliesAreShown() async throws {
    let server = try await PlainServer()
    let parent = server.add("the parent")
    server.add("a reply", below: parent)
    server.fail("/api/posts/\(parent)$")
    let session = try FireflySession.start(
      ["--server", server.address, "--post", "\(parent)"], home: try FireflyHome())
    let terminal = session.terminal
    try terminal.wait(for: "a reply")
    try terminal.wait(for: "1 of 1")
    #expect(terminal.screenText.contains("..."))
    try terminal.send("<left>")
    try terminal.wait(for: "1 of 2")
    #expect(try session.quit() == .code(0))
    // Without replies, there is nothing to show.
    let other = try FireflySession.start(
      ["--server", server.address, "--post", "999"], home: try FireflyHome())
    try other.terminal.wait(for: "No post 999.")
    #expect(try other.quit() == .code(0))
    await server.stop()
  }
}
