import CBidi

/// The direction a text runs in.
public enum TextDirection: Hashable, Sendable {
  /// As Latin.
  case leftToRight
  /// As Hebrew and Arabic.
  case rightToLeft
}

/// Puts a line with right-to-left letters into the order in which a terminal draws it.
///
/// Most terminals draw cells from left to right as they come, whatever the letters. So the line is
/// reordered here, by the Unicode Bidirectional Algorithm (UAX 9, by FriBidi), Arabic letters get
/// their joined forms, and brackets are mirrored. For the few terminals that do it themselves the
/// caller leaves it out.
public enum BidiLine {
  /// Glyphs in one line after which it is left as it is; no terminal is that wide.
  static let limit = 4096

  /// Whether any glyph runs from right to left, so that `visual` would have something to do.
  public static func hasRightToLeft(_ glyphs: [Glyph]) -> Bool {
    glyphs.contains { $0.isRightToLeft }
  }

  /// The direction of the first letter that has one; nil if there is none.
  public static func direction(of spans: [TextSpan]) -> TextDirection? {
    for span in spans {
      if let direction = direction(of: span.glyphs) { return direction }
    }
    return nil
  }

  /// The direction of the first letter that has one; nil if there is none.
  public static func direction(of glyphs: [Glyph]) -> TextDirection? {
    for glyph in glyphs where glyph.base >= 0x41 {
      let type = fribidi_get_bidi_type(glyph.base).rawValue
      guard type & strong != 0 else { continue }
      return type & rightToLeft != 0 ? .rightToLeft : .leftToRight
    }
    return nil
  }

  /// The glyphs of one line in the order in which they are drawn, left to right.
  ///
  /// - `direction`: of the paragraph; nil takes that of the line's first letter.
  public static func visual(_ glyphs: [Glyph], direction: TextDirection? = nil) -> [Glyph] {
    guard let places = places(of: glyphs, direction: direction) else { return glyphs }
    return places.map(\.glyph)
  }

  /// One line's spans in the order in which they are drawn, left to right.
  ///
  /// - `direction`: of the paragraph; nil takes that of the line's first letter.
  public static func visual(_ line: TextLine, direction: TextDirection? = nil) -> TextLine {
    guard direction == .rightToLeft || line.spans.contains(where: { hasRightToLeft($0.glyphs) })
    else { return line }
    let glyphs = line.spans.flatMap(\.glyphs)
    guard let places = places(of: glyphs, direction: direction) else { return line }
    let owners = line.spans.enumerated().flatMap { index, span in
      repeatElement(index, count: span.glyphs.count)
    }
    var spans: [TextSpan] = []
    var owner: Int?
    for place in places {
      if owners[place.index] != owner {
        owner = owners[place.index]
        var span = line.spans[owners[place.index]]
        span.glyphs = []
        spans.append(span)
      }
      spans[spans.count - 1].glyphs.append(place.glyph)
    }
    return TextLine(spans)
  }

  // MARK: UAX 9

  /// `FRIBIDI_MASK_STRONG` and `FRIBIDI_MASK_RTL`, which are macros.
  private static let strong: UInt32 = 0x10
  private static let rightToLeft: UInt32 = 0x01

  /// The glyphs of one line in the order in which they are drawn, left to right, each with its index in
  /// the line; nil if they are drawn as they come.
  ///
  /// - `direction`: of the paragraph; nil takes that of the line's first letter.
  public static func places(
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
      // A non-joiner parts the letters around it, so the shaping must see it.
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
  /// What FriBidi puts in place of the second letter of a ligature.
  private static let ligatureFill: UInt32 = 0xFEFF
  /// `FRIBIDI_FLAG_SHAPE_MIRRORING`, `_SHAPE_ARAB_PRES` and `_SHAPE_ARAB_LIGA`.
  private static let shaping: FriBidiFlags = 0x1 | 0x100 | 0x200
}

extension Glyph {
  /// The same marks on another base, without the non-joiner, which has done its work.
  fileprivate func drawn(with base: UInt32) -> Glyph {
    guard base != self.base || marks.contains(BidiLine.nonJoiner) else { return self }
    guard let scalar = Unicode.Scalar(base) else { return self }
    return Glyph(scalar, marks: marks.filter { $0 != BidiLine.nonJoiner })
  }

  /// Whether the base is of a script written from right to left.
  public var isRightToLeft: Bool {
    switch base {
    case 0x0590..<0x0900, 0xFB1D..<0xFE00, 0xFE70..<0xFEFF, 0x10800..<0x11000, 0x1E800..<0x1F000:
      true
    default: false
    }
  }
}
