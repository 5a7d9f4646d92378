import Foundation
import TerminalHarness
import Testing

/// What frames look like on a terminal.
@Suite struct ShowTests {
  @Test func trueColor() throws {
    let session = try probe("cells")
    try session.wait(for: "ready")
    try session.wait(for: "trueColor true")
    #expect(session.cell(0, 1)?.foreground == .rgb(1, 2, 3))
    #expect(session.cell(0, 1)?.background == .rgb(0xF0, 0xE0, 0xD0))
    #expect(session.cell(0, 5)?.foreground == .rgb(0x40, 0xE0, 0xD0))
    #expect(session.cell(0, 5)?.background == .rgb(0xFF, 0, 0))
    #expect(session.cell(0, 0)?.background == .standard)
    #expect(session.cell(0, 0)?.foreground == .standard)
  }

  @Test func indexedColors() throws {
    let session = try probe("cells", environment: ["COLORTERM": nil])
    try session.wait(for: "indexed true")
    #expect(session.cell(0, 1)?.foreground == .palette(232))
    #expect(session.cell(0, 1)?.background == .palette(254))
    #expect(session.cell(0, 5)?.foreground == .palette(80))
    #expect(session.cell(0, 5)?.background == .palette(196))
    #expect(session.cell(0, 2)?.foreground != session.cell(0, 2)?.background)
    #expect(session.cell(0, 0)?.background == .standard)
  }

  @Test(arguments: ["xterm-color", "linux", "rxvt"]) func fewColors(type: String) throws {
    let session = try probe("cells", environment: ["COLORTERM": nil, "TERM": type])
    try session.wait(for: "eight true")
    #expect(session.cell(0, 1)?.foreground == .palette(0))
    #expect(session.cell(0, 1)?.background == .palette(7))
    #expect(session.cell(0, 2)?.foreground != session.cell(0, 2)?.background)
  }

  @Test(arguments: [["NO_COLOR": "1"], ["TERM": "vt220"]]) func noColors(
    environment: [String: String]
  ) throws {
    let session = try probe("cells", environment: environment)
    try session.wait(for: "none true")
    for y in 0..<7 {
      #expect(session.cell(0, y)?.foreground == .standard)
      #expect(session.cell(0, y)?.background == .standard)
    }
    let colors = session.output.flatMap(\.bytes)
    #expect(!String(decoding: colors, as: UTF8.self).contains("[38;"))
  }

  @Test func widthsAndMarks() throws {
    let session = try probe("cells")
    try session.wait(for: "日本e\u{301}x")
    #expect(session.cell(0, 3)?.width == 2)
    #expect(session.cell(2, 3)?.text == "本")
    #expect(session.cell(4, 3)?.text == "e\u{301}")
    #expect(session.cell(5, 3)?.text == "x")
    #expect(session.cell(119, 39)?.text == "x", "the last cell of the screen")
  }

  /// libvterm takes the first of them to be narrow.
  @Test(arguments: ["truecolor", nil]) func aNewCharacterSpoilsOneCellAtMost(colors: String?) throws
  {
    let session = try probe("cells", environment: ["COLORTERM": colors])
    try session.wait(for: "120 x 40")
    for (x, text) in [(0, "a"), (1, "☰"), (3, "b"), (4, "🩷"), (6, "c")] {
      #expect(session.cell(x, 7)?.text == text)
      #expect(session.cell(x, 7)?.background == session.cell(0, 7)?.background)
    }
    #expect(session.cell(2, 7)?.text == "\u{A0}" && session.cell(5, 7)?.width == 0)
    #expect(session.cell(0, 7)?.background != .standard)
    try session.send("n")
    try session.wait(until: "blanks") { $0.screenRows[7] == "a  b  c" }
    try session.send("n")
    try session.wait(until: "the glyphs") { $0.cell(4, 7)?.text == "🩷" }
    try session.send("c")
    try session.wait(until: "the cursor") { $0.cursor == (5, 3) }
  }

  @Test(arguments: ["xterm-nonesuch", "st-nonesuch-256color"])
  func aTerminalWithoutADescriptionIsTakenForXterm(type: String) throws {
    let session = try probe("cells", environment: ["TERM": type])
    try session.wait(for: "trueColor true")
    #expect(session.isOnAlternateScreen)
    try session.send("q")
    #expect(try session.waitForExit() == .code(0))
    #expect(try session.leftovers().isEmpty)
  }

  @Test(arguments: [
    ["LC_ALL": nil, "LC_CTYPE": "UTF-8", "LANG": nil], ["LC_ALL": nil, "LANG": "xx_YY.utf8"],
    ["LC_ALL": nil, "LC_CTYPE": "UTF-8", "LANG": "C"],
  ]) func namesOfUTF8(locale: [String: String?]) throws {
    let session = try probe("cells", environment: locale)
    try session.wait(for: "trueColor true")
  }

