import FireflyCore

/// Finds the HTML in a body.
package enum MarkdownMarkup {
  /// A tag or a comment within a line, or lines of HTML.
  package struct Piece: Hashable, Sendable {
    /// The HTML, without the marks of the quotation or list that it is in.
    package var html: String
    /// Its place in bytes of UTF-8; the marks before its first line don't belong to it.
    package var range: Range<Int>
    /// What stands before each further line; nil for HTML within a line.
    package var indent: String?
  }

  /// Returns the HTML of a text, in order; not that in code.
  ///
  /// A pure function, bounded in time like `MarkdownFormatter`.
  /// - Parameter text: Markdown, with `\n` between its lines; only the part that is parsed as such
  ///   is searched.
  package static func pieces(in text: String) -> [Piece] {
    var pieces: [Piece] = []
    guard text.contains("<") else { return [] }
    var start = 0
    for piece in MarkdownPieces(text) {
      guard case .markdown(let piece, let hasTables) = piece else { break }
      var finder = MarkupFinder(piece, from: start)
      MarkdownTree(piece, hasTables: hasTables).walk { _, node in
        if node.kind == .html || node.kind == .htmlSpan { finder.add(node) }
        return true
      }
      pieces += finder.pieces
      start += piece.utf8.count
    }
    return pieces
  }
}

/// Finds the HTML of a tree's nodes in their source.
private struct MarkupFinder {
  private let bytes: [UInt8]
  /// Where the lines begin, and the text.
  private var lines = [0]
  private let start: Int
  /// The end of the last piece.
  private var end = 0
  private(set) var pieces: [MarkdownMarkup.Piece] = []

  init(_ text: String, from start: Int) {
    bytes = Array(text.utf8)
    self.start = start
    for (place, byte) in bytes.enumerated() where byte == 0x0A { lines.append(place + 1) }
  }

  mutating func add(_ node: MarkdownNode) {
    let html = node.literal
    let first = node.startLine - 1
    guard lines.indices.contains(first), let line = html.utf8.split(separator: 0x0A).first else {
      return
    }
    // Lines of a quotation have marks between them, so only the first line is compared.
    let from = max(end, lines[first])
    let count = html.utf8.count { $0 == 0x0A } - (html.hasSuffix("\n") ? 1 : 0)
    guard let place = bytes.firstRange(of: Array(line), from: from, until: after(first)) else {
      return
    }
    if node.kind == .htmlSpan {
      guard let end = self.end(of: html, from: place) else { return }
      self.end = end
      pieces.append(.init(html: html, range: start + place..<start + end))
    } else {
      end = max(place, after(first + count) - 1)
      // The last line may have no end.
      if end < bytes.count, bytes[end] != 0x0A { end = bytes.count }
      let marks = bytes[lines[first]..<place].map { byte in
        byte == UInt8(ascii: ">") || byte == 0x09 ? byte : 0x20
      }
      pieces.append(
        .init(
          html: html, range: start + place..<start + end,
          indent: String(decoding: marks, as: UTF8.self)))
    }
  }

  /// Returns where HTML ends that begins at a place; nil for other bytes.
  ///
  /// Blanks and marks of quotations at the beginning of its further lines don't belong to it.
  private func end(of html: String, from start: Int) -> Int? {
    var place = start
    var isLineStart = false
    for byte in html.utf8 {
      while isLineStart, place < bytes.count, bytes[place] != byte,
        " \t>".utf8.contains(bytes[place])
      {
        place += 1
      }
      guard place < bytes.count, bytes[place] == byte else { return nil }
      place += 1
      isLineStart = byte == 0x0A
    }
    return place
  }

  /// Where the line after a line begins.
  private func after(_ line: Int) -> Int {
    lines.indices.contains(line + 1) ? lines[line + 1] : bytes.count
  }
}

extension [UInt8] {
  /// Returns where some bytes occur first in a range.
  fileprivate func firstRange(of other: [UInt8], from: Int, until end: Int) -> Int? {
    guard let first = other.first else { return nil }
    var place = from
    while place + other.count <= end, let next = self[place..<end].firstIndex(of: first) {
      if self[next..<end].starts(with: other) { return next }
      place = next + 1
    }
    return nil
  }
}
