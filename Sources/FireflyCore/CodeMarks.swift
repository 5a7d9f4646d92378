/// Finds the code in a body, line by line: fenced code, also within lists and quotations, indented code, and code
/// within a line.
public struct CodeMarks {
  /// Maximum bytes of code within a line that is recognized.
  private static let longest = 2_000

  /// A fence that is open.
  private struct Fence {
    let sign: UInt8
    let length: Int
    /// The column of its item of a list; 0 outside lists.
    let column: Int
    let isQuoted: Bool
  }

  private var fence: Fence?
  /// Whether a line with an indent is code: it follows a blank line, a heading or code.
  private var canIndent = true
  /// The columns where the words of the items begin that the line may belong to, the innermost last.
  private var items: [Int] = []

  /// Begins a text.
  public init() {}

  /// Whether the next line begins, ends or belongs to code.
  ///
  /// - Parameter line: the bytes of the line, with or without its break; lines come in their order.
  /// - Returns: whether it does.
  public mutating func isCode(_ line: ArraySlice<UInt8>) -> Bool {
    // With an indent, the mark of a fence is code itself.
    if fence == nil, isIndented(line) { return true }
    return isFenced(line)
  }

  private mutating func isIndented(_ line: ArraySlice<UInt8>) -> Bool {
    let start = Start(of: line, withItems: false)
    guard let first = start.rest.first, first > 0x20 else {
      canIndent = true
      return false
    }
    if canIndent {
      while let item = items.last, item > start.column { items.removeLast() }
      if start.column - max(items.last ?? 0, start.quoteEnd) > 3 { return true }
    }
    let words = Start(of: line, withItems: true)
    if words.hasItem, !Self.isRule(start.rest) {
      while let item = items.last, item > start.column { items.removeLast() }
      items.append(words.column)
    }
    canIndent = first == UInt8(ascii: "#")
    return false
  }

  /// Whether a line is a rule such as `* * *`, which looks like an item.
  private static func isRule(_ words: ArraySlice<UInt8>) -> Bool {
    let signs = words.filter { $0 > 0x20 }
    return signs.count > 2 && signs.allSatisfy { $0 == signs[0] }
  }

  private mutating func isFenced(_ line: ArraySlice<UInt8>) -> Bool {
    if let fence {
      let start = Start(of: line, withItems: false)
      let isOutside =
        fence.isQuoted && !start.isQuoted
        || fence.column > start.column && !start.rest.allSatisfy { $0 <= 0x20 }
      if !isOutside {
        let run = start.rest.prefix { $0 == fence.sign }
        let isEnd = run.count >= fence.length
        if isEnd, start.rest[run.endIndex...].allSatisfy({ $0 <= 0x20 }) {
          (self.fence, canIndent) = (nil, true)
        }
        return true
      }
      // The end of an item or a quotation ends its code.
      self.fence = nil
    }
    let start = Start(of: line, withItems: true)
    guard let sign = start.rest.first, sign == 0x60 || sign == 0x7E,
      case let run = start.rest.prefix(while: { $0 == sign }), run.count >= 3,
      // Otherwise it is inline code.
      sign == 0x7E || !start.rest[run.endIndex...].contains(0x60)
    else { return false }
    fence = Fence(
      sign: sign, length: run.count,
      column: start.hasItem ? start.column : items.last { $0 <= start.column } ?? 0,
      isQuoted: start.isQuoted)
    return true
  }

  /// The marks of quotations and items at the start of a line.
  private struct Start {
    private(set) var isQuoted = false
    private(set) var hasItem = false
    /// The column behind the last mark of a quotation and its blank; 0 without one.
    private(set) var quoteEnd = 0
    /// The column of what follows.
    private(set) var column = 0
    private(set) var rest: ArraySlice<UInt8>

    init(of line: ArraySlice<UInt8>, withItems: Bool) {
      rest = line
      while let byte = rest.first {
        switch byte {
        case 0x20: skip(1)
        case 0x09: skip(1, columns: 4 - column % 4)
        case UInt8(ascii: ">"):
          isQuoted = true
          skip(1)
          quoteEnd = column + (rest.first == 0x20 ? 1 : 0)
        case UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "+"):
          guard withItems, isBlank(after: 1) else { return }
          hasItem = true
          skip(2)
        case 0x30...0x39:
          let digits = rest.prefix(10).prefix { 0x30...0x39 ~= $0 }.count
          guard withItems, [0x2E, 0x29].contains(rest.dropFirst(digits).first),
            isBlank(after: digits + 1)
          else { return }
          hasItem = true
          skip(digits + 2)
        default: return
        }
      }
    }

    private func isBlank(after count: Int) -> Bool {
      rest.dropFirst(count).first.map { $0 == 0x20 || $0 == 0x09 } ?? false
    }

    private mutating func skip(_ count: Int, columns: Int? = nil) {
      rest = rest.dropFirst(count)
      column += columns ?? count
    }
  }

  /// Returns the code of a text: whole lines with their breaks, and code within a paragraph.
  ///
  /// Takes linear time.
  ///
  /// - Parameter bytes: Markdown.
  /// - Returns: the ranges in bytes, in order.
  public static func code(in bytes: [UInt8]) -> [Range<Int>] {
    var (ranges, marks): ([Range<Int>], CodeMarks) = ([], CodeMarks())
    var (paragraph, start) = (0, 0)
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count
      let line = bytes[start..<end]
      let isCode = marks.isCode(line)
      let words = line.drop { $0 <= 0x20 || $0 == UInt8(ascii: ">") }
      if isCode || words.isEmpty || FormulaMarks.beginsBlock(words) {
        addSpans(of: paragraph..<start, in: bytes, to: &ranges)
        paragraph = isCode ? end : start
      }
      if isCode { ranges.append(start..<end) }
      start = end
    }
    addSpans(of: paragraph..<bytes.count, in: bytes, to: &ranges)
    return ranges
  }

  private static func addSpans(
    of paragraph: Range<Int>, in bytes: [UInt8], to ranges: inout [Range<Int>]
  ) {
    var place = paragraph.lowerBound
    while place < paragraph.upperBound {
      switch bytes[place] {
      case UInt8(ascii: "\\"): place += 2
      case UInt8(ascii: "`"):
        let mark = bytes[place..<paragraph.upperBound].prefix { $0 == 0x60 }
        let end = end(at: place, before: paragraph.upperBound, in: bytes)
        if end > mark.endIndex { ranges.append(place..<end) }
        place = end
      default: place += 1
      }
    }
  }

  /// Returns the end of the code within a line that begins at a backtick, or of its mark if it does not
  /// end in its line.
  static func end(at place: Int, before end: Int, in bytes: [UInt8]) -> Int {
    let mark = bytes[place..<end].prefix { $0 == 0x60 }
    var place = mark.endIndex
    let limit = min(end, place + longest)
    while place < limit {
      let run = bytes[place..<limit].prefix { $0 == 0x60 }
      if run.count == mark.count { return run.endIndex }
      place = max(run.endIndex, place + 1)
    }
    return mark.endIndex
  }
}