  @Test func exportedSizesDontRule() throws {
    let session = try probe("cells", environment: ["LINES": "10", "COLUMNS": "40"])
    try session.wait(for: "120 x 40")
    #expect(session.cell(119, 39)?.text == "x", "the last cell of the screen")
  }

  @Test func attributes() throws {
    let session = try probe("cells")
    try session.wait(for: "b i u r n m s t")
    #expect(session.cell(0, 4)?.isBold == true)
    #expect(session.cell(2, 4)?.isItalic == true)
    #expect(session.cell(4, 4)?.isUnderlined == true)
    #expect(session.cell(6, 4)?.isReversed == true)
    let plain = session.cell(8, 4)
    #expect(plain?.isBold == false && plain?.isItalic == false)
    #expect(plain?.isUnderlined == false && plain?.isReversed == false)
    let all = session.cell(10, 4)
    #expect(all?.isBold == true && all?.isItalic == true && all?.isUnderlined == true)
    #expect((0...10).allSatisfy { session.cell($0, 4)?.isStruck == false })
    #expect(session.cell(12, 4)?.isStruck == true && session.cell(12, 4)?.isBold == false)
    #expect(session.cell(14, 4)?.isStruck == true && session.cell(14, 4)?.isBold == true)
    #expect(session.cell(13, 4)?.isStruck == false && session.cell(15, 4)?.isStruck == false)
  }

  @Test func withoutALineThroughLettersAMarkIsOne() throws {
    let session = try probe("cells", environment: ["COLORTERM": nil, "TERM": "screen-256color"])
    try session.wait(for: "b i u r n m s\u{336} t\u{336}")
    let other = try probe("cells", environment: ["COLORTERM": nil, "TERM": "linux"])
    try other.wait(for: "b i u r n m s t")
  }

  @Test func rightToLeftTextIsLeftAsItIsSent() throws {
    let session = try probe("cards")
    try session.wait(for: "1 of 10000")
    func sent() -> String { String(decoding: session.output.flatMap(\.bytes), as: UTF8.self) }
    #expect(sent().contains("\u{1B}[8l") && !sent().contains("\u{1B}[8h"))
    try session.send("<c-z>")
    try session.wait(until: "the stop") { _ in sent().contains("\u{1B}[8h") }
    try session.wait(until: "the stop") {
      let status = try? String(contentsOfFile: "/proc/\($0.processID)/stat", encoding: .utf8)
      return status?.contains(") T ") == true
    }
    session.signal(SIGCONT)
    try session.wait(until: "the switch") { _ in
      sent().components(separatedBy: "\u{1B}[8l").count == 3
    }
    try session.wait(for: "1 of 10000")
    session.signal(SIGTERM)
    _ = try session.waitForExit(timeout: .seconds(30))
    #expect(sent().components(separatedBy: "\u{1B}[8h").count == 3)
  }

  @Test func theCursor() throws {
    let session = try probe("cells")
    try session.wait(for: "ready")
    #expect(!session.isCursorVisible)
    try session.send("c")
    try session.wait(until: "the cursor") { $0.isCursorVisible }
    #expect(session.cursor == (5, 3))
  }

  @Test func anotherCharacterSet() throws {
    let session = try probe("cells", environment: ["LANG": "C", "LC_ALL": "C"])
    try session.wait(for: "trueColor false")
    #expect(session.screenRows[3].hasPrefix("? ? ex"))
    #expect(session.output.flatMap(\.bytes).allSatisfy { $0 < 0x80 })
  }

  @Test func aLocaleThatIsNotInstalled() throws {
    let session = try probe("cells", environment: ["LANG": "de_DE.UTF-8", "LC_ALL": nil])
    try session.wait(for: "trueColor true")
  }

  @Test func manyColors() throws {
    let session = try probe("colors", "40", columns: 100, rows: 30)
    try session.wait(for: "120000 colours", timeout: .seconds(30))
    #expect(session.cell(0, 1)?.foreground == .rgb(0x01, 0xD4, 0xC0))
    #expect(session.cell(0, 1)?.background == .rgb(0xFE, 0x2B, 0x3F))
    try session.send("q")
    #expect(try session.waitForExit() == .code(0))
  }

  @Test(arguments: [(20, 6), (1, 1), (200, 60)]) func anySize(columns: Int, rows: Int) throws {
    let session = try probe("cells")
    try session.wait(for: "ready")
    try session.resize(columns: columns, rows: rows)
    try session.wait(until: "the last cell") {
      $0.cell(columns - 1, rows - 1)?.text == "x"
    }
    try session.resize(columns: 80, rows: 24)
    try session.wait(until: "the old size again") {
      $0.screenText.contains("ready") && $0.cell(79, 23)?.text == "x"
    }
    try session.send("q")
    #expect(try session.waitForExit() == .code(0))
  }
}
