import FireflyCore
import FireflyText

/// The prose of a text, line by line: neither code nor HTML nor addresses.
///
/// Behind the part that is read as Markdown, only what is verbatim is told from prose.
struct ProseOfText {
  private let runs: [Int: [MarkdownProse.Run]]
  private let lastRead: Int
  private var verbatim: VerbatimOfText
  private var number = 0

  /// Reads a text, with `\n` between its lines.
  init(_ text: String) {
    let runs = MarkdownProse.runs(in: text)
    lastRead = runs.last?.line ?? 0
    self.runs = Dictionary(grouping: runs, by: \.line)
    verbatim = VerbatimOfText(text)
  }

  /// Returns the prose of the next line; nil if it has none.
  mutating func next(_ line: Substring) -> ProseOfLine? {
    defer { number += 1 }
    let parts = verbatim.next(line)
    let ranges = number <= lastRead ? (runs[number] ?? []).map(\.range) : parts
    return ranges.isEmpty ? nil : ProseOfLine(ranges)
  }
}

/// The code and the formulas of a text, which keep their signs.
struct VerbatimOfText {
  /// Their ranges in the text, in order.
  private var ranges: ArraySlice<Range<Int>>
  private var place = 0

  /// Reads a text, with `\n` between its lines.
  init(_ text: String) {
    let bytes = Array(text.utf8)
    let formulas = FormulaMarks.formulas(in: bytes).flatMap(\.lines)
    let code = CodeMarks.code(in: bytes)
    ranges = (code + formulas).sorted { $0.lowerBound < $1.lowerBound }[...]
  }

  /// Returns the parts of the next line that are neither, in bytes of the line; none if it is code as a whole.
  mutating func next(_ line: Substring) -> [Range<Int>] {
    let start = place
    let end = start + line.utf8.count
    place = end + 1
    var (parts, next): ([Range<Int>], Int) = ([], start)
    while let range = ranges.first, range.lowerBound <= end {
      if next < range.lowerBound { parts.append(next - start..<range.lowerBound - start) }
      next = max(next, min(range.upperBound, place))
      if range.upperBound > place { break }
      ranges.removeFirst()
    }
    if next < end || next == start { parts.append(next - start..<end - start) }
    return parts
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
