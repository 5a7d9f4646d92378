import CMarkdown
import FireflyCore

/// Finds the prose in a body: neither code, nor formulas, nor HTML, nor the addresses of links.
package enum MarkdownProse {
  /// A part of a line.
  package struct Run: Hashable, Sendable {
    /// The line, from 0.
    package var line: Int
    /// The range in bytes of UTF-8.
    package var range: Range<Int>

    /// Creates a run.
    package init(line: Int, range: Range<Int>) {
      self.line = line
      self.range = range
    }
  }

  /// Returns the runs of a text, in order, without those after the part that is parsed as Markdown.
  ///
  /// A pure function, bounded in time like `MarkdownFormatter`.
  /// - Parameter text: Markdown, with `\n` between its lines.
  package static func runs(in text: String) -> [Run] {
    // The places in the tree are those of the text only as long as formulas are hidden.
    let formulas = formulas(in: Array(text.utf8))
    let text = VerbatimMask.masked(text) ?? text
    var collector = ProseCollector(lines: text.lines, formulas: formulas)
    for piece in MarkdownPieces(text) {
      guard case .markdown(let piece, let hasTables) = piece else { break }
      collector.collect(MarkdownTree(piece, hasTables: hasTables))
      collector.firstLine += piece.utf8.count { $0 == 0x0A }
    }
    return collector.runs
  }

  /// Returns the places of formulas in their lines.
  private static func formulas(in bytes: [UInt8]) -> [Int: [Range<Int>]] {
    var (ranges, line, start): ([Int: [Range<Int>]], Int, Int) = ([:], 0, 0)
    var place = 0
    for range in FormulaMarks.formulas(in: bytes).flatMap(\.lines) {
      while let next = bytes[place..<range.lowerBound].firstIndex(of: 0x0A) {
        (line, start, place) = (line + 1, next + 1, next + 1)
      }
      place = range.lowerBound
      ranges[line, default: []].append(range.lowerBound - start..<range.upperBound - start)
    }
    return ranges
  }
}

/// Finds the texts of a tree's nodes in their source lines.
private struct ProseCollector {
  let lines: [Substring]
  /// The places of formulas, by the lines that they are in.
  let formulas: [Int: [Range<Int>]]
  /// The first line of the tree.
  var firstLine = 0
  private(set) var runs: [MarkdownProse.Run] = []
  /// The current line, cached.
  private var current: (index: Int, bytes: [UInt8]) = (-1, [])

  init(lines: [Substring], formulas: [Int: [Range<Int>]]) {
    (self.lines, self.formulas) = (lines, formulas)
  }

  mutating func collect(_ tree: borrowing MarkdownTree) {
    var address: String?
    var imageDepth = 0
    tree.walk { event, node in
      switch node.kind {
      case .image: imageDepth += event == .enter ? 1 : -1
      case .link: address = event == .enter ? node.url : nil
      case .text where event == .enter && imageDepth == 0: add(node, address: address)
      default: break
      }
      return true
    }
  }

  private mutating func add(_ node: MarkdownNode, address: String?) {
    guard let literal = cmark_node_get_literal(node.pointer) else { return }
    let text = Array(String(cString: literal).utf8)
    // An autolink.
    if let address, address.utf8.reversed().starts(with: text.reversed()) { return }
    let line = firstLine + node.startLine - 1
    guard !text.isEmpty, lines.indices.contains(line) else { return }
    if current.index != line { current = (line, Array(lines[line].utf8)) }
    let last = runs.last.flatMap { $0.line == line ? $0.range.upperBound : nil }
    for range in places(of: text, hint: node.startColumn - 1, behind: last ?? 0) {
      add(range, line: line)
    }
  }

  /// Adds a range without the formulas in it.
  private mutating func add(_ range: Range<Int>, line: Int) {
    var start = range.lowerBound
    for formula in formulas[line] ?? [] where formula.overlaps(range) {
      if start < formula.lowerBound {
        runs.append(.init(line: line, range: start..<formula.lowerBound))
      }
      start = max(start, formula.upperBound)
    }
    if start < range.upperBound { runs.append(.init(line: line, range: start..<range.upperBound)) }
  }

  /// Number of bytes to search for a text that is not at the expected position.
  private static let reach = 1_000

  /// Finds a text in its line, split where a backslash or an entity encodes a character.
  ///
  /// cmark-gfm's columns are nearly always correct, except in tables and after some changes of
  /// indentation.
  private func places(of text: [UInt8], hint: Int, behind: Int) -> [Range<Int>] {
    func matches(at start: Int) -> Bool {
      start >= behind && start + text.count <= current.bytes.count
        && current.bytes[start..<start + text.count].elementsEqual(text)
    }
    let start = matches(at: hint) ? hint : (behind..<behind + Self.reach).first(where: matches)
    if let start { return [start..<start + text.count] }
    return hint >= behind ? parts(of: text, from: hint) : []
  }

  private func parts(of text: [UInt8], from hint: Int) -> [Range<Int>] {
    let line = current.bytes
    var parts: [Range<Int>] = []
    var (start, place, index) = (hint, hint, 0)
    func close() { if start < place { parts.append(start..<place) } }
    while index < text.count, line.indices.contains(place) {
      if line[place] == 0x26, let end = line[place...].prefix(32).firstIndex(of: 0x3B) {
        // An entity encodes one character, of one or several bytes.
        close()
        place = end + 1
        index += 1
        while index < text.count, text[index] & 0xC0 == 0x80 { index += 1 }
        start = place
      } else if line[place] == text[index] {
        place += 1
        index += 1
      } else if line[place] == 0x5C {
        close()
        place += 1
        start = place
      } else {
        break
      }
    }
    close()
    return parts
  }
}
