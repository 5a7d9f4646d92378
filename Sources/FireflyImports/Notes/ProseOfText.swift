import FireflyCore
import FireflyText

/// The prose of a text, line by line: neither code nor HTML nor addresses.
///
/// Behind the part that is read as Markdown, only code is told from prose.
struct ProseOfText {
  private let runs: [Int: [MarkdownProse.Run]]
  private let lastRead: Int
  private var code = CodeMarks()
  private var number = 0

  /// Reads a text, with `\n` between its lines.
  init(_ text: String) {
    let runs = MarkdownProse.runs(in: text)
    lastRead = runs.last?.line ?? 0
    self.runs = Dictionary(grouping: runs, by: \.line)
  }

  /// Returns the prose of the next line; nil if it has none.
  mutating func next(_ line: Substring) -> ProseOfLine? {
    defer { number += 1 }
    let isCode = code.isCode(Array(line.utf8)[...])
    let ranges =
      number <= lastRead
      ? (runs[number] ?? []).map(\.range) : isCode ? [] : Self.outsideBackticks(line)
    return ranges.isEmpty ? nil : ProseOfLine(ranges)
  }

  private static func outsideBackticks(_ line: Substring) -> [Range<Int>] {
    var (ranges, place): ([Range<Int>], Int) = ([], 0)
    let pieces = line.utf8.split(separator: 0x60, omittingEmptySubsequences: false)
    for (index, piece) in pieces.enumerated() {
      if index % 2 == 0 { ranges.append(place..<(place + piece.count)) }
      place += piece.count + 1
    }
    return ranges
  }
}

/// The prose of a line, asked from left to right: a line may have thousands of links.
struct ProseOfLine {
  private var runs: ArraySlice<Range<Int>>

  /// Creates it from ranges in bytes, in order.
  init(_ runs: [Range<Int>]) { self.runs = runs[...] }

  /// Whether a range has prose; no later call may ask for an earlier place.
  mutating func overlaps(_ range: Range<Int>) -> Bool {
    runs = runs.drop { $0.upperBound <= range.lowerBound }
    return runs.first?.overlaps(range) ?? false
  }
}
