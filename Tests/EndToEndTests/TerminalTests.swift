import Foundation
import OwnThreads
import TerminalHarness
import Testing

/// How the program treats the terminal it is given.
@Suite(.serialized, .ownThreads) struct TerminalTests {
  @Test(arguments: [
    SIGHUP, SIGINT, SIGQUIT, SIGILL, SIGABRT, SIGBUS, SIGFPE, SIGUSR1, SIGSEGV, SIGUSR2, SIGALRM,
    SIGTERM, SIGXCPU, SIGVTALRM, SIGPROF, SIGIO, SIGPWR, SIGSYS, 34, 64,
  ])
  func theTerminalIsRestoredAfter(signal: Int32) throws {
    let session = try FireflySession.start(among: SamplePost.numbered("card", 5))
    #expect(try session.terminal.leftovers().isEmpty == false)
    session.terminal.signal(signal)
    #expect(try session.terminal.waitForExit(timeout: .seconds(30)) == .signal(signal))
    #expect(try session.terminal.leftovers() == [])
  }

  @Test func theTerminalIsRestoredAfterQuitting() throws {
    let session = try FireflySession.start(among: SamplePost.numbered("card", 5))
    #expect(try session.quit() == .code(0))
    #expect(try session.terminal.leftovers() == [])
  }

  /// The console of Linux has a mouse in its description, but answers no questions.
  @Test(arguments: [SIGTERM, SIGABRT, 0])
  func theConsoleIsRestored(signal: Int32) throws {
    let session = try FireflySession.start(
      among: SamplePost.numbered("card", 5), environment: ["TERM": "linux", "COLORTERM": ""])
    try session.terminal.wait(until: "the mouse") { $0.isMouseReported }
    if signal == 0 {
      #expect(try session.quit() == .code(0))
    } else {
      session.terminal.signal(signal)
      #expect(try session.terminal.waitForExit(timeout: .seconds(30)) == .signal(signal))
    }
    #expect(try session.terminal.leftovers() == [])
  }

  /// A terminal with one screen only: the prompt comes on an empty one.
  @Test func nothingStaysOnATerminalWithOneScreen() throws {
    let home = try FireflyHome()
    let id = try home.add(
      SamplePost(title: "the root", children: SamplePost.numbered("card", 9)))
    let shell = try ShellSession(home, environment: ["TERM": "vt100"])
    func expectOnlyTheShell() throws {
      try shell.waitForPrompt()
      let text = shell.terminal.screenText
      #expect(!text.contains("card") && !text.contains("F1"))
    }
    try shell.run("\(BuiltProgram.firefly) --no-motion --post \(id)")
    try shell.terminal.wait(for: "1 of 9")
    try shell.terminal.send("<c-z>")
    try expectOnlyTheShell()
    #expect(shell.terminal.screenText.contains("Stopped"))
    try shell.run("fg")
    try shell.terminal.wait(for: "1 of 9")
    try shell.terminal.send("q")
    try expectOnlyTheShell()
  }

  @Test func aStormOfResizes() throws {
    let session = try FireflySession.start(among: SamplePost.numbered("card", 40))
    try session.terminal.send("<down>", times: 10)
    try session.go("", to: "11 of 40")
    _ = try session.settledRows()
    for step in 0..<40 {
      try session.terminal.resize(columns: 1 + step * 53 % 160, rows: 1 + step * 29 % 60)
      usleep(2_000)
    }
    try session.terminal.resize(columns: 80, rows: 24)
    try session.go("", to: "11 of 40")
    try session.go("<down>", to: "12 of 40")
    #expect(session.terminal.screenText.contains("F1"))
    #expect(try session.quit() == .code(0))
    #expect(try session.terminal.leftovers() == [])
  }

