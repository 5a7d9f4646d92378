/// Finds the line breaks of a text that its author has set, rather than a program that filled lines.
///
/// A program puts a word on the next line only if it doesn't fit: a line that has room for it ends where its
/// author wanted.
struct MailBreaks {
  /// Characters of a line that is too short to have been filled, as in addresses, verses and signatures.
  private static let short = 45
  /// Characters of a filled line at most.
  private static let longest = 80
  /// Characters that programs leave free, because they fill some paragraphs less than others.
  private static let slack = 10

  private let lines: [MailLine]
  /// How many characters the filled lines around each line have.
  private var widths: [Int]

  /// Looks through lines, except those of code.
  init(_ lines: [MailLine], _ code: MailCode) {
    self.lines = lines
    widths = Array(repeating: 0, count: lines.count)
    var widest = 0
    var index = 0
    while index < lines.count {
      if let block = code.blocks[index] {
        index = block.lines.upperBound
        continue
      }
      let depth = lines[index].depth
      let paragraph = lines[index...].enumerated().prefix {
        $1.depth == depth && !$1.isBlank && !code.keeps[index + $0]
          && code.blocks[index + $0] == nil
      }.count
      let range = index..<index + max(1, paragraph)
      if paragraph > 0 {
        let width = range.map { lines[$0].length }.filter { $0 <= Self.longest }.max() ?? 0
        widest = max(widest, width)
        if Self.isFilled(lines[range]) { for line in range { widths[line] = width } }
      }
      index = range.upperBound
    }
    for index in widths.indices where widths[index] == 0 { widths[index] = widest }
  }

  /// Whether a paragraph has several lines, of which most don't end where a sentence or a part of one does.
  private static func isFilled(_ lines: ArraySlice<MailLine>) -> Bool {
    let ends = Array(".,;:!?".utf8)
    let breaks = lines.dropLast()
    return breaks.count > 1
      && breaks.count { $0.lastSign.map(ends.contains) == true } * 2 < breaks.count
  }

  /// Whether the break after a line is one of the author's.
  func isSet(after index: Int) -> Bool {
    let line = lines[index]
    if line.isShorter(than: Self.short) { return true }
    guard index + 1 < lines.count else { return false }
    let next = lines[index + 1]
    if line.isRule || next.isRule || line.isLabelled && next.isLabelled { return true }
    let word = next.words.utf8.prefix { $0 != UInt8(ascii: " ") }
    return line.length + 1 + word.count(where: \.isStart) + Self.slack <= widths[index]
  }
}

extension MailLine {
  /// The number of its characters with the quote markers.
  fileprivate var length: Int { words.utf8.count { $0.isStart } + 2 * depth }

  /// Whether it is drawn from one sign: `-----`.
  fileprivate var isRule: Bool {
    guard let first = words.utf8.first, "-=_*~#+.".utf8.contains(first) else { return false }
    return words.utf8.count > 2 && words.utf8.allSatisfy { $0 == first }
  }

  /// Whether it begins like a field: `Sent on: `.
  fileprivate var isLabelled: Bool {
    guard let first = words.utf8.first, 0x41...0x5A ~= first else { return false }
    let label = words.utf8.prefix(30).prefix { $0 != UInt8(ascii: ":") }
    guard label.endIndex < words.utf8.endIndex, words.utf8[label.endIndex] == UInt8(ascii: ":")
    else {
      return false
    }
    let rest = words.utf8[label.endIndex...].dropFirst()
    return rest.first.map { $0 == UInt8(ascii: " ") } ?? true
      && label.allSatisfy {
        0x41...0x5A ~= $0 & 0xDF || $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "-")
      }
  }
}

extension UInt8 {
  /// Whether a character begins with it in UTF-8.
  fileprivate var isStart: Bool { self & 0xC0 != 0x80 }
}
