import CWideCharacter

/// The contents of one cell: a base character and at most four combining marks, with a width on
/// which terminals and multiplexers agree, unless `isNew`.
///
/// A Swift `Character` can be more than a terminal draws in one cell (families of emoji, flags,
/// Indic clusters); `Glyph.append(_:to:)` splits it.
public struct Glyph: Hashable, Sendable {
  /// The base and the first two marks, 21 bits each.
  ///
  /// Cells have no padding, so that rows can be compared as memory.
  private var front: UInt64
  /// The other two marks, 21 bits each, and the width above them.
  private var back: UInt64

  private init(base: UInt32, width: UInt8) {
    front = UInt64(base)
    back = UInt64(width) << 42
  }

  private static func scalar(_ bits: UInt64) -> UInt32 {
    UInt32(truncatingIfNeeded: bits) & 0x1F_FFFF
  }

  /// The base scalar's value; 0 in the right half of a wide glyph.
  public var base: UInt32 { Self.scalar(front) }
  /// Width in columns: 1 or 2, or 0 for the right half of a wide glyph.
  public var width: UInt8 { UInt8(truncatingIfNeeded: back >> 42) }

  /// A blank cell.
  public static let space = Glyph(base: 0x20, width: 1)
  /// The right half of a wide glyph.
  public static let continuation = Glyph(base: 0, width: 0)
  /// Replaces characters that can't be shown: U+FFFD.
  public static let replacement = Glyph(base: 0xFFFD, width: 1)

  /// Creates the glyph of a single scalar; U+FFFD if the scalar has no width.
  public init(_ scalar: Unicode.Scalar) {
    let width = scalar.displayWidth
    self = width > 0 ? Glyph(base: scalar.value, width: UInt8(width)) : .replacement
  }

  /// Creates the glyph of an ASCII character; a space for control characters.
  public init(ascii byte: UInt8) {
    self.init(base: byte < 0x20 || byte >= 0x7F ? 0x20 : UInt32(byte), width: 1)
  }

  /// Creates a glyph from a scalar and its first four combining marks.
  init(_ scalar: Unicode.Scalar, marks: [UInt32]) {
    self.init(scalar)
    for mark in marks { add(mark: mark) }
  }

  /// The combining marks, in order; at most four, as terminals draw no more.
  public var marks: [UInt32] {
    [front >> 21, front >> 42, back, back >> 21].map(Self.scalar).filter { $0 != 0 }
  }
  /// Whether it has combining marks.
  public var hasMarks: Bool { front >> 21 != 0 }
  /// Whether it is a space, plain or non-breaking.
  public var isSpace: Bool { base == 0x20 || base == 0xA0 || base == 0x3000 }
  /// Whether it is a space at which a line may break.
  public var isBreakingSpace: Bool { base == 0x20 || base == 0x3000 }

  /// Adds a combining mark, unless there are already four.
  public mutating func add(mark: UInt32) {
    let mark = UInt64(mark)
    switch marks.count {
    case 0: front |= mark << 21
    case 1: front |= mark << 42
    case 2: back |= mark
    case 3: back |= mark << 21
    default: break
    }
  }

  /// The glyph's characters; empty for the right half of a wide glyph.
  public var text: String {
    guard base != 0 else { return "" }
    var text = String.UnicodeScalarView()
    for value in [base] + marks { Unicode.Scalar(value).map { text.append($0) } }
    return String(text)
  }

  /// Appends the glyphs that draw `character`: nearly always one.
  ///
  /// Drops variation selectors, skin tones and the rest of an emoji sequence after a zero-width
  /// joiner. Splits a flag into its two letters, and replaces line breaks and tabs by spaces. Drops
  /// format characters (direction, zero width), except the zero-width non-joiner, which Persian
  /// needs.
  public static func append(_ character: Character, to glyphs: inout [Glyph]) {
    if let ascii = character.asciiValue {
      glyphs.append(Glyph(ascii: ascii))
      return
    }
    var afterJoiner = false
    let first = glyphs.count
    for scalar in character.unicodeScalars {
      switch scalar.value {
      case 0x200D:
        afterJoiner = true
        continue
      case 0xFE00...0xFE0F, 0xE0000...0xE01FF:
        continue
      case 0x1F3FB...0x1F3FF where glyphs.count > first:
        continue
      case 0x1F1E6...0x1F1FF:
        glyphs.append(Glyph(base: scalar.value - 0x1F1E6 + 0x41, width: 1))
        continue
      default: break
      }
      let width = scalar.displayWidth
      if width == 0, scalar.properties.generalCategory == .format {
        if scalar.value == 0x200C, glyphs.count > first, glyphs[glyphs.count - 1].isRightToLeft {
          glyphs[glyphs.count - 1].add(mark: scalar.value)
        }
      } else if width == 0, glyphs.count > first {
        glyphs[glyphs.count - 1].add(mark: scalar.value)
      } else if width > 0 {
        if afterJoiner, glyphs.count > first, scalar.properties.isEmoji { continue }
        glyphs.append(Glyph(base: scalar.value, width: UInt8(width)))
      } else {
        glyphs.append(scalar.properties.isWhitespace ? .space : .replacement)
      }
      afterJoiner = false
    }
  }

