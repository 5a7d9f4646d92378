import CMarkdown
import FireflyCore

/// Hides from cmark-gfm what Markdown's rules would change: formulas, and lines with nothing but `<br>`.
///
/// Each character with a meaning becomes a control character, so that all places stay the same; in the tree they are
/// turned back. Control characters are never part of a text.
enum VerbatimMask {
  /// What stands for the first and the last sign of `$…$`, of `$$…$$` and of `\begin…}`.
  private static let (first, last): ([UInt8], [UInt8]) = ([0x01, 0x03, 0x05], [0x02, 0x04, 0x06])
  private static let signs: [UInt8: UInt8] = {
    let codes = [UInt8](0x07...0x08) + [UInt8](0x0E...0x1F) + [0x7F]
    return Dictionary(uniqueKeysWithValues: zip("`\\&<>*_[]!~:w@|+-=#1".utf8, codes))
  }()
  private static let originals: [UInt8] = {
    var table = [UInt8](0...255)
    for (sign, code) in signs { table[Int(code)] = sign }
    for (index, sign) in "$$\\".utf8.enumerated() { table[Int(first[index])] = sign }
    for (index, sign) in "$$}".utf8.enumerated() { table[Int(last[index])] = sign }
    return table
  }()

  /// Returns a text for the parser; nil if nothing in it must be hidden.
  static func masked(_ text: String) -> String? {
    let bytes = Array(text.utf8)
    let breaks = lonelyBreaks(in: bytes)
    let formulas = FormulaMarks.formulas(in: bytes)
    guard !breaks.isEmpty || !formulas.isEmpty, !bytes.contains(where: isCode) else { return nil }
    var masked = bytes
    for range in breaks { for place in range { masked[place] = 0x20 } }
    for formula in formulas {
      for line in formula.lines {
        for place in line { masked[place] = signs[bytes[place]] ?? bytes[place] }
      }
      guard let start = formula.lines.first?.lowerBound, let end = formula.lines.last?.upperBound
      else { continue }
      let kind = !formula.keepsLines ? 0 : bytes[start] == UInt8(ascii: "$") ? 1 : 2
      (masked[start], masked[end - 1]) = (first[kind], last[kind])
    }
    return String(decoding: masked, as: UTF8.self)
  }

  private static func isCode(_ byte: UInt8) -> Bool { originals[Int(byte)] != byte }

  // MARK: Lines with nothing but a break

