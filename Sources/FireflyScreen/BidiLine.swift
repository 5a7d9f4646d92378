import CBidi

/// The direction of a text.
package enum TextDirection: Hashable, Sendable {
  /// As in Latin script.
  case leftToRight
  /// As in Hebrew and Arabic script.
  case rightToLeft
}

/// Reorders a line with right-to-left letters for display.
///
/// Most terminals draw cells from left to right, whatever the letters. So the line is reordered by
/// the Unicode Bidirectional Algorithm (UAX 9, with FriBidi), Arabic letters get their joined
/// forms, and brackets are mirrored. A few terminals do this themselves; for these the caller skips
/// it.
package enum BidiLine {
  /// Maximum number of glyphs in a line to reorder; no terminal is that wide.
  static let limit = 4096

  /// Whether any glyph is right-to-left, so that `visual` would change the line.
  package static func hasRightToLeft(_ glyphs: [Glyph]) -> Bool {
    glyphs.contains { $0.isRightToLeft }
  }

  /// Returns the direction of the first letter that has one; nil if there is none.
  package static func direction(of spans: [TextSpan]) -> TextDirection? {
    for span in spans {
      if let direction = direction(of: span.glyphs) { return direction }
    }
    return nil
  }

  /// Returns the direction of the first letter that has one; nil if there is none.
  package static func direction(of glyphs: [Glyph]) -> TextDirection? {
    for glyph in glyphs where glyph.base >= 0x41 {
      let type = fribidi_get_bidi_type(glyph.base).rawValue
      guard type & strong != 0 else { continue }
      return type & rightToLeft != 0 ? .rightToLeft : .leftToRight
    }
    return nil
  }

  /// Returns the glyphs of a line in visual order, left to right.
  ///
  /// - Parameters:
  ///   - glyphs: the glyphs in logical order.
  ///   - direction: the paragraph's direction; nil for that of the line's first letter.
  package static func visual(_ glyphs: [Glyph], direction: TextDirection? = nil) -> [Glyph] {
    guard let order = visualOrder(of: glyphs, direction: direction) else { return glyphs }
    return order.map(\.glyph)
  }

  /// Returns the spans of a line in visual order, left to right.
  ///
  /// - Parameters:
  ///   - line: the spans in logical order.
  ///   - direction: the paragraph's direction; nil for that of the line's first letter.
  package static func visual(_ line: TextLine, direction: TextDirection? = nil) -> TextLine {
    guard direction == .rightToLeft || line.spans.contains(where: { hasRightToLeft($0.glyphs) })
    else { return line }
    let glyphs = line.spans.flatMap(\.glyphs)
    guard let order = visualOrder(of: glyphs, direction: direction) else { return line }
    let owners = line.spans.enumerated().flatMap { index, span in
      repeatElement(index, count: span.glyphs.count)
    }
    var spans: [TextSpan] = []
    var owner: Int?
    for item in order {
      if owners[item.index] != owner {
        owner = owners[item.index]
        var span = line.spans[owners[item.index]]
        span.glyphs = []
        spans.append(span)
      }
      spans[spans.count - 1].glyphs.append(item.glyph)
    }
    return TextLine(spans)
  }

  // MARK: UAX 9

  /// `FRIBIDI_MASK_STRONG` and `FRIBIDI_MASK_RTL`, which are macros.
  private static let strong: UInt32 = 0x10
  private static let rightToLeft: UInt32 = 0x01

  /// Returns the glyphs of a line in visual order, each with its logical index.
  ///
  /// - Parameter direction: the paragraph's direction; nil for that of the line's first letter.
  /// - Returns: nil if the order doesn't change.
  package static func visualOrder(
    of glyphs: [Glyph], direction: TextDirection?
  ) -> [(index: Int, glyph: Glyph)]? {
    guard glyphs.count <= limit, direction == .rightToLeft || hasRightToLeft(glyphs) else {
      return nil
    }
    var characters: [FriBidiChar] = []
    var owners: [Int] = []
    for (index, glyph) in glyphs.enumerated() {
      characters.append(glyph.base)
      owners.append(index)
      // The shaping must see a non-joiner, which separates its neighbours.
      if glyph.marks.contains(nonJoiner) {
        characters.append(nonJoiner)
        owners.append(index)
      }
    }
    let count = FriBidiStrIndex(characters.count)
    var types = [FriBidiCharType](
      repeating: FRIBIDI_TYPE_ON, count: characters.count)
    var brackets = [FriBidiBracketType](repeating: 0, count: characters.count)
    var levels = [FriBidiLevel](repeating: 0, count: characters.count)
    var joins = [FriBidiJoiningType](repeating: 0, count: characters.count)
    var order = Array(0..<count)
    var base =
      switch direction {
      case .leftToRight: FRIBIDI_PAR_LTR
      case .rightToLeft: FRIBIDI_PAR_RTL
      case nil: FRIBIDI_PAR_ON
      }

    fribidi_get_bidi_types(&characters, count, &types)
    fribidi_get_bracket_types(&characters, count, &types, &brackets)
    guard fribidi_get_par_embedding_levels_ex(&types, &brackets, count, &base, &levels) != 0 else {
      return nil
    }
    fribidi_get_joining_types(&characters, count, &joins)
    fribidi_join_arabic(&types, count, &levels, &joins)
    fribidi_shape(shaping, &levels, count, &joins, &characters)
    guard fribidi_reorder_line(0, &types, count, 0, base, &levels, nil, &order) != 0 else {
      return nil
    }
    return order.compactMap { place in
      let character = characters[Int(place)]
      guard character != ligatureFill, character != nonJoiner else { return nil }
      let index = owners[Int(place)]
      return (index, glyphs[index].drawn(with: character))
    }
  }

  /// U+200C.
  fileprivate static let nonJoiner: UInt32 = 0x200C
  /// FriBidi's replacement for the second letter of a ligature.
  private static let ligatureFill: UInt32 = 0xFEFF
  /// `FRIBIDI_FLAG_SHAPE_MIRRORING`, `_SHAPE_ARAB_PRES` and `_SHAPE_ARAB_LIGA`.
  private static let shaping: FriBidiFlags = 0x1 | 0x100 | 0x200
}

extension Glyph {
  /// The same marks on another base, without the non-joiner, which has had its effect.
  fileprivate func drawn(with base: UInt32) -> Glyph {
    guard base != self.base || marks.contains(BidiLine.nonJoiner) else { return self }
    guard let scalar = Unicode.Scalar(base) else { return self }
    return Glyph(scalar, marks: marks.filter { $0 != BidiLine.nonJoiner })
  }

  /// Whether the base belongs to a right-to-left script.
  package var isRightToLeft: Bool {
    switch base {
    case 0x0590..<0x0900, 0xFB1D..<0xFE00, 0xFE70..<0xFEFF, 0x10800..<0x11000, 0x1E800..<0x1F000:
      true
    default: false
    }
  }
}
