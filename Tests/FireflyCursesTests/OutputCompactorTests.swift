import SeededRandom
import Testing

@testable import FireflyCurses
@testable import TerminalHarness

/// What ncurses writes, said in fewer bytes.
@Suite struct OutputCompactorTests {
  private func compact(_ text: String, canRepeat: Bool = true) -> String {
    var compactor = OutputCompactor()
    compactor.canRepeat = canRepeat
    return String(decoding: compactor.compact(Array(text.utf8)), as: UTF8.self)
  }

  @Test(arguments: [
    // Colours that are ended and begun again while only the cursor moves.
    (
      "\u{1B}[38;2;1;2;3m\u{1B}[48;2;4;5;6ma\u{1B}[39;49m\u{1B}[m\u{1B}[9d\u{8}"
        + "\u{1B}[38;2;1;2;3m\u{1B}[48;2;4;5;6mb\u{1B}[39;49m\u{1B}[m",
      "\u{1B}[38;2;1;2;3;48;2;4;5;6ma\u{1B}[9d\u{8}b\u{1B}[m"
    ),
    // Only what differs.
    ("\u{1B}[31m\u{1B}[42ma\u{1B}[31m\u{1B}[44mb\u{1B}[m", "\u{1B}[31;42ma\u{1B}[44mb\u{1B}[m"),
    ("\u{1B}[3m\u{1B}[31ma\u{1B}[23mb\u{1B}[m", "\u{1B}[3;31ma\u{1B}[23mb\u{1B}[m"),
    // What has no end of its own is begun anew.
    ("\u{1B}[1m\u{1B}[91ma\u{1B}[m\u{1B}[91mb\u{1B}[m", "\u{1B}[1;91ma\u{1B}[0;91mb\u{1B}[m"),
    // Of blanks only what is behind them can be seen.
    (
      "\u{1B}[31m\u{1B}[42ma\u{1B}[3m\u{1B}[33m\u{1B}[44m\u{1B}[K\u{1B}[36m\u{1B}[45m  \u{1B}[9db\u{1B}[m",
      "\u{1B}[31;42ma\u{1B}[44m\u{1B}[K\u{1B}[45m  \u{1B}[9d\u{1B}[3;36mb\u{1B}[m"
    ),
    ("\u{1B}[4m\u{1B}[31ma\u{1B}[32m  \u{1B}[m", "\u{1B}[4;31ma\u{1B}[32m  \u{1B}[m"),
    // What is erased takes a colour.
    ("\u{1B}[48;5;7m\u{1B}[K\u{1B}[m\u{1B}[K", "\u{1B}[48;5;7m\u{1B}[K\u{1B}[49m\u{1B}[K"),
    ("▀▀▀▀▀▀▀▀▀▀▀▀", "▀\u{1B}[9b▀▀"), ("▀▀▄▄▄▄", "▀▀▄▄▄▄"),
    ("─────│││││││", "─\u{1B}[2b──│\u{1B}[4b││"),
    // Not what may be wide, or belong to what stands before.
    ("★★★★★★", "★★★★★★"), ("日日日日日", "日日日日日"), ("eeeee\u{301}", "eeeee\u{301}"),
    // What isn't known stays.
    ("\u{1B}[1ma\u{1B}[4:4mb\u{1B}[m", "\u{1B}[1ma\u{1B}[4:4mb\u{1B}[m"),
    ("\u{1B}[?25l\u{1B}[38;2", "\u{1B}[?25l\u{1B}[38;2"),
  ]) func itSaysTheSame(long: String, short: String) {
    #expect(compact(long) == short)
  }

