import CMarkdown

/// Where there are words to read in a body: not in code, in HTML, or in the addresses of links.
public enum MarkdownProse {
  /// A part of a line.
  public struct Run: Hashable, Sendable {
    /// The line, from 0.
    public var line: Int
    /// Bytes of UTF-8 of the line.
    public var range: Range<Int>

    /// A part of a line.
    public init(line: Int, range: Range<Int>) {
      self.line = line
      self.range = range
    }
  }

  /// The runs of a text, in its order; those behind the part that is read as Markdown are left out.
  ///
  /// A pure function, bounded in time as `MarkdownFormatter` is.
  /// - `text`: Markdown, with `\n` between its lines.
  public static func runs(in text: String) -> [Run] {
    var collector = ProseCollector(
      lines: text.split(separator: "\n", omittingEmptySubsequences: false))
    for piece in MarkdownPieces(text) {
      guard case .markdown(let piece, let hasTables) = piece else { break }
      collector.collect(MarkdownTree(piece, hasTables: hasTables))
      collector.firstLine += piece.utf8.count { $0 == 0x0A }
    }
    return collector.runs
  }
}

/// Finds the texts of trees in the lines that they come from.
private struct ProseCollector {
  let lines: [Substring]
  /// The line at which the tree begins.
  var firstLine = 0
  private(set) var runs: [MarkdownProse.Run] = []
  /// The line that was looked at last.
  private var current: (index: Int, bytes: [UInt8]) = (-1, [])

  init(lines: [Substring]) { self.lines = lines }

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
    // A link that shows its own address.
    if let address, address.utf8.reversed().starts(with: text.reversed()) { return }
    let line = firstLine + node.startLine - 1
    guard !text.isEmpty, lines.indices.contains(line) else { return }
    if current.index != line { current = (line, Array(lines[line].utf8)) }
    let last = runs.last.flatMap { $0.line == line ? $0.range.upperBound : nil }
    for range in places(of: text, hint: node.startColumn - 1, behind: last ?? 0) {
      runs.append(.init(line: line, range: range))
    }
  }

  /// Bytes in which a text is looked for that is not where it should be.
  private static let reach = 1_000

  /// Where a text stands in its line, in parts where a backslash or an entity stands for something else.
  ///
  /// cmark-gfm's columns are nearly always right, but neither in tables nor behind some changes of
  /// indentation.
  private func places(of text: [UInt8], hint: Int, behind: Int) -> [Range<Int>] {
    func stands(at start: Int) -> Bool {
      start >= behind && start + text.count <= current.bytes.count
        && current.bytes[start..<start + text.count].elementsEqual(text)
    }
    let start = stands(at: hint) ? hint : (behind..<behind + Self.reach).first(where: stands)
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
        // An entity stands for one character, of one byte or several.
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