  @Test(arguments: [(40, 12), (20, 6), (5, 2), (1, 1), (300, 90)])
  func sizes(columns: Int, rows: Int) throws {
    let home = try FireflyHome()
    let session = try FireflySession.start(
      home: home, size: TerminalSize(columns: columns, rows: rows))
    try session.terminal.wait(until: "the program") { $0.isOnAlternateScreen }
    try session.terminal.waitForRest()
    try session.terminal.send("<down><enter><down><right><left>?<esc>")
    try session.terminal.waitForRest()
    #expect(session.terminal.exitStatus == nil)
    #expect(session.terminal.screenRows.contains { !$0.isEmpty } || columns < 20)
    #expect(try session.quit() == .code(0))
  }

  @Test func colorsOfTheSeeds() throws {
    // Named, because otherwise the terminal's dark background asks for the dark theme.
    let session = try FireflySession.start(
      among: SamplePost.numbered("card", 3), environment: ["FIREFLY_THEME": "firefly"])
    let colors = try backgrounds(of: session)
    // The backdrop, and white at 90 % over it.
    #expect(colors.contains(.rgb(128, 128, 128)))
    #expect(colors.contains(.rgb(242, 242, 242)))
  }

  @Test func aDarkTerminalGetsTheDarkTheme() throws {
    // The harness answers the question for the background's colour with black.
    let session = try FireflySession.start(among: SamplePost.numbered("card", 3))
    try session.terminal.wait(until: "the dark theme") { _ in
      try backgrounds(of: session).contains(.rgb(20, 22, 27))
    }
  }

  @Test func linksCanBeFollowedByTheTerminal() throws {
    let card = SamplePost(title: "card 00000", body: "See [the lamp](https://example.com/lamp).")
    let session = try FireflySession.start(among: [card])
    try session.terminal.send("<enter>")
    try session.terminal.wait(for: "the lamp")
    try session.terminal.waitForRest()
    let written = String(
      decoding: session.terminal.output(since: 0).flatMap(\.bytes), as: UTF8.self)
    #expect(written.contains("\u{1B}]8;;https://example.com/lamp\u{1B}\\"))
    // What is written a second time looks as it did before.
    #expect(session.terminal.screenText.contains("See the lamp"))
    // The one place that a terminal can save is the shell's, where the alternate screen leads back to.
    #expect(!written.contains("\u{1B}7"))
    #expect(try session.quit() == .code(0))
    #expect(try session.terminal.leftovers().isEmpty)
  }

  @Test func lessColorWhereLessIsPossible() throws {
    let session = try FireflySession.start(
      among: SamplePost.numbered("card", 3), environment: ["COLORTERM": ""])
    #expect(try !backgrounds(of: session).contains { if case .rgb = $0 { true } else { false } })
  }

  @Test func noColorIsHonoured() throws {
    let session = try FireflySession.start(
      among: SamplePost.numbered("card", 3), environment: ["NO_COLOR": "1"])
    #expect(try backgrounds(of: session) == [.standard])
  }

  @Test func plainCharactersWithoutUTF8() throws {
    let session = try FireflySession.start(
      among: SamplePost.numbered("card", 3), environment: ["LC_ALL": "C", "LANG": "C"])
    let screen = try session.settledRows().joined()
    #expect(!screen.contains { !$0.isASCII })
    #expect(screen.contains("card 1"))
  }

  @Test func nothingHappensWhileNothingMoves() throws {
    let session = try FireflySession.start(among: SamplePost.numbered("card", 5))
    try session.terminal.waitForRest(.milliseconds(700))
    let count = session.terminal.outputCount
    // Longer than the beat of a clock that shows seconds.
    sleep(1)
    #expect(session.terminal.outputCount == count)
  }