  /// Returns the glyphs that draw `text`, in order.
  public static func glyphs(of text: String) -> [Glyph] { make(of: text) }

  /// Returns the glyphs that draw `text`, in order.
  public static func glyphs(of text: Substring) -> [Glyph] { make(of: text) }

  private static func make(of text: some StringProtocol) -> [Glyph] {
    // A fast path for ASCII, which nearly all text is: each byte is a glyph.
    let plain: [Glyph]?? = text.utf8.withContiguousStorageIfAvailable { bytes in
      guard bytes.allSatisfy({ $0 &- 0x20 < 0x5F }) else { return nil }
      return bytes.map { Glyph(base: UInt32($0), width: 1) }
    }
    if case .some(.some(let glyphs)) = plain { return glyphs }
    var glyphs: [Glyph] = []
    glyphs.reserveCapacity(text.utf8.count)
    // A fast path for scalars that never join others, as in most labels.
    for scalar in text.unicodeScalars {
      let width = scalar.standsAlone ? scalar.displayWidth : 0
      guard width > 0 else {
        glyphs.removeAll(keepingCapacity: true)
        break
      }
      glyphs.append(Glyph(base: scalar.value, width: UInt8(width)))
    }
    if !glyphs.isEmpty { return glyphs }
    for character in text { append(character, to: &glyphs) }
    return glyphs
  }
}

extension Unicode.Scalar {
  /// Width in columns: 0, 1 or 2; -1 if it is not printable.
  public var displayWidth: Int {
    if value < 0x300 { return value < 0x20 || (value >= 0x7F && value < 0xA0) ? -1 : 1 }
    // A fast path for lines and blocks, which every frame uses: one column in every width table.
    if (0x2500...0x259F).contains(value) { return 1 }
    return Int(firefly_character_width(value))
  }
}

extension Unicode.Scalar {
  /// Whether it is printable and never joins another scalar of this kind.
  ///
  /// A subset of those in UAX 29: European letters, Han and kana, arrows, lines, and symbols in
  /// labels.
  fileprivate var standsAlone: Bool {
    switch value {
    case 0x20...0x7E, 0xA0...0xAC, 0xAE...0x2FF, 0x2010...0x2027, 0x2030...0x205E, 0x2190...0x23FF,
      0x2500...0x27BF, 0x2800...0x28FF, 0x3001...0x3029, 0x3041...0x3096, 0x30A1...0x30FA,
      0x4E00...0x9FFF, 0x1F400...0x1F5FF:
      true
    default: false
    }
  }
}

extension Sequence where Element == Glyph {
  /// Total width in columns.
  @inlinable public var displayWidth: Int { reduce(0) { $0 + Int($1.width) } }
}

extension Array where Element == Glyph {
  /// Truncates the glyphs to at most `width` columns, with `…` at the end.
  public func truncated(to width: Int, ellipsis: Unicode.Scalar = "…") -> [Glyph] {
    var used = 0
    for (index, glyph) in enumerated() {
      used += Int(glyph.width)
      if used > width {
        guard width > 0 else { return [] }
        var kept = Array(self[..<index])
        var columns = used - Int(glyph.width)
        while columns > width - 1, let last = kept.popLast() { columns -= Int(last.width) }
        // A dot with nothing behind it says nothing.
        while let last = kept.last, last.isSpace || last.text == "·" { kept.removeLast() }
        return kept + [Glyph(ellipsis)]
      }
    }
    return self
  }
}

extension String {
  /// Width in columns.
  public var displayWidth: Int { Glyph.glyphs(of: self).displayWidth }

  /// Returns the text with an ellipsis for what is beyond some columns.
  public func truncated(to columns: Int, ellipsis: Unicode.Scalar = "…") -> String {
    let glyphs = Glyph.glyphs(of: self)
    guard glyphs.displayWidth > columns else { return self }
    return glyphs.truncated(to: columns, ellipsis: ellipsis).map(\.text).joined()
  }
}

extension Glyph {
  /// Whether some terminals, or ncurses, may draw it with another width, because one of its
  /// characters is new.
  public var isNew: Bool {
    base >= 0x300 && !isLine && !isBlock && firefly_character_is_new(base)
      || hasMarks && marks.contains(where: firefly_character_is_new)
  }

  /// Whether the C library has a width for all of its characters.
  public var isInLibrary: Bool {
    firefly_library_knows(base) && marks.allSatisfy(firefly_library_knows)
  }

  /// Whether it fills an area (block elements, also used by pictures) instead of being text.
  public var isBlock: Bool {
    (0x2580...0x259F).contains(base) || (0x1FB00...0x1FBAF).contains(base)
      || (0x2800...0x28FF).contains(base)
  }

  /// Whether it is part of a line or a box.
  public var isLine: Bool { (0x2500...0x257F).contains(base) }
}
