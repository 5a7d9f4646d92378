import FireflyScreen

/// Lays out the lines of a code block: split at the maximum width, not at words.
enum CodeLines {
  /// Columns between tab stops.
  static let tabStop = 4

  /// Splits code into lines of at most `width` columns, with a mark at the end of each line that
  /// continues.
  ///
  /// Drops blank lines at the ends.
  static func lines(
    of code: String, width: Int, mark: String, indent: Int, limit: Int
  ) -> [TextLine] {
    let indent = width >= 10 * indent ? indent : 0
    let inner = width - indent
    // Two columns have room for a wide character, but not for a mark as well.
    let mark = inner > 3 ? Glyph.glyphs(of: mark) : []
    var lines: [TextLine] = []
    let source = code.split(separator: "\n", omittingEmptySubsequences: false)
    let margin = Array(repeating: Glyph.space, count: indent)
    let isBlank = { (line: Substring) in line.allSatisfy(\.isWhitespace) }
    guard let first = source.firstIndex(where: { !isBlank($0) }),
      let last = source.lastIndex(where: { !isBlank($0) })
    else { return [] }
    for line in source[first...last] {
      for piece in cut(glyphs(of: line), width: inner, mark: mark.displayWidth) {
        if lines.count >= limit { return lines }
        // A blank line is part of the block as well.
        let code = margin + piece.glyphs
        var spans = [TextSpan(glyphs: code.isEmpty ? [.space] : code, role: .codeBlock)]
        if piece.continues, !mark.isEmpty {
          let space = inner - piece.glyphs.displayWidth - mark.displayWidth
          let gap = [Glyph](repeating: .space, count: max(0, space))
          spans.append(TextSpan(glyphs: gap + mark, role: .marker))
        }
        lines.append(TextLine(spans))
      }
    }
    return lines
  }

  /// The glyphs of one line, with tabs expanded to the next stop.
  private static func glyphs(of line: Substring) -> [Glyph] {
    guard line.contains("\t") else { return Glyph.glyphs(of: line) }
    var glyphs: [Glyph] = []
    var columns = 0
    for part in line.split(separator: "\t", omittingEmptySubsequences: false) {
      if part.startIndex > line.startIndex {
        let space = tabStop - columns % tabStop
        glyphs += Array(repeating: .space, count: space)
        columns += space
      }
      let more = Glyph.glyphs(of: part)
      columns += more.displayWidth
      glyphs += more
    }
    return glyphs
  }

  private static func cut(
    _ glyphs: [Glyph], width: Int, mark: Int
  ) -> [(glyphs: [Glyph], continues: Bool)] {
    var pieces: [(glyphs: [Glyph], continues: Bool)] = []
    var rest = glyphs[...]
    var columns = glyphs.displayWidth
    while columns > width {
      var used = 0
      var end = rest.startIndex
      while end < rest.endIndex,
        used + Int(rest[end].width) <= width - mark || end == rest.startIndex
      {
        used += Int(rest[end].width)
        end += 1
      }
      pieces.append((Array(rest[..<end]), true))
      rest = rest[end...]
      columns -= used
    }
    return pieces + [(Array(rest), false)]
  }
}