  @Test func aCurlyLineIsWrittenAsTerminalsKnowIt() {
    var compactor = OutputCompactor()
    let (curly, end) = (OutputCompactor.curly.start, OutputCompactor.curly.end)
    let long =
      "\u{1B}[31m\u{1B}[\(curly)ma\u{1B}[\(end)mb\u{1B}[4mc\u{1B}[m\u{1B}[38;2;6;26;6md\u{1B}[\(curly)m \u{1B}[m"
    let short = String(decoding: compactor.compact(Array(long.utf8)), as: UTF8.self)
    #expect(
      short
        == "\u{1B}[\(curly);31ma\u{1B}[\(end)mb\u{1B}[4mc\u{1B}[24;38;2;6;26;6md\u{1B}[\(curly)m \u{1B}[m"
    )
  }

  @Test func nothingIsRepeatedUnlessTheTerminalDoesThat() {
    #expect(compact("▀▀▀▀▀▀▀▀", canRepeat: false) == "▀▀▀▀▀▀▀▀")
  }

  @Test(arguments: 0..<20) func aScreenShowsTheSame(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    var compactor = OutputCompactor()
    compactor.canRepeat = seed % 3 != 0
    let size = TerminalSize(columns: 30, rows: 8)
    let (plain, compacted) = (try VirtualScreen(size: size), try VirtualScreen(size: size))
    for frame in 0..<20 {
      var long: [UInt8] = []
      for _ in 0..<30 { long += Array(piece(by: &random).utf8) }
      long += Array("\u{1B}[39;49m\u{1B}[m".utf8)
      let short = compactor.compact(long)
      #expect(short.count <= long.count)
      plain.feed(long)
      compacted.feed(short)
      #expect(plain.cursor == compacted.cursor)
      let places = (0..<size.rows).flatMap { row in (0..<size.columns).map { ($0, row) } }
      let wrong = places.filter { column, row in
        Look(plain.cell(column: column, row: row))
          != Look(compacted.cell(column: column, row: row))
      }
      #expect(wrong.isEmpty, "frame \(frame)")
    }
  }

  /// What can be seen of a cell.
  private struct Look: Equatable {
    var cell: ScreenCell?

    init(_ cell: ScreenCell?) {
      self.cell = cell
      guard let cell, cell.text.isEmpty || cell.text == " " else { return }
      self.cell = ScreenCell(
        text: " ", width: cell.width, foreground: cell.isReversed ? cell.foreground : .standard,
        background: cell.background, isBold: false, isItalic: false,
        isUnderlined: cell.isUnderlined, isReversed: cell.isReversed, isStruck: cell.isStruck)
    }
  }

  /// Something that ncurses writes.
  private func piece(by random: inout SplitMix) -> String {
    func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
    let length = number(1...30)
    // ncurses knows where a row ends.
    let place = "\u{1B}[\(number(1...8));\(number(1...(31 - length)))H"
    return switch number(0...17) {
    case 0: "\u{1B}[38;2;\(number(0...2));0;9m"
    case 1: "\u{1B}[48;2;\(number(0...2));7;0m"
    case 2: "\u{1B}[\(number(30...37))m\u{1B}[\(number(40...47))m"
    case 3: "\u{1B}[38;5;\(number(0...255))m\u{1B}[48;5;\(number(16...18))m"
    case 4: "\u{1B}[\([1, 3, 4, 7, 9][number(0...4)])m"
    case 5: "\u{1B}[\([23, 24, 27][number(0...2)])m"
    case 6: "\u{1B}[m"
    case 7: "\u{1B}[39;49m"
    case 8: "\u{1B}[\(number(1...8));\(number(1...30))H"
    case 9: "\u{1B}[\(number(1...8))d\u{8}"
    case 10: "\r\u{1B}[C"
    case 11: ["\u{1B}[K", "\u{1B}[1K", "\u{1B}[\(number(1...9))X", "\u{1B}[J"][number(0...3)]
    case 12: "\u{1B}[2;6r\u{1B}[6;1H\u{1B}[\(number(1...3))S\u{1B}[1;8r"
    case 13: ["\n", "\u{1B}M", "\u{1B}[?25l", "\u{1B}[4P", "\u{1B}[2@"][number(0...4)]
    case 14, 15: place + String(repeating: ["▀", "▄", "─", "█", "▐"][number(0...4)], count: length)
    case 16: String(repeating: ["a", " ", "é", "日"][number(0...3)], count: number(1...5))
    default: "word \(length)"
    }
  }
}
