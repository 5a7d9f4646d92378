import Foundation
import TerminalHarness
import Testing

/// The life of a program in a session: its surroundings, its keys, its end.
@Suite struct SessionTests {
  @Test func environmentDirectoryAndControllingTerminal() throws {
    let session = try TerminalSession(
      ["sh", "-c", "echo $GREETING; pwd; tty; ps -o sid= -p $$; echo $$; cat </dev/tty"],
      environment: ["GREETING": "good evening", "PATH": "/usr/bin:/bin"], directory: "/usr")
    try session.wait(for: "\(session.processID)\n")
    let rows = session.screenRows
    #expect(rows[0] == "good evening")
    #expect(rows[1] == "/usr")
    #expect(rows[2].hasPrefix("/dev/pts/"))
    #expect(rows[3].trimmingCharacters(in: .whitespaces) == "\(session.processID)")
  }

  @Test func typedTextComesBackFromCat() throws {
    let session = try TerminalSession(["cat"])
    try session.send("hello <lt>you><enter>")
    try session.wait(for: "hello <you>\nhello <you>")
    try session.send("<c-d>")
    #expect(try session.waitForExit() == .code(0))
    #expect(try session.leftovers().isEmpty)
  }

  @Test func arrowsFollowTheCursorKeyMode() throws {
    let session = try TerminalSession([
      "sh", "-c",
      "stty raw -echo; echo ready; dd bs=9 count=1 2>/dev/null | od -An -c; printf '\\033[?1hagain';"
        + "dd bs=3 count=1 2>/dev/null | od -An -c; read x",
    ])
    try session.wait(for: "ready")
    try session.send("<up><f2><right>")
    try session.wait(for: "again")
    #expect(session.screenText.contains(#"033   [   A 033   O   Q 033   [   C"#))
    try session.send("<up>")
    try session.wait(for: #"033   O   A"#)
  }

  @Test func unknownKeysAreRefused() throws {
    let session = try TerminalSession(["cat"])
    #expect(throws: TerminalError.self) { try session.send("<downwards>") }
  }

  @Test func resizeReachesTheProgram() throws {
    let session = try TerminalSession([
      "sh", "-c", "trap 'stty size' WINCH; stty size; while :; do sleep 0.02; done",
    ])
    try session.wait(for: "24 80")
    try session.resize(columns: 100, rows: 30)
    try session.wait(for: "30 100")
    #expect(session.screenRows.count == 30)
  }

  @Test func manySizesDoNoHarm() throws {
    let session = try TerminalSession([
      "sh", "-c", "while :; do echo 日本 words of any width; sleep 0.002; done",
    ])
    try session.wait(for: "words")
    for step in 0..<60 {
      try session.resize(columns: 1 + step * 37 % 150, rows: 1 + step * 13 % 50)
      _ = session.screenText
    }
    #expect(session.exitStatus == nil)
  }

  @Test(arguments: [("exit 3", TerminationStatus.code(3)), ("kill -SEGV $$", .signal(SIGSEGV))])
  func exitStatus(script: String, status: TerminationStatus) throws {
    let session = try TerminalSession(["sh", "-c", "echo over; \(script)"])
    #expect(try session.waitForExit() == status)
    #expect(session.screenText.contains("over"))
  }

  @Test func signalsReachTheProgram() throws {
    let session = try TerminalSession(["sleep", "100"])
    #expect(session.exitStatus == nil)
    session.signal(SIGTERM)
    #expect(try session.waitForExit() == .signal(SIGTERM))
  }

  @Test func missingProgramsAreReported() {
    #expect(throws: TerminalError.self) { try TerminalSession(["/no/such/program"]) }
  }

  @Test func leftoversAreNoticed() throws {
    let session = try TerminalSession([
      "sh", "-c", "printf '\\033[?1049h\\033[?25l'; stty -echo; exit 0",
    ])
    try session.waitForExit()
    #expect(
      try session.leftovers() == ["line discipline", "alternate screen", "hidden cursor"])
    #expect(session.initialAttributes.echoes)
    #expect(try session.attributes().echoes == false)
  }

  @Test func lessLeavesNothingBehind() throws {
    let session = try TerminalSession(["less", "/etc/passwd"])
    try session.wait(for: "root")
    #expect(session.isOnAlternateScreen)
    #expect(try !session.attributes().echoes)
    try session.send("q")
    #expect(try session.waitForExit() == .code(0))
    #expect(try session.leftovers().isEmpty)
  }

  @Test func timeOutsShowTheScreen() throws {
    let session = try TerminalSession(["sh", "-c", "echo only this; sleep 10"])
    #expect {
      try session.wait(for: "something else", timeout: .milliseconds(300))
    } throws: {
      guard case TerminalError.timedOut(_, let screen) = $0 else { return false }
      return screen.contains("only this")
    }
  }

  @Test func endsDifferFromTimeOuts() throws {
    let session = try TerminalSession(["sh", "-c", "echo brief"])
    #expect {
      try session.wait(for: "something else")
    } throws: {
      if case TerminalError.ended = $0 { true } else { false }
    }
  }

  @Test func programsEndWithTheirSession() throws {
    var session: TerminalSession? = try TerminalSession([
      "sh", "-c", "trap '' HUP TERM; echo stubborn; while :; do sleep 1; done",
    ])
    try session?.wait(for: "stubborn")
    let id = try #require(session?.processID)
    session = nil
    #expect(kill(id, 0) == -1)
  }

  @Test func descriptorsAreClosed() throws {
    func open() throws -> Int {
      try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
    }
    let before = try open()
    for _ in 0..<20 { try TerminalSession(["true"]).waitForExit() }
    // The reading threads end a moment after their sessions; other tests hold a few of their own.
    usleep(50_000)
    #expect(try open() < before + 60)
  }
}
