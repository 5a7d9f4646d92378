/// Finds the code in a body, line by line: fenced code, also within lists and quotations, indented code, HTML whose
/// text is verbatim, and code within a paragraph.
public struct CodeMarks {
  /// What a line is.
  public enum Line: Hashable, Sendable {
    /// Text, in which marks have a meaning.
    case words
    /// The first or the last line of fenced code.
    case fence
    /// Code.
    case code
  }

  /// Code that is open.
  private struct Block {
    /// The sign of its fence; nil for HTML.
    let sign: UInt8?
    let length: Int
    /// The column of its item of a list; 0 outside lists.
    let column: Int
    let isQuoted: Bool
  }

  /// The elements of HTML whose text is verbatim.
  private static let elements = ["pre", "script", "style", "textarea"].map { Array($0.utf8) }

  private var block: Block?
  /// Whether a line with an indent is code: it follows a blank line, a heading or code.
  private var canIndent = true
  /// The columns where the words of the items begin that the line may belong to, the innermost last.
  private var items: [Int] = []

  /// Begins a text.
  public init() {}

  /// Returns whether the next line begins, ends or belongs to code.
  ///
  /// - Parameter line: the bytes of the line, with or without its break; lines come in their order.
  /// - Returns: what it is.
  public mutating func read(_ line: ArraySlice<UInt8>) -> Line {
    // With an indent, the mark of a fence is code itself.
    if block == nil, isIndented(line) { return .code }
    return readBlock(line)
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

  private mutating func readBlock(_ line: ArraySlice<UInt8>) -> Line {
    if let block {
      let start = Start(of: line, withItems: false)
      let isOutside =
        block.isQuoted && !start.isQuoted
        || block.column > start.column && !start.rest.allSatisfy { $0 <= 0x20 }
      if !isOutside { return end(of: block, in: start.rest) }
      // The end of an item or a quotation ends its code.
      self.block = nil
    }
    let start = Start(of: line, withItems: true)
    guard let opened = Self.opening(start.rest) else { return .words }
    let block = Block(
      sign: opened.sign, length: opened.length,
      column: start.hasItem ? start.column : items.last { $0 <= start.column } ?? 0,
      isQuoted: start.isQuoted)
    self.block = block
    return block.sign == nil ? end(of: block, in: start.rest) : .fence
  }

  /// Ends the open code if a line does so; returns what that line is.
  private mutating func end(of block: Block, in words: ArraySlice<UInt8>) -> Line {
    let isEnd: Bool
    if let sign = block.sign {
      let run = words.prefix { $0 == sign }
      isEnd = run.count >= block.length && words[run.endIndex...].allSatisfy { $0 <= 0x20 }
    } else {
      isEnd = Self.closesElement(words)
    }
    if isEnd { (self.block, canIndent) = (nil, true) }
    return isEnd && block.sign != nil ? .fence : .code
  }

  /// Returns the code that a line opens; nil if it opens none.
  private static func opening(
    _ words: ArraySlice<UInt8>
  ) -> (sign: UInt8?, length: Int)? {
    guard let sign = words.first else { return nil }
    if sign == UInt8(ascii: "<") {
      let name = element(words.dropFirst())
      let isTag = name.map { words[$0].first.map { $0 <= 0x20 || $0 == 0x3E } ?? true }
      return isTag == true ? (nil, 0) : nil
    }
    let run = words.prefix { $0 == sign }
    guard sign == 0x60 || sign == 0x7E, run.count >= 3,
      // Otherwise it is inline code.
      sign == 0x7E || !words[run.endIndex...].contains(0x60)
    else { return nil }
    return (sign, run.count)
  }

  /// Returns what follows the name of an element whose text is verbatim; nil without one.
  private static func element(_ words: ArraySlice<UInt8>) -> PartialRangeFrom<Int>? {
    elements.first { name in words.prefix(name.count).elementsEqual(name) { $0 | 0x20 == $1 } }
      .map { (words.startIndex + $0.count)... }
  }

  /// Whether such an element ends in a line.
  private static func closesElement(_ words: ArraySlice<UInt8>) -> Bool {
    var rest = words
    while let sign = rest.firstIndex(of: UInt8(ascii: "<")) {
      rest = rest[(sign + 1)...]
      if rest.first == UInt8(ascii: "/"), let end = element(rest.dropFirst()),
        rest[end].first == 0x3E
      {
        return true
      }
    }
    return false
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
}

// The code of a whole text.
extension CodeMarks {
  /// Returns the code of a text: each line of code with its break, and code within a paragraph with its backticks.
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
      let isCode = marks.read(line) != .words
      let words = line.drop { $0 <= 0x20 || $0 == UInt8(ascii: ">") }
      if isCode || words.isEmpty || FormulaMarks.beginsBlock(words) {
        ranges += spans(in: bytes[paragraph..<start])
        paragraph = isCode ? end : start
      }
      if isCode { ranges.append(start..<end) }
      start = end
    }
    return ranges + spans(in: bytes[paragraph...])
  }

  /// Returns the ends of the code of a text by their beginnings.
  static func ends(in bytes: [UInt8]) -> [Int: Int] {
    let code = code(in: bytes).map { ($0.lowerBound, $0.upperBound) }
    return Dictionary(code, uniquingKeysWith: { first, _ in first })
  }

  /// Returns the code in a paragraph with its backticks.
  ///
  /// - Parameter paragraph: its bytes.
  /// - Returns: the ranges in bytes, in order.
  static func spans(in paragraph: ArraySlice<UInt8>) -> [Range<Int>] {
    guard var place = paragraph.firstIndex(of: 0x60) else { return [] }
    // The rows of backticks by their lengths.
    var rows: [Int: ArraySlice<Int>] = [:]
    while let sign = paragraph[place...].firstIndex(of: 0x60) {
      place = paragraph[sign...].prefix { $0 == 0x60 }.endIndex
      rows[place - sign, default: []].append(sign)
    }
    var ranges: [Range<Int>] = []
    place = paragraph.startIndex
    while place < paragraph.endIndex {
      guard paragraph[place] == 0x60 else {
        place += paragraph[place] == UInt8(ascii: "\\") ? 2 : 1
        continue
      }
      let mark = paragraph[place...].prefix { $0 == 0x60 }
      while let row = rows[mark.count]?.first, row < mark.endIndex {
        rows[mark.count]?.removeFirst()
      }
      let end = rows[mark.count]?.first.map { $0 + mark.count }
      if let end { ranges.append(place..<end) }
      place = end ?? mark.endIndex
    }
    return ranges
  }
}
