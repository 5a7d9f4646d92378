import FireflyScreen
import Foundation

/// The rows of a list on standard output: columns separated by tabs or, on a terminal, aligned.
enum PrintedTable {
  /// Columns between two columns on a terminal.
  private static let gap = 2

  /// Whether the columns are aligned: standard output is a terminal.
  static var isAligned: Bool { StandardStreams.terminalColumns != nil }

  /// Prints rows.
  static func output(_ rows: [[String]]) throws(Failure) {
    try StandardStreams.output(text(of: rows, width: StandardStreams.terminalColumns))
  }

  /// Returns the lines of rows.
  ///
  /// - Parameters:
  ///   - rows: the fields of each row; tabs and line breaks become spaces.
  ///   - width: the width of the terminal, which no line exceeds; nil for tabs.
  /// - Returns: the lines, each with a line break.
  static func text(of rows: [[String]], width: Int?) -> String {
    let rows = rows.map { $0.map { $0.replacing("\t", with: " ").replacing("\n", with: " ") } }
    guard let width else { return rows.map { $0.joined(separator: "\t") + "\n" }.joined() }
    let cells = rows.map { $0.map { Glyph.glyphs(of: $0) } }
    let count = rows.map(\.count).max() ?? 0
    let natural = (0..<count).map { column in
      cells.map { column < $0.count ? $0[column].displayWidth : 0 }.max() ?? 0
    }
    let widths = fitted(natural, in: width - gap * max(0, count - 1))
    let isNumber = (0..<count).map { column in
      rows.allSatisfy {
        column < $0.count && $0[column].allSatisfy { $0.isWholeNumber || $0 == "+" }
      }
    }
    return cells.map { row in
      var line = ""
      for (column, glyphs) in row.enumerated() where widths[column] > 0 {
        let shown = glyphs.truncated(to: widths[column])
        let padding = String(repeating: " ", count: widths[column] - shown.displayWidth)
        let text = shown.map(\.text).joined()
        line += isNumber[column] ? padding + text : text + padding
        line += String(repeating: " ", count: gap)
      }
      return String(line.reversed().drop { $0 == " " }.reversed()) + "\n"
    }.joined()
  }

  /// Returns the widths of columns that fit: those narrower than an equal share keep theirs, the
  /// others share the rest.
  private static func fitted(_ natural: [Int], in room: Int) -> [Int] {
    var widths = natural
    var (left, wide) = (max(0, room), Array(natural.indices))
    while let narrow = wide.firstIndex(where: { natural[$0] <= left / wide.count }) {
      left -= natural[wide.remove(at: narrow)]
    }
    for (place, index) in wide.enumerated() {
      widths[index] = left / wide.count + (place < left % wide.count ? 1 : 0)
    }
    return widths
  }
}

extension StandardStreams {
  /// The columns of the terminal on standard output; nil if it is none.
  static var terminalColumns: Int? { VerbEnvironment.current.output.columns }
}
