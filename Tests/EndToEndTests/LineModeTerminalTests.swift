import Foundation
import OwnThreads
import PlainServer
import TerminalHarness
import Testing

/// Line mode in a terminal, on a server with accounts.
@Suite(.serialized, .ownThreads) struct LineModeTerminalTests {
  @Test func signingInWritingAndLeavingBySentences() async throws {
    let server = try await PlainServer()
    server.add("a post of Ada's")
    let session = try FireflySession.start(["--accessible", "--server", server.address])
    let terminal = session.terminal
    try terminal.wait(for: "1 of 1. a post of Ada's.")
    try terminal.send("i<enter>")
    try terminal.wait(for: "your e-mail address")
    try terminal.send("ada@example.org<enter>")
    try terminal.wait(for: "Enter the 4-digit code sent to ada@example.org")
    // Keys are named, where a line is text.
    try terminal.send("Ctrl-O<enter>")
    try terminal.wait(until: "the address again") {
      $0.screenText.components(separatedBy: "your e-mail address").count > 2
    }
    try terminal.send("ada@example.org<enter>")
    try terminal.wait(until: "a second code") {
      $0.screenText.components(separatedBy: "Enter the 4-digit code").count > 2
    }
    try terminal.send(try #require(server.code(of: "ada@example.org")) + "<enter>")
    try terminal.wait(for: "You are signed in as Ada Linden.")
    try terminal.send("n<enter>")
    try terminal.wait(for: "Title, or esc")
    try terminal.send("a walk<enter>wet<enter>In the rain.<enter>.<enter>")
    try terminal.wait(for: "s saves")
    try terminal.send("s<enter>")
    try terminal.wait(for: "a walk. wet. Ada Linden")
    try terminal.send("q<enter>")
    #expect(try terminal.waitForExit() == .code(0))
    // Nothing but that what is pasted shall be marked.
    let bytes = terminal.output(since: 0).flatMap(\.bytes)
    let marks = String(decoding: bytes, as: UTF8.self)
      .split(separator: "\u{1B}", omittingEmptySubsequences: false).dropFirst()
    #expect(marks.map { $0.prefix(7) } == ["[?2004h", "[?2004l"])
    await server.stop()
  }

  /// A terminal keeps 4,095 bytes of a line; where one was is where one goes on.
  @Test func aLineThatIsTooLongIsSaidAndThePlaceIsKept() throws {
    var session = try FireflySession.start(["--accessible"])
    try session.terminal.wait(for: "1 of ")
    try session.terminal.send("right<enter>")
    try session.terminal.wait(for: "Level 1.")
    try session.terminal.send("n<enter>")
    try session.terminal.wait(for: "ended by a line")
    try session.terminal.send(String(repeating: "a", count: 5_000) + "<enter>")
    try session.terminal.wait(for: "its end is missing")
    try session.terminal.send("esc<enter>3<enter>q<enter>")
    #expect(try session.terminal.waitForExit() == .code(0))
    session = try FireflySession.start(["--accessible"], home: session.home, resumes: true)
    try session.terminal.wait(for: "Replies to: welcome to firefly.")
  }

  /// A terminal that is paused stops neither the program nor its end.
  @Test func aSignalEndsItWhileTheTerminalIsPaused() throws {
    let session = try FireflySession.start(["--accessible"])
    let terminal = session.terminal
    try terminal.wait(for: "1 of ")
    try terminal.send("1<enter><c-s>")
    try terminal.send("?<enter>")
    terminal.signal(SIGTERM)
    #expect(try terminal.waitForExit() == .signal(SIGTERM))
  }

  /// After another program the terminal still marks what is pasted: it is no command.
  @Test func pastesAreMarkedAfterAnotherProgram() throws {
    let session = try FireflySession.start(["--accessible"], environment: ["EDITOR": "true"])
    let terminal = session.terminal
    try terminal.wait(for: "1 of ")
    try terminal.send("n<enter>")
    try terminal.wait(for: "Title, or esc")
    try terminal.send("a title<enter><enter>words<enter>.<enter>")
    try terminal.wait(for: "s saves")
    try terminal.send("x<enter>")
    try terminal.wait(for: "when you have finished editing")
    try terminal.send("<enter>")
    try terminal.wait(for: "? says what else")
    try terminal.send("c<enter>2<enter>q<enter>")
    #expect(try terminal.waitForExit() == .code(0))
    let output = String(decoding: terminal.output(since: 0).flatMap(\.bytes), as: UTF8.self)
    let parts = output.split(separator: "\u{1B}[?2004", omittingEmptySubsequences: false)
    var marks = parts.dropFirst().compactMap(\.first)
    // After another program they are turned off once more: it may have left them on.
    marks = zip(marks, [nil] + marks).filter { $0.0 != $0.1 }.map(\.0)
    #expect(marks == ["h", "l", "h", "l"], "\(marks)")
  }
}
