// The lines of paragraphs, between whose beginnings and ends formulas are looked for.
extension FormulaMarks {
  /// A line of a paragraph.
  struct Line {
    /// The line with its break.
    var range: Range<Int>
    /// Where its text begins, behind the marks of a quotation.
    var start: Int
    /// The number of these marks.
    var quotes: Int
    /// Whether it begins another block than a paragraph.
    var beginsBlock: Bool
    /// Where a formula that begins in this line must end: with its paragraph, or where a quotation begins.
    var paragraphEnd = 0
    /// The same for one that doesn't begin the line: also where another block begins.
    var blockEnd = 0
  }

  /// Returns a line by its range.
  func line(_ range: Range<Int>) -> Line {
    var (start, quotes) = (range.lowerBound, 0)
    while start < range.upperBound {
      if bytes[start] == UInt8(ascii: ">") {
        quotes += 1
      } else if bytes[start] != 0x20, bytes[start] != 0x09 {
        break
      }
      start += 1
    }
    return Line(
      range: range, start: start, quotes: quotes,
      beginsBlock: Self.beginsBlock(bytes[start..<range.upperBound]))
  }

  /// Whether a line begins another block than a paragraph.
  ///
  /// - Parameter text: the line, behind the marks of a quotation.
  /// - Returns: whether it does.
  static func beginsBlock(_ text: ArraySlice<UInt8>) -> Bool {
    guard let first = text.first else { return false }
    func isBlank(behind count: Int) -> Bool {
      text.dropFirst(count).first.map { $0 <= 0x20 } ?? true
    }
    switch first {
    case UInt8(ascii: "#"): return isBlank(behind: text.prefix { $0 == first }.count)
    case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "*"):
      return isBlank(behind: 1) || text.allSatisfy { $0 == first || $0 <= 0x20 }
    case UInt8(ascii: "="): return text.allSatisfy { $0 == first || $0 <= 0x20 }
    case UInt8(ascii: "|"): return true
    case 0x30...0x39:
      let digits = text.prefix(10).prefix { 0x30...0x39 ~= $0 }.count
      return text.dropFirst(digits).first.map { ".)".utf8.contains($0) } == true
        && isBlank(behind: digits + 1)
    default: return false
    }
  }
}
