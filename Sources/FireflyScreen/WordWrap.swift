/// Breaks styled text into lines by words and display width.
///
/// Lines break at spaces, after a hyphen, and between CJK characters; a word longer than a line is
/// cut where the line ends. Spaces at a break are dropped.
public enum WordWrap {
  /// Wraps spans to lines of at most `width` columns (at least 1).
  ///
  /// - Parameter limit: lines after which the rest is left out; nil for all.
  public static func wrap(_ spans: [TextSpan], width: Int, limit: Int? = nil) -> [TextLine] {
    let width = max(1, width)
    var lines: [TextLine] = []
    var line: [Piece] = []
    var columns = 0
    // Where the line may be broken: the index in `line` of the first piece after the break.
    var breakIndex: Int?

    func emit(_ pieces: ArraySlice<Piece>) {
      var pieces = pieces
      while pieces.last?.glyph.isSpace == true { pieces.removeLast() }
      lines.append(TextLine(spans: pieces, of: spans))
    }

    for (index, span) in spans.enumerated() {
      for glyph in span.glyphs {
        if let limit, lines.count >= limit { return lines }
        let piece = Piece(glyph: glyph, span: index)
        if glyph.isSpace {
          if columns < width {
            line.append(piece)
            columns += Int(glyph.width)
          }
          breakIndex = line.count
          continue
        }
        if let last = line.last?.glyph, last.breaksAfter(before: glyph) { breakIndex = line.count }
        if columns + Int(glyph.width) > width, !line.isEmpty {
          let end = breakIndex.flatMap { $0 > 0 ? $0 : nil } ?? line.count
          emit(line[..<end])
          line.removeSubrange(..<end)
          while line.first?.glyph.isSpace == true { line.removeFirst() }
          columns = line.reduce(0) { $0 + Int($1.glyph.width) }
          breakIndex = nil
        }
        line.append(piece)
        columns += Int(glyph.width)
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
  /// Whether a line may break between this glyph and the next although there is no space.
  fileprivate func breaksAfter(before next: Glyph) -> Bool {
    if base == 0x2D { return !next.isDigit }
    if isIdeographic { return !next.isClosing }
    return next.isIdeographic && !isOpening && !next.isClosing
  }

  private var isDigit: Bool { base >= 0x30 && base <= 0x39 }
  private var isIdeographic: Bool {
    (0x2E80...0x9FFF).contains(base) || (0xAC00...0xD7A3).contains(base)
      || (0xF900...0xFAFF).contains(base) || (0xFF01...0xFF60).contains(base)
      || (0x20000...0x3FFFD).contains(base)
  }
  /// Never first on a line: closing brackets, stops, small kana, the long-vowel mark.
  private var isClosing: Bool {
    switch base {
    case 0x3001, 0x3002, 0x3009, 0x300B, 0x300D, 0x300F, 0x3011, 0x3015, 0x3017, 0x301F,
      0x3041, 0x3043, 0x3045, 0x3047, 0x3049, 0x3063, 0x3083, 0x3085, 0x3087,
      0x30A1, 0x30A3, 0x30A5, 0x30A7, 0x30A9, 0x30C3, 0x30E3, 0x30E5, 0x30E7, 0x30FB, 0x30FC,
      0xFF01, 0xFF09, 0xFF0C, 0xFF0E, 0xFF1A, 0xFF1B, 0xFF1F, 0xFF5D,
      0x21, 0x29, 0x2C, 0x2E, 0x3A, 0x3B, 0x3F, 0x5D, 0x7D, 0x2019, 0x201D, 0x2026:
      true
    default: false
    }
  }
  /// Never last on a line: opening brackets.
  private var isOpening: Bool {
    switch base {
    case 0x3008, 0x300A, 0x300C, 0x300E, 0x3010, 0x3014, 0x3016, 0xFF08, 0xFF5B,
      0x28, 0x5B, 0x7B, 0x2018, 0x201C:
      true
    default: false
    }
  }
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
