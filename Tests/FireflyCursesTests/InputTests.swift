import Glibc
import TerminalHarness
import Testing

/// Keys, the mouse and answers, through a real terminal.
@Suite struct InputTests {
  private func keyLog(_ environment: [String: String?] = [:]) throws -> TerminalSession {
    let session = try probe("keys", environment: environment)
    try session.wait(for: "keys: 0")
    return session
  }

  @Test(arguments: ["xterm-256color", "linux", "screen-256color", "rxvt"])
  func keysOfTheTerminal(type: String) throws {
    let session = try keyLog(["TERM": type])
    try session.send("<up><home><pgdn><f1><f5><f12><s-tab><bs><c-s><c-q><c-o><c-z><a-x>é日")
    try session.wait(
      for: """
        ↑
        Home
        PgDn
        F1
        F5
        F12
        Shift-Tab
        Backspace
        Ctrl-S
        Ctrl-Q
        Ctrl-O
        Ctrl-Z
        Alt-X
        é
        日
        """)
  }

  @Test func aLoneEscape() throws {
    let session = try keyLog()
    try session.send("<esc>")
    try session.wait(for: "keys: 1\n")
    try session.wait(for: "Esc")
    try session.send("a")
    try session.wait(for: "keys: 2\n")
    #expect(session.screenRows.contains("a"))
  }

  @Test func aPasteWithoutItsEndIsTakenAfterASecond() throws {
    let session = try keyLog()
    try session.send("\u{1B}[200~some words")
    try session.wait(for: "keys: 1\n")
    #expect(session.screenText.contains("some words"))
    try session.send("a")
    try session.wait(for: "keys: 2\n")
    #expect(session.screenRows.contains("a"))
  }

  /// Over a network the two bytes of Alt and a letter may come apart.
  @Test(arguments: [("/dev/pts/7", "Alt-D"), (nil, "Esc\nd")])
  func anEscapeWaitsLongerOverSSH(terminal: String?, keys: String) throws {
    // The machine may be busy: then the second byte comes later than it was meant to.
    for _ in 0..<5 {
      let session = try keyLog(["SSH_TTY": terminal])
      try session.send("\u{1B}")
      let start = ContinuousClock.now
      usleep(60_000)
      try session.send("d")
      let isInTime = ContinuousClock.now - start < .milliseconds(85)
      try session.wait(forNo: "keys: 0")
      _ = session.waitForQuiet(.milliseconds(300))
      if isInTime || terminal == nil {
        #expect(session.screenText.contains(keys), "\(session.screenText)")
        return
      }
    }
  }

  @Test func backgroundReportIsNoKey() throws {
    let session = try probe("keys", colors: DefaultColors(background: 0x102030))
    try session.wait(for: "background(")
    #expect(session.screenText.contains("value: \(0x102030)"))
    #expect(session.screenRows[0] == "keys: 0")
  }

  @Test func theKeyboardsComingAndGoing() throws {
    let session = try keyLog()
    #expect(session.isSet(mode: 1004) && session.isSet(mode: 2031))
    try session.send("\u{1B}[O\u{1B}[I")
    try session.wait(for: "focus(false)\nfocus(true)")
    #expect(session.screenRows[0] == "keys: 0")
    try session.send("<c-c>")
    try session.waitForExit()
    #expect(try session.leftovers().isEmpty)
  }

  @Test func pastedText() throws {
    let session = try keyLog()
    #expect(session.isSet(mode: 2004))
    try session.paste("two words\nand more")
    try session.wait(for: #"paste("two words\nand more")"#)
    try session.paste(String(repeating: "0123456789", count: 30_000))
    try session.wait(for: "paste of 300000 bytes", timeout: .seconds(20))
    #expect(session.screenRows[0] == "keys: 2")
  }

  @Test func theMouseOnlyWhereAsked() throws {
    let session = try keyLog()
    #expect(!session.isMouseReported)
    try session.send("<c-t>")
    try session.wait(until: "the mouse") { $0.isMouseReported && $0.isSet(mode: 1006) }
    try session.mouse(.press, 7, 5)
    try session.mouse(.move, 3, 5)
    try session.mouse(.release, 3, 5)
    try session.mouse(.wheelDown, 3, 5)
    for event in ["Kind.press", "Kind.drag", "Kind.release", "Kind.wheelDown"] {
      try session.wait(for: event)
    }
    #expect(session.screenText.contains("Point(x: 7, y: 5)"))
    try session.send("<c-c>")
    try session.waitForExit()
    #expect(try session.leftovers().isEmpty)
  }

  @Test func twoThousandKeysAtOnce() throws {
    let session = try keyLog()
    try session.send("<down>", times: 2_000)
    try session.wait(for: "keys: 2000")
  }
}
