/// Finds the code in a body, line by line: fenced and indented code, and code within a line.
struct CodeMarks {
  /// Maximum bytes of code within a line that is recognized.
  private static let longest = 2_000

  /// The sign of the open fence, and how often it stands there.
  private var fence: (sign: UInt8, count: Int)?
  /// Whether a line with an indent is code: it follows a blank line, or code, outside of a list.
  private var canIndent = true
  private var isInList = false

  /// Whether the next line begins, ends or belongs to code.
  mutating func isCode(_ line: ArraySlice<UInt8>) -> Bool {
    // With an indent, the mark of a fence is code itself.
    if fence == nil, isIndented(line) { return true }
    return isFenced(line)
  }

  private mutating func isIndented(_ line: ArraySlice<UInt8>) -> Bool {
    let words = line.drop { $0 == 0x20 || $0 == 0x09 }
    guard let first = words.first, first > 0x20 else {
      canIndent = true
      return false
    }
    let indent = line[..<words.startIndex]
    if canIndent, !isInList, indent.count > 3 || indent.contains(0x09) { return true }
    if "-*+".utf8.contains(first) || (0x30...0x39).contains(first) {
      let rest = words.drop { (0x30...0x39).contains($0) }
      let mark = rest.first.map { ("-*+".utf8.contains(first) ? "-*+" : ".)").utf8.contains($0) }
      if mark == true, rest.dropFirst().first.map({ $0 <= 0x20 }) ?? true { isInList = true }
    } else if canIndent, indent.isEmpty {
      isInList = false
    }
    canIndent = false
    return false
  }

  private mutating func isFenced(_ line: ArraySlice<UInt8>) -> Bool {
    var words = line.drop { $0 == 0x20 || $0 == 0x09 }
    // A fence may open in the first line of a list's item, or of one within it.
    while fence == nil, let item = Self.item(of: words) { words = item }
    guard let sign = words.first, sign == 0x60 || sign == 0x7E else { return fence != nil }
    let count = words.prefix { $0 == sign }.count
    let rest = words.dropFirst(count)
    if let open = fence {
      // What is shorter, or has words behind it, is code.
      if sign == open.sign, count >= open.count, rest.allSatisfy({ $0 <= 0x20 }) { fence = nil }
      return true
    }
    // With further signs, it is code within the line.
    guard count >= 3, sign == 0x7E || !rest.contains(0x60) else { return false }
    fence = (sign, count)
    return true
  }

  /// Returns what follows the mark of a list's item at the start of a line; nil if there is none.
  private static func item(of words: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let digits = words.prefix(9).prefix { (0x30...0x39).contains($0) }.count
    let rest = words.dropFirst(digits)
    guard let mark = rest.first, (digits > 0 ? ".)" : "-*+").utf8.contains(mark),
      let blank = rest.dropFirst().first, blank == 0x20 || blank == 0x09
    else { return nil }
    return rest.dropFirst(2).drop { $0 == 0x20 || $0 == 0x09 }
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
