import SeededRandom
import Testing

@testable import FireflyCurses
@testable import TerminalHarness

/// ncurses' output without the colours that are already set.
@Suite struct RepeatedColorsTests {
  private func removed(_ text: String) -> String {
    String(decoding: RepeatedColors.removed(from: Array(text.utf8)), as: UTF8.self)
  }

  @Test(arguments: [
    (
      "\u{1B}[38;2;1;2;3m\u{1B}[48;2;4;5;6ma\u{1B}[9d\u{8}\u{1B}[38;2;1;2;3m\u{1B}[48;2;4;5;7mb",
      "\u{1B}[38;2;1;2;3m\u{1B}[48;2;4;5;6ma\u{1B}[9d\u{8}\u{1B}[48;2;4;5;7mb"
    ),
    ("\u{1B}[38;5;3ma\u{1B}[38;5;3mb", "\u{1B}[38;5;3mab"),
  ]) func colorsAreSetOnce(long: String, short: String) {
    #expect(removed(long) == short)
  }

  @Test(arguments: [
    "\u{1B}[38;5;3ma\u{1B}[m\u{1B}[38;5;3mb", "\u{1B}[38;5;3ma\u{1B}[39;49m\u{1B}[38;5;3mb",
    "\u{1B}[38;5;3ma\u{1B}[31m\u{1B}[38;5;3mb", "a\u{1B}[38;5", "a\u{1B}", "日\u{1B}(B\u{1B}[?25lb",
  ]) func everythingElseStays(text: String) {
    #expect(removed(text) == text)
  }

  @Test(arguments: 0..<20) func aScreenShowsTheSame(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    let size = TerminalSize(columns: 30, rows: 8)
    let (plain, shortened) = (try VirtualScreen(size: size), try VirtualScreen(size: size))
    for frame in 0..<20 {
      var long: [UInt8] = []
      for _ in 0..<30 { long += Array(piece(by: &random).utf8) }
      long += Array("\u{1B}[39;49m\u{1B}[m".utf8)
      let short = RepeatedColors.removed(from: long)
      #expect(short.count <= long.count)
      plain.feed(long)
      shortened.feed(short)
      #expect(plain.cursor == shortened.cursor)
      let places = (0..<size.rows).flatMap { row in (0..<size.columns).map { ($0, row) } }
      let wrong = places.filter { column, row in
        plain.cell(column: column, row: row) != shortened.cell(column: column, row: row)
      }
      #expect(wrong.isEmpty, "frame \(frame)")
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
