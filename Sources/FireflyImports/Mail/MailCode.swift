import FireflyCore
/// Finds the lines of a mail that are code, patches or tables, whose line breaks mean something.
struct MailCode {
  /// Lines that become one block of code.
  struct Block {
    /// Their indices.
    var lines: Range<Int>
    var language: String
  }

  /// Number of lines that end like code, from which a run of lines is a block.
  private static let enough = 3
  /// Maximum columns of a line that ends with a comma and keeps its break.
  private static let shortLine = 60

  /// Bytes that mean something at the start or the end of a line, or in it.
  private static let ends = Array(";{}\\".utf8)
  private static let (starts, patchStarts) = (Array("+-\t".utf8), Array(" +-@\\\t".utf8))
  private static let (openings, dashes) = (Array("(=[{<".utf8), Array(" -".utf8))

  /// The blocks, by their first line.
  private(set) var blocks: [Int: Block] = [:]
  /// Whether each line keeps its line break.
  private(set) var keeps: [Bool]

  /// Looks through lines.
  init(_ lines: [MailLine]) {
    keeps = lines.map(Self.isCode)
    for index in lines.indices.dropLast() where Self.isAligned(lines[index], lines[index + 1]) {
      (keeps[index], keeps[index + 1]) = (true, true)
    }
    var index = 0
    while index < lines.count {
      guard let end = end(of: lines, from: index) else {
        index += 1
        continue
      }
      if let language = Self.language(of: lines[index..<end]) {
        blocks[index] = Block(lines: index..<end, language: language)
      }
      index = max(end, index + 1)
    }
  }

  /// Returns the end of the run of lines that begins at an index; nil if none does.
  private func end(of lines: [MailLine], from start: Int) -> Int? {
    let depth = lines[start].depth
    var isPatch = Self.beginsPatch(lines[start].words)
    // The line above code may be its beginning, such as `int main(void)`.
    guard keeps[start] || isPatch || isHead(lines, start) else { return nil }
    var end = start + 1
    for index in start + 1..<max(start + 1, lines.count) {
      let line = lines[index]
      guard line.depth == depth, !isSignature(lines, index) else { break }
      isPatch = isPatch || Self.beginsPatch(line.words)
      let isInside = isPatch && Self.isInPatch(line.words)
      if line.isBlank { continue }
      // A table begins a paragraph of its own.
      let isNew = lines[index - 1].isBlank
      if isNew, !isInside, !Self.isCode(line), !isHead(lines, index) { break }
      // A blank line is inside only if code follows.
      guard keeps[index] || isInside || isHead(lines, index) else { break }
      end = index + 1
    }
    return end
  }

  /// Whether a signature begins at a line, as Git writes it below a patch: `-- ` and a version.
  private func isSignature(_ lines: [MailLine], _ index: Int) -> Bool {
    switch lines[index].words {
    case "-- ": return true
    case "--" where index + 1 < lines.count:
      return lines[index + 1].words.utf8.first.map { 0x30...0x39 ~= $0 } == true
    default: return false
    }
  }

  private func isHead(_ lines: [MailLine], _ index: Int) -> Bool {
    lines[index].words.hasSuffix(")") && index + 1 < lines.count && keeps[index + 1]
      && lines[index + 1].depth == lines[index].depth
  }

  /// Returns the language of a block of code; nil for lines that are none.
  private static func language(of lines: ArraySlice<MailLine>) -> String? {
    if lines.count > 1,
      lines.contains(where: { beginsPatch($0.words) || $0.words.hasPrefix("+++ ") })
    {
      return "diff"
    }
    let isChange = lines.contains { $0.words.hasPrefix("+") }
    let count = lines.count { line in
      endsLikeCode(line) && (isChange || !isItem(line.words))
    }
    return count < enough ? nil : isChange ? "diff" : ""
  }

  private static func beginsPatch(_ line: String) -> Bool {
    switch line.utf8.first {
    case UInt8(ascii: "@"): line.hasPrefix("@@ ")
    case UInt8(ascii: "d"): line.hasPrefix("diff ")
    case UInt8(ascii: "I"): line.hasPrefix("Index: ")
    case UInt8(ascii: "-"): line.hasPrefix("--- a/")
    default: false
    }
  }

  private static func isInPatch(_ line: String) -> Bool {
    guard let first = line.utf8.first else { return false }
    return patchStarts.contains(first) || line.hasPrefix("index ") || line.hasPrefix("diff ")
  }

  /// Whether a line looks like code by itself.
  static func isCode(_ line: MailLine) -> Bool {
    guard let first = line.words.utf8.first, !line.isBlank else { return false }
    if isItem(line.words) || line.words.utf8.allSatisfy(dashes.contains) { return false }
    if first == UInt8(ascii: " "), line.contains(" | ") { return true }
    if starts.contains(first) || line.words.hasPrefix("  ") || line.words.hasPrefix("@@") {
      return true
    }
    if line.words.utf8.last == UInt8(ascii: ",") {
      return line.words.utf8.count < shortLine
        && line.words.utf8.contains(where: openings.contains)
    }
    return endsLikeCode(line) || beginsWithPlace(line.words)
  }

  /// Whether a line begins with a place, as a compiler names it: `knots.c:12: error`.
  private static func beginsWithPlace(_ line: String) -> Bool {
    let word = line.utf8.prefix(200).prefix { $0 != UInt8(ascii: " ") }
    guard word.last == UInt8(ascii: ":") else { return false }
    let parts = word.dropLast().split(separator: UInt8(ascii: ":"))
    return parts.count > 1 && parts.dropFirst().allSatisfy { $0.allSatisfy { 0x30...0x39 ~= $0 } }
  }

  private static func endsLikeCode(_ line: MailLine) -> Bool {
    line.lastSign.map(ends.contains) == true
  }

  /// Whether a line begins like an item of a list.
  private static func isItem(_ line: String) -> Bool {
    let rest = line.utf8.drop { $0 == UInt8(ascii: " ") }
    guard let first = rest.first else { return false }
    if first == UInt8(ascii: "-") || first == UInt8(ascii: "*") {
      return rest.dropFirst().first == UInt8(ascii: " ")
    }
    guard 0x30...0x39 ~= first else { return false }
    return rest.drop { 0x30...0x39 ~= $0 }.starts(with: ". ".utf8)
  }

  /// Whether two lines have a column that begins at the same place.
  private static func isAligned(_ one: MailLine, _ other: MailLine) -> Bool {
    guard one.depth == other.depth, one.contains("  "), other.contains("  ") else {
      return false
    }
    return !columns(of: one.words).isDisjoint(with: columns(of: other.words))
  }

  /// Returns the places where words begin after two blanks.
  private static func columns(of line: String) -> Set<Int> {
    var (columns, blanks, hasWords): (Set<Int>, Int, Bool) = ([], 0, false)
    for (place, character) in line.prefix(400).enumerated() {
      if character == " " {
        blanks += 1
        continue
      }
      if hasWords, blanks > 1 { columns.insert(place) }
      (blanks, hasWords) = (0, true)
    }
    return columns
  }
}
