import OwnThreads
import TerminalHarness
import Testing

/// What a newcomer sees in the first second: the first card opens by itself.
@Suite(.ownThreads) struct WelcomeTests {
  /// Starts, and waits until nothing has moved for longer than the card would wait.
  private func start(
    _ home: FireflyHome, _ arguments: [String] = [], rows: Int = 24, moves: Bool = true,
    resumes: Bool = true, keys: String = ""
  ) throws -> FireflySession {
    let session = try FireflySession.start(
      arguments, home: home, size: TerminalSize(columns: 80, rows: rows), moves: moves,
      resumes: resumes)
    try session.terminal.send(keys)
    try session.terminal.wait(for: "welcome to firefly")
    try session.terminal.waitForRest(.milliseconds(1_500))
    return session
  }

  private func isOpen(_ session: FireflySession) -> Bool {
    session.terminal.screenText.contains("Good evening")
  }

  @Test func theFirstCardOpensOnce() throws {
    let home = try FireflyHome()
    let session = try start(home)
    #expect(isOpen(session))
    try session.terminal.send("<enter>")
    try session.terminal.wait(until: "the card is closed") {
      !$0.screenText.contains("Good evening")
    }
    #expect(try session.quit() == .code(0))
    #expect(!isOpen(try start(home, resumes: false)))
  }

  @Test func itStaysClosedWhereItWouldDisturb() throws {
    #expect(!isOpen(try start(FireflyHome(), moves: false)))
    #expect(!isOpen(try start(FireflyHome(), resumes: false)))
    #expect(!isOpen(try start(FireflyHome(), rows: 19)))
    #expect(!isOpen(try start(FireflyHome(), ["--automation", "0"])))
    // A key that came before.
    #expect(!isOpen(try start(FireflyHome(), keys: "<down>")))
    // Data of the user's own.
    let home = try FireflyHome()
    _ = try home.add(
      SamplePost(title: "welcome to firefly", summary: "mine", body: "Good evening"))
    #expect(!isOpen(try start(home)))
  }
}
