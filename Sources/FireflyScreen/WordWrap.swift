/// Breaks styled text into lines by words and display width.
///
/// Lines break at spaces, after a hyphen inside a word, and between CJK characters (not before a
/// closing mark nor after an opening one); a word longer than a line is cut where the line ends.
/// Spaces at a break are dropped.
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
      while pieces.last?.glyph.isBreakingSpace == true { pieces.removeLast() }
      lines.append(TextLine(spans: pieces, of: spans))
    }

    for (index, span) in spans.enumerated() {
      for glyph in span.glyphs {
        if let limit, lines.count >= limit { return lines }
        let piece = Piece(glyph: glyph, span: index)
        if glyph.isBreakingSpace {
          if columns < width {
            line.append(piece)
            columns += Int(glyph.width)
          }
          breakIndex = line.count
          continue
        }
        if let last = line.last?.glyph {
          let before = line.count > 1 ? line[line.count - 2].glyph : .space
          if last.breaksAfter(from: before, to: glyph) { breakIndex = line.count }
        }
        if columns + Int(glyph.width) > width, !line.isEmpty {
          let end = breakIndex.flatMap { $0 > 0 ? $0 : nil } ?? line.count
          emit(line[..<end])
          line.removeSubrange(..<end)
          let words = line.firstIndex { !$0.glyph.isBreakingSpace } ?? line.count
          line.removeSubrange(..<words)
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
  fileprivate func breaksAfter(from before: Glyph, to next: Glyph) -> Bool {
    if base == 0x2D { return before.isWordPart && next.isWordPart && !next.isDigit }
    guard !isOpening, !next.isClosing else { return false }
    return isIdeographic || next.isIdeographic
  }

  /// Whether it is of a script whose lines may break between any two characters: Han, kana, Hangul.
  public var isIdeographic: Bool {
    (0x2E80...0x9FFF).contains(base) || (0xAC00...0xD7A3).contains(base)
      || (0xF900...0xFAFF).contains(base) || (0xFF01...0xFF60).contains(base)
      || (0x20000...0x3FFFD).contains(base)
  }

  private var isDigit: Bool { base >= 0x30 && base <= 0x39 }
  /// Whether it can be part of a hyphenated word: neither a space nor ASCII punctuation.
  private var isWordPart: Bool {
    switch base {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    case ..<0xC0: false
    default: !isSpace
    }
  }
  /// Never first on a line: closing brackets, stops, small kana, the long-vowel mark.
  private var isClosing: Bool {
    switch base {
    case 0x3001, 0x3002, 0x3009, 0x300B, 0x300D, 0x300F, 0x3011, 0x3015, 0x3017, 0x301F,
      0x3005, 0x3041, 0x3043, 0x3045, 0x3047, 0x3049, 0x3063, 0x3083, 0x3085, 0x3087,
      0x30A1, 0x30A3, 0x30A5, 0x30A7, 0x30A9, 0x30C3, 0x30E3, 0x30E5, 0x30E7, 0x30FB, 0x30FC,
      0x309D, 0x309E,
      0x30FD, 0x30FE, 0xFF60,
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
