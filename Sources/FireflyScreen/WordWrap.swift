/// Breaks styled text into lines by words and display width, where `LineBreaker` says.
///
/// Spaces at a break are dropped.
public enum WordWrap {
  /// Wraps spans to lines of at most `width` columns (at least 1).
  ///
  /// - `limit`: lines after which the rest is left out; nil for all.
  public static func wrap(_ spans: [TextSpan], width: Int, limit: Int? = nil) -> [TextLine] {
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
        while let end = breaker.take(glyph) {
          emit(line[..<end])
          line.removeSubrange(..<end)
          breaker = LineBreaker(width: width)
          for piece in line { _ = breaker.take(piece.glyph) }
        }
        line.append(Piece(glyph: glyph, span: index))
      }
    }
    if let limit, lines.count >= limit { return lines }
    emit(line[...])
    return lines
  }

  /// Wraps plain text; line breaks in it are kept.
  public static func wrap(_ text: String, width: Int, limit: Int? = nil) -> [TextLine] {
    var lines: [TextLine] = []
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      if let limit, lines.count >= limit { break }
      lines += wrap([TextSpan(String(line))], width: width, limit: limit.map { $0 - lines.count })
    }
    return lines
  }

  /// A glyph and the span it comes from.
  fileprivate struct Piece {
    var glyph: Glyph
    var span: Int
  }
}

extension Glyph {
  /// Whether it is of a script whose lines may break between any two characters: Han, kana, Hangul.
  public var isIdeographic: Bool { LineBreakRules.isIdeographic(base) }
}

extension TextLine {
  /// Joins pieces to spans again, each with the style of the span it comes from.
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
