import TerminalHarness
import Testing

/// What the screen makes of the sequences that ncurses and Firefly write.
@Suite struct ScreenTests {
  /// Runs printf in a terminal and keeps it open until a key is typed.
  private func printing(_ format: String, size: TerminalSize = TerminalSize(columns: 20, rows: 4))
    throws -> TerminalSession
  {
    let session = try TerminalSession(
      [
        "sh", "-c", "stty raw -echo; printf \"$1\"; printf '\\033]2;done\\007'; read key", "sh",
        format,
      ],
      size: size)
    try session.wait(until: "the end of printf") { session in
      session.output.contains { String(decoding: $0.bytes, as: UTF8.self).contains("done") }
    }
    return session
  }

  @Test func textAndCursor() throws {
    let session = try printing("one\\r\\n  two  ")
    #expect(session.screenRows == ["one", "  two", "", ""])
    #expect(session.cursor == (7, 1))
  }

  @Test func colorsAndAttributes() throws {
    let session = try printing(
      "\\033[1;3;4;7ma\\033[0;38;2;1;2;3;48;5;200mb\\033[38;2;4;5;6mc\\033[m\\033[31md")
    let a = try #require(session.cell(0, 0))
    #expect(a.isBold && a.isItalic && a.isUnderlined && a.isReversed)
    #expect(a.foreground == .standard && a.background == .standard)
    let b = try #require(session.cell(1, 0))
    #expect(b.foreground == .rgb(1, 2, 3) && b.background == .palette(200) && !b.isBold)
    #expect(session.cell(2, 0)?.foreground == .rgb(4, 5, 6))
    #expect(session.cell(3, 0)?.foreground == .palette(1))
    #expect(session.cell(20, 0) == nil)
  }

  @Test func wideAndCombiningCharacters() throws {
    let session = try printing("日本 e\u{301} 🧭𠀀x")
    #expect(session.screenRows[0] == "日本 e\u{301} 🧭𠀀x")
    #expect(session.cell(0, 0)?.width == 2)
    #expect(session.cell(1, 0)?.width == 0)
    #expect(session.cell(5, 0)?.text == "e\u{301}")
    #expect(session.cell(7, 0)?.text == "🧭")
    #expect(session.cell(11, 0)?.text == "x")
  }

  @Test(arguments: [
    ("a-\\033[5bb", "a------b"), ("▄\\033[18b", "▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄"),
  ]) func repeatedCharacters(format: String, row: String) throws {
    #expect(try printing(format).screenRows[0] == row)
  }

  @Test func erasingKeepsTheBackground() throws {
    let session = try printing(
      "1\\r\\n2\\r\\n3\\r\\n4\\033[48;2;9;8;7m\\033[2S\\033[1;1H\\033[K\\033[2;1H\\033[5X")
    #expect(session.screenRows == ["", "", "", ""])
    #expect(session.cell(0, 3)?.background == .rgb(9, 8, 7))
    #expect(session.cell(19, 0)?.background == .rgb(9, 8, 7))
    #expect(session.cell(4, 1)?.background == .rgb(9, 8, 7))
    #expect(session.cell(5, 1)?.background == .standard)
  }

  @Test func scrollingDownAndInserting() throws {
    let session = try printing(
      "ab\\r\\ncd\\033[1T\\033[2;1H\\033[2@\\033[3;1H\\033[P\\033[4;1Hx\\033[2;3r")
    #expect(session.screenRows == ["", "  ab", "d", "x"])
  }

  @Test func lineDrawing() throws {
    #expect(try printing("\\033(0lqk\\033(B").screenRows[0] == "┌─┐")
  }

  @Test func modes() throws {
    let session = try printing("\\033[?1049h\\033[?25l\\033[?1002;1006h\\033[?2004h")
    #expect(session.isOnAlternateScreen && !session.isCursorVisible && session.isMouseReported)
    #expect(session.isSet(mode: 2004) && session.isSet(mode: 1006) && !session.isSet(mode: 1))
    #expect(
      try session.leftovers() == [
        "line discipline", "alternate screen", "hidden cursor", "mouse mode", "mode 1002",
        "mode 1006", "mode 2004",
      ])
  }

  @Test func synchronisedUpdates() throws {
    let session = try printing("\\033[?2026hhello\\033[?2026lx\\033[?2026h\\033[?2026l")
    #expect(session.updates.map(\.bytes) == [21, 16])
    #expect(session.screenRows[0] == "hellox")
  }

  @Test func unfinishedUpdatesAreNotLookedAt() throws {
    let session = try TerminalSession([
      "sh", "-c", "printf '\\033[?2026hhalf'; sleep 0.2; printf 'way\\033[?2026l'; sleep 5",
    ])
    try session.wait(for: "half")
    #expect(session.screenRows[0] == "halfway")
  }

  @Test func charactersCutInTwo() throws {
    let session = try TerminalSession([
      "sh", "-c",
      "printf 'a\\342\\226'; sleep 0.1; printf '\\204\\360\\237'; sleep 0.1; printf '\\231\\202b\\342';"
        + "sleep 0.1; printf '\\226\\200!'",
    ])
    try session.wait(for: "!")
    #expect(session.screenRows[0] == "a▄🙂b▀!")
  }
}
