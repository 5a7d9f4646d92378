import Foundation
import TerminalHarness
import Testing

/// However the program ends, the terminal is as it was.
@Suite struct RestoreTests {
  private func cards() throws -> TerminalSession {
    let session = try probe("cards")
    try session.wait(for: "1 of 10000")
    #expect(session.isOnAlternateScreen)
    #expect(try !session.attributes().isCanonical)
    return session
  }

  @Test(arguments: [("q", TerminationStatus.code(0)), ("X", .code(3))])
  func anOrderlyEnd(key: String, status: TerminationStatus) throws {
    let session = try cards()
    try session.send(key)
    #expect(try session.waitForExit() == status)
    #expect(try session.leftovers().isEmpty)
  }

  /// While it scrolls, ncurses saves the cursor's position; some terminals save that it is hidden with it.
  @Test(arguments: [0, SIGTERM]) func anEndAfterScrolling(signal: Int32) throws {
    let session = try cards()
    for number in 2...6 {
      try session.send("n")
      try session.wait(for: "\(number) of 10000")
    }
    let output = session.output(since: 0).flatMap(\.bytes)
    #expect(output.indices.dropLast().contains { output[$0] == 0x1B && output[$0 + 1] == 0x37 })
    if signal == 0 { try session.send("q") } else { session.signal(signal) }
    #expect(try session.waitForExit() == (signal == 0 ? .code(0) : .signal(signal)))
    #expect(try session.leftovers().isEmpty)
  }

  /// On a slow line the terminal's answers come when the program is about to end.
  @Test func lateAnswersDontReachTheShell() throws {
    let program = BuiltProgram.path(of: "FireflyCursesProbe")
    // The machine may be busy: then they come later than a terminal is waited for.
    for _ in 0..<5 {
      let session = try TerminalSession(
        ["/bin/sh", "-c", "\(program) bye; cat -v"], answers: false)
      try session.wait(until: "the questions") {
        String(decoding: $0.output(since: 0).flatMap(\.bytes), as: UTF8.self).contains("\u{1B}[c")
      }
      let start = ContinuousClock.now
      usleep(200_000)
      try session.send("\u{1B}]11;rgb:1/1/1\u{1B}\\\u{1B}[?1;2c")
      let isInTime = ContinuousClock.now - start < .milliseconds(600)
      try session.wait(until: "the shell's screen") { !$0.isOnAlternateScreen }
      try session.send("over<enter>")
      try session.wait(for: "over")
      guard isInTime else { continue }
      #expect(!session.screenText.contains("rgb") && !session.screenText.contains("2c"))
      return
    }
  }

  @Test(arguments: [("S", SIGSEGV), ("A", SIGABRT), ("R", SIGSEGV)])
  func aFault(key: String, signal: Int32) throws {
    let session = try cards()
    try session.send(key)
    #expect(try session.waitForExit(timeout: .seconds(30)) == .signal(signal))
    #expect(try session.leftovers().isEmpty)
  }

  @Test func aTrapOfSwift() throws {
    let session = try cards()
    try session.send("T")
    let status = try session.waitForExit(timeout: .seconds(30))
    #expect(status == .signal(SIGILL) || status == .signal(SIGTRAP))
    #expect(try session.leftovers().isEmpty)
  }

  /// Signals that stop a program, let it go on, or mean nothing to it; and two of the C library's own.
  private static let harmless: Set<Int32> = [
    SIGSTOP, SIGTSTP, SIGTTIN, SIGTTOU, SIGCONT, SIGCHLD, SIGURG, SIGWINCH, 32, 33,
  ]

  /// Every signal that ends programs, but the one that none can do anything about.
  @Test(arguments: Set<Int32>(1...64).subtracting(harmless).subtracting([SIGKILL]).sorted())
  func aSignal(_ signal: Int32) throws {
    let session = try cards()
    session.signal(signal)
    #expect(try session.waitForExit(timeout: .seconds(30)) == .signal(signal))
    #expect(try session.leftovers().isEmpty)
  }

  @Test func suspendedAndContinued() throws {
    let session = try cards()
    try session.send("<c-z>")
    try session.wait(until: "the shell's screen") { !$0.isOnAlternateScreen }
    try session.waitForStop()
    #expect(try session.attributes() == session.initialAttributes)
    #expect(session.isCursorVisible)
    try session.resize(columns: 100, rows: 30)
    session.signal(SIGCONT)
    try session.wait(until: "the cards") {
      $0.isOnAlternateScreen && $0.screenText.contains("1 of 10000")
    }
    #expect(try !session.attributes().echoes)
    try session.send("j")
    try session.wait(for: "2 of 10000")
    try session.send("q")
    #expect(try session.waitForExit() == .code(0))
    #expect(try session.leftovers().isEmpty)
  }

  @Test func aLateAnswerDoesNotReachTheShell() throws {
    // What the probe leaves unread, or what comes after it, is shown by od.
    let session = try TerminalSession([
      "sh", "-c",
      "\"$0\" bye; stty -icanon -echo min 0 time 3; head -c 200 | od -An -c; echo the shell",
      BuiltProgram.path(of: "FireflyCursesProbe"),
    ])
    try session.wait(for: "the shell")
    #expect(try session.waitForExit() == .code(0))
    #expect(session.screenRows.filter { !$0.isEmpty } == ["the shell"])
  }

  /// Terminals that have but one screen: nothing of the program may stay on it.
  @Test(arguments: ["vt100", "linux"], [0, SIGTERM, SIGSEGV])
  func oneScreenIsLeftEmpty(type: String, signal: Int32) throws {
    let session = try probe("cards", environment: ["TERM": type])
    try session.wait(for: "1 of 10000")
    if signal == 0 { try session.send("q") } else { session.signal(signal) }
    let status = try session.waitForExit(timeout: .seconds(30))
    #expect(status == (signal == 0 ? .code(0) : .signal(signal)))
    #expect(try session.leftovers().isEmpty)
    #expect(session.screenRows.filter { !$0.isEmpty } == [])
    #expect(session.cursor.column == 0 && session.cursor.row == 0)
  }

  @Test func oneScreenIsEmptyWhileSuspended() throws {
    let session = try probe("cards", environment: ["TERM": "vt100"])
    try session.wait(for: "1 of 10000")
    try session.send("<c-z>")
    try session.wait(until: "an empty screen") { $0.screenRows.allSatisfy(\.isEmpty) }
    try session.waitForStop()
    session.signal(SIGCONT)
    try session.wait(for: "1 of 10000")
    try session.send("q")
    #expect(try session.waitForExit() == .code(0))
    #expect(session.screenRows.filter { !$0.isEmpty } == [])
  }
}
