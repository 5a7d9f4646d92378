import Glibc
import OwnThreads
import TerminalHarness
import Testing

/// What the terminal is prepared for while one types, and no longer.
@Suite(.serialized, .ownThreads) struct TypingTests {
  /// Begins to type, on a terminal that has kitty's keyboard protocol.
  private func typing() throws -> FireflySession {
    let session = try FireflySession.start(among: SamplePost.numbered("card", 5))
    // The answer to the question of the start.
    try session.terminal.send("\u{1B}[?0u")
    try session.terminal.waitForRest()
    #expect(!session.terminal.hasKeyboardProtocol)
    try session.terminal.send("/")
    try session.terminal.wait(until: "the keyboard") { $0.hasKeyboardProtocol }
    return session
  }

  @Test func escapeIsKnownAtOnce() throws {
    let session = try typing()
    try session.terminal.send("\u{1B}[27u")
    try session.terminal.wait(until: "no more typing") { !$0.hasKeyboardProtocol }
    #expect(try session.quit() == .code(0))
    #expect(try session.terminal.leftovers() == [])
  }

  @Test(arguments: [SIGTERM, SIGHUP, SIGUSR1, SIGSEGV, SIGKILL]) func everyWayOut(signal: Int32)
    throws
  {
    let session = try typing()
    session.terminal.signal(signal)
    _ = try session.terminal.waitForExit()
    // Nobody can tidy up after the last one.
    let left = try session.terminal.leftovers()
    #expect(left.isEmpty != (signal == SIGKILL), "\(left)")
  }

  @Test func aTerminalWithoutIt() throws {
    let session = try FireflySession.start(among: SamplePost.numbered("card", 5))
    try session.terminal.send("/card")
    try session.terminal.wait(until: "typing") { $0.isCursorVisible }
    #expect(!session.terminal.hasKeyboardProtocol)
    try session.terminal.send("<esc>")
    try session.terminal.wait(until: "no more typing") { !$0.isCursorVisible }
    #expect(try session.quit() == .code(0))
    #expect(try session.terminal.leftovers() == [])
  }
}