  /// Returns the tags of lines with nothing but `<br>` that go on with no paragraph.
  ///
  /// Markdown takes such a line for the beginning of HTML, which goes on to the next blank line, with all marks in it.
  private static func lonelyBreaks(in bytes: [UInt8]) -> [Range<Int>] {
    guard hasBreak(bytes) else { return [] }
    var (ranges, code): ([Range<Int>], CodeMarks) = ([], CodeMarks())
    // Where the text of the paragraph above begins in its line.
    var above = Int.max
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count
      let isCode = code.read(bytes[start..<end]) != .words
      let words = bytes[start..<end].drop { $0 <= 0x20 || $0 == UInt8(ascii: ">") }
      let isLonely = !isCode && words.startIndex - start < above && isOnlyBreaks(words)
      if isLonely { ranges.append(words.startIndex..<end - (bytes[end - 1] == 0x0A ? 1 : 0)) }
      let isText = !isCode && !words.isEmpty && !isLonely && words.first != UInt8(ascii: "#")
      above = isText ? afterMark(words) - start : .max
      start = end
    }
    return ranges
  }

  /// Returns where the text of a line begins behind the mark of an item.
  private static func afterMark(_ words: ArraySlice<UInt8>) -> Int {
    let digits = words.prefix(10).prefix { 0x30...0x39 ~= $0 }
    let sign = words.dropFirst(digits.count)
    let isMark = sign.first.map { (digits.isEmpty ? "-+*" : ".)").utf8.contains($0) } == true
    let text = sign.dropFirst().drop { $0 == 0x20 || $0 == 0x09 }
    return isMark && text.startIndex > sign.startIndex + 1 ? text.startIndex : words.startIndex
  }

  private static func hasBreak(_ bytes: [UInt8]) -> Bool {
    var place = 0
    while let next = bytes[place...].firstIndex(of: UInt8(ascii: "<")) {
      if isBreak(bytes[next...]) { return true }
      place = next + 1
    }
    return false
  }

  private static func isBreak(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.prefix(3).elementsEqual("<br".utf8, by: { $0 | 0x20 == $1 | 0x20 })
      && bytes.first == UInt8(ascii: "<")
  }

  private static func isOnlyBreaks(_ words: ArraySlice<UInt8>) -> Bool {
    var rest = words
    guard isBreak(rest) else { return false }
    while isBreak(rest) {
      rest = rest.dropFirst(3).drop { $0 <= 0x20 || $0 == UInt8(ascii: "/") }
      guard rest.first == UInt8(ascii: ">") else { return false }
      rest = rest.dropFirst().drop { $0 <= 0x20 }
    }
    return rest.isEmpty
  }

  // MARK: The tree

  /// Turns back what was hidden; formulas become code.
  static func restore(_ root: OpaquePointer?) {
    guard let root, let iterator = cmark_iter_new(root) else { return }
    var texts: [OpaquePointer] = []
    while case let event = cmark_iter_next(iterator), event != CMARK_EVENT_DONE {
      guard event == CMARK_EVENT_ENTER, let node = cmark_iter_get_node(iterator) else { continue }
      switch cmark_node_get_type(node) {
      case CMARK_NODE_TEXT: texts.append(node)
      case CMARK_NODE_LINK, CMARK_NODE_IMAGE:
        change(cmark_node_get_url(node)) { cmark_node_set_url(node, $0) }
        change(cmark_node_get_title(node)) { cmark_node_set_title(node, $0) }
      case CMARK_NODE_CODE_BLOCK:
        change(cmark_node_get_fence_info(node)) { cmark_node_set_fence_info(node, $0) }
        change(cmark_node_get_literal(node)) { cmark_node_set_literal(node, $0) }
      default: change(cmark_node_get_literal(node)) { cmark_node_set_literal(node, $0) }
      }
    }
    cmark_iter_free(iterator)
    var used: Set<OpaquePointer> = []
    for text in texts where !used.contains(text) { used.formUnion(MaskedText(text).replace()) }
  }

  private static func change(
    _ text: UnsafePointer<CChar>?, _ set: (String) -> Int32
  ) {
    guard let text else { return }
    let bytes = Array(String(cString: text).utf8)
    if bytes.contains(where: isCode) { _ = set(original(bytes)) }
  }

  private static func original(_ bytes: some Sequence<UInt8>) -> String {
    String(decoding: bytes.map { originals[Int($0)] }, as: UTF8.self)
  }

  /// A text of the tree, with those beside it that belong to the same formula.
  private struct MaskedText {
    private enum Piece {
      case text([UInt8]), code([UInt8]), lineBreak

      var type: cmark_node_type {
        switch self {
        case .text: CMARK_NODE_TEXT
        case .code: CMARK_NODE_CODE
        case .lineBreak: CMARK_NODE_LINEBREAK
        }
      }
    }

    private let start: OpaquePointer
    private var nodes: [OpaquePointer] = []
    private var pieces: [Piece] = []
    private var text: [UInt8] = []
    /// The lines of the open formula, and whether they are kept.
    private var (lines, keepsLines): ([[UInt8]]?, Bool) = (nil, false)
    /// Whether the first and the last piece are lines that are kept.
    private var (beginsLine, endsLine) = (false, false)

    init(_ node: OpaquePointer) {
      start = node
      read()
    }

    private mutating func read() {
      var next: OpaquePointer? = start
      while let node = next {
        switch cmark_node_get_type(node) {
        case CMARK_NODE_TEXT:
          nodes.append(node)
          if let literal = cmark_node_get_literal(node) { add(String(cString: literal).utf8) }
        case CMARK_NODE_SOFTBREAK, CMARK_NODE_LINEBREAK:
          nodes.append(node)
          lines?.append([])
        default: next = nil
        }
        guard lines != nil, next != nil else { break }
        next = cmark_node_next(node)
      }
      // A formula whose end is elsewhere, such as in a link, is text.
      if let lines { text += lines.joined(separator: [0x20]) }
      endText()
    }

    private mutating func add(_ bytes: some Sequence<UInt8>) {
      for byte in bytes {
        if lines == nil, VerbatimMask.first.contains(byte) {
          endText()
          (lines, keepsLines) = ([[]], byte != VerbatimMask.first[0])
        }
        guard let count = lines?.count else {
          text.append(byte)
          continue
        }
        lines?[count - 1].append(byte)
        if VerbatimMask.last.contains(byte) { endFormula() }
      }
    }

    private mutating func endText() {
      if !text.isEmpty {
        pieces.append(.text(text))
        endsLine = false
      }
      text = []
    }

    private mutating func endFormula() {
      guard let lines else { return }
      let shown = keepsLines ? lines : [Array(lines.joined(separator: [0x20]))]
      beginsLine = beginsLine || keepsLines && pieces.isEmpty
      endsLine = keepsLines
      for (index, line) in shown.enumerated() {
        if index > 0 { pieces.append(.lineBreak) }
        pieces.append(.code(line))
      }
      self.lines = nil
    }

    /// Puts the pieces into the tree instead of the nodes; returns these.
    func replace() -> [OpaquePointer] {
      if nodes.count == 1, pieces.count <= 1, case .text(let bytes)? = pieces.first {
        if bytes.contains(where: VerbatimMask.isCode) {
          cmark_node_set_literal(start, VerbatimMask.original(bytes))
        }
        return nodes
      }
      if beginsLine { Self.keepBreak(cmark_node_previous(start)) }
      if endsLine { Self.keepBreak(nodes.last.flatMap { cmark_node_next($0) }) }
      for piece in pieces {
        guard let node = cmark_node_new(piece.type) else { continue }
        switch piece {
        case .text(let bytes), .code(let bytes):
          cmark_node_set_literal(node, VerbatimMask.original(bytes))
        case .lineBreak: break
        }
        if cmark_node_insert_before(start, node) == 0 { cmark_node_free(node) }
      }
      for node in nodes {
        cmark_node_unlink(node)
        cmark_node_free(node)
      }
      return nodes
    }

    /// Makes the end of a line beside a formula an end of a line on the screen.
    private static func keepBreak(_ node: OpaquePointer?) {
      guard let node, cmark_node_get_type(node) == CMARK_NODE_SOFTBREAK,
        let new = cmark_node_new(CMARK_NODE_LINEBREAK)
      else { return }
      guard cmark_node_insert_before(node, new) != 0 else { return cmark_node_free(new) }
      cmark_node_unlink(node)
      cmark_node_free(node)
    }
  }
}
