import OwnThreads
import TerminalHarness
import Testing

/// What a screen reader or an input method finds at the terminal's cursor.
@Suite(.serialized, .ownThreads) struct CursorTests {
  /// What stands from the cursor on, to the end of its row.
  private func read(_ terminal: TerminalSession) -> String {
    let (column, row) = terminal.cursor
    return (column..<terminal.size.columns).map { terminal.cell($0, row)?.text ?? "" }.joined()
  }

  private func expect(
    _ words: String, _ session: FireflySession, isVisible: Bool = false
  ) throws {
    try session.terminal.wait(until: "the cursor on “\(words)”") { read($0).hasPrefix(words) }
    #expect(session.terminal.isCursorVisible == isVisible)
  }

  @Test(arguments: [(80, 24), (120, 40), (40, 12)])
  func cursorStandsOnTheFocus(columns: Int, rows: Int) throws {
    let session = try FireflySession.start(
      among: SamplePost.numbered("card", 40), size: TerminalSize(columns: columns, rows: rows))
    var names: [String] = []
    for _ in 1...30 {
      try session.terminal.waitForRest()
      names.append(read(session.terminal))
      try session.terminal.send("<down>")
    }
    // Thirty cards, each under the cursor once.
    #expect(names.allSatisfy { $0.hasPrefix("card ") })
    #expect(Set(names).count == 30)
    try session.terminal.waitForRest()

    try session.terminal.send("?")
    try expect("First steps", session)
    try session.terminal.send("<esc>")
    try session.terminal.wait(forNo: "First steps")
    try session.terminal.send("t")
    try session.terminal.wait(for: "Outline:")
    try session.terminal.send("<home>")
    try expect("the root", session)
    try session.terminal.send("<esc>")
    try session.terminal.wait(forNo: "Outline:")
    try session.terminal.send("/")
    try session.terminal.wait(until: "the cursor") { $0.isCursorVisible && $0.cursor.row == 0 }
    try session.terminal.send("card<enter>")
    try expect("card ", session)
    #expect(try session.quit() == .code(0))
    #expect(try session.terminal.leftovers().isEmpty)
  }
}
