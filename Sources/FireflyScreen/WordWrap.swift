/// Breaks styled text into lines, with the rules of `LineBreaker`.
///
/// Drops spaces at a break.
package enum WordWrap {
  /// Wraps spans to lines of at most `width` columns (at least 1).
  ///
  /// - Parameters:
  ///   - width: the width in columns.
  ///   - limit: maximum number of lines; nil for all.
  package static func wrap(_ spans: [TextSpan], width: Int, limit: Int? = nil) -> [TextLine] {
    var lines: [TextLine] = []
    var line: [Piece] = []
    var breaker = LineBreaker(width: width)

    func emit(_ pieces: ArraySlice<Piece>) {
      var pieces = pieces
      while pieces.last?.glyph.isBreakingSpace == true { pieces.removeLast() }
      lines.append(TextLine(spans: pieces, of: spans))
    }

    for (index, span) in spans.enumerated() {
      for glyph in span.glyphs {
        if let limit, lines.count >= limit { return lines }
        while let position = breaker.add(glyph) {
          // The number of a link is not torn apart.
          let next = position < line.count ? line[position].span : index
          let isTorn = spans[next].role == .marker && line[position - 1].span == next
          let start = isTorn ? line.firstIndex { $0.span == next } ?? 0 : 0
          let end = start > 0 ? start : position
          emit(line[..<end])
          line.removeSubrange(..<end)
          breaker = LineBreaker(width: width)
          for piece in line { _ = breaker.add(piece.glyph) }
        }
        line.append(Piece(glyph: glyph, span: index))
      }
    }
    if let limit, lines.count >= limit { return lines }
    emit(line[...])
    return lines
  }

  /// Wraps plain text; keeps its line breaks.
  package static func wrap(_ text: String, width: Int, limit: Int? = nil) -> [TextLine] {
    var lines: [TextLine] = []
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      if let limit, lines.count >= limit { break }
      lines += wrap([TextSpan(String(line))], width: width, limit: limit.map { $0 - lines.count })
    }
    return lines
  }

  /// A glyph and the span that contains it.
  fileprivate struct Piece {
    var glyph: Glyph
    var span: Int
  }
}

extension Glyph {
  /// Whether its script allows a break between any two characters: Han, kana, Hangul.
  package var isIdeographic: Bool { LineBreakRules.isIdeographic(base) }
}

extension TextLine {
  /// Joins pieces to spans again, each with its original style.
  fileprivate init(spans pieces: ArraySlice<WordWrap.Piece>, of origin: [TextSpan]) {
    var spans: [TextSpan] = []
    var current: Int?
    for piece in pieces {
      if piece.span != current {
        current = piece.span
        let source = origin[piece.span]
        spans.append(TextSpan(glyphs: [], role: source.role, attributes: source.attributes))
      }
      spans[spans.count - 1].glyphs.append(piece.glyph)
    }
    self.init(spans)
  }
}