  @Test func suspendingGivesTheTerminalBack() throws {
    let home = try FireflyHome()
    let id = try home.add(
      SamplePost(title: "the root", children: SamplePost.numbered("card", 9)))
    let shell = try ShellSession(home)
    try shell.run("\(BuiltProgram.firefly) --no-motion --post \(id)")
    try shell.terminal.wait(for: "1 of 9")
    try shell.terminal.send("<down><c-z>")
    try shell.waitForPrompt()
    let terminal = shell.terminal
    #expect(terminal.screenText.contains("Stopped"))
    #expect(
      !terminal.isOnAlternateScreen && terminal.isCursorVisible && !terminal.isMouseReported)
    try shell.run("fg")
    try terminal.wait(for: "2 of 9")
    #expect(terminal.isOnAlternateScreen)
    try terminal.send("q")
    try shell.waitForPrompt()
    #expect(!terminal.isOnAlternateScreen)
  }

  /// Stopped and continued by others, behind the back of the shell's `fg`.
  @Test func stoppedAndContinuedFromOutside() throws {
    let home = try FireflyHome()
    let id = try home.add(
      SamplePost(title: "the root", children: SamplePost.numbered("card", 9)))
    let shell = try ShellSession(home)
    let terminal = shell.terminal
    try shell.run("\(BuiltProgram.firefly) --no-motion --post \(id)")
    try terminal.wait(for: "1 of 9")
    let program = try shell.program
    kill(program, SIGTSTP)
    try shell.waitForPrompt()
    #expect(terminal.screenText.contains("Stopped"))
    #expect(!terminal.isOnAlternateScreen && !terminal.isMouseReported)
    // In the background it must leave the terminal to the shell: the system stops it again.
    try shell.run("kill -CONT %1")
    try shell.waitForPrompt()
    try terminal.wait(until: "the second stop") { _ in Self.isStopped(program) }
    #expect(!terminal.isOnAlternateScreen)
    try shell.run("fg")
    try terminal.wait(until: "the program") { $0.isOnAlternateScreen }
    try terminal.wait(for: "1 of 9")
    try terminal.send("j")
    try terminal.wait(for: "2 of 9")
    try terminal.send("q")
    try shell.waitForPrompt()
    #expect(!terminal.isOnAlternateScreen)
  }

  /// As `kill -STOP` does: the program can't restore the terminal before, and the shell changes it.
  @Test func continuedAfterAStopWithoutWarning() throws {
    let home = try FireflyHome()
    let id = try home.add(
      SamplePost(title: "the root", children: SamplePost.numbered("card", 9)))
    let shell = try ShellSession(home)
    let terminal = shell.terminal
    try shell.run("\(BuiltProgram.firefly) --no-motion --post \(id)")
    try terminal.wait(for: "1 of 9")
    kill(try shell.program, SIGSTOP)
    try shell.waitForPrompt()
    try shell.run(
      #"stty sane; printf '\033[?1049l\033[?2004l\033[?1000l\033[?1002l\033[?1006l\033[?1l\033>'"#)
    try shell.waitForPrompt()
    #expect(!terminal.isOnAlternateScreen && !terminal.isMouseReported)
    try shell.run("fg")
    try terminal.wait(until: "the program") { $0.isOnAlternateScreen && $0.isMouseReported }
    try terminal.wait(for: "1 of 9")
    try terminal.send("j")
    try terminal.wait(for: "2 of 9")
    #expect(terminal.isSet(mode: 2004))
    try terminal.send("q")
    try shell.waitForPrompt()
    #expect(!terminal.isOnAlternateScreen && !terminal.isMouseReported)
  }

  @Test(arguments: ["xterm-nonesuch"]) func aTerminalThatThisMachineDoesNotKnow(type: String) throws
  {
    let session = try FireflySession.start(
      among: SamplePost.numbered("card", 3), environment: ["TERM": type])
    try session.terminal.wait(
      for: "The terminal “\(type)” is unknown here; taken for xterm-256color.")
    #expect(try session.quit() == .code(0))
    #expect(try session.terminal.leftovers() == [])
  }

  private static func isStopped(_ process: Int32) -> Bool {
    let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
    return status?.split(separator: ")").last?.hasPrefix(" T") == true
  }

  @Test func pipesAreSentToPosts() throws {
    let home = try FireflyHome()
    let result = try home.run([])
    #expect(result.status != 0)
    #expect(result.output.isEmpty)
    #expect(result.error.contains("firefly posts"))
  }

  private func backgrounds(of session: FireflySession) throws -> Set<ScreenColor> {
    _ = try session.settledRows()
    let size = session.terminal.size
    return Set(
      (0..<size.rows).flatMap { row in
        (0..<size.columns).compactMap { session.terminal.cell($0, row)?.background }
      })
  }
}
