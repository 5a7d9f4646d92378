/// How a cell's character is set.
public struct Attributes: OptionSet, Hashable, Sendable {
  /// The bits: the lower six.
  public let rawValue: UInt8
  /// A set from its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Heavier strokes.
  public static let bold = Attributes(rawValue: 1)
  /// Slanted, where the terminal can.
  public static let italic = Attributes(rawValue: 2)
  /// A line below.
  public static let underline = Attributes(rawValue: 4)
  /// Foreground and background change places.
  public static let reverse = Attributes(rawValue: 8)
  /// Fainter; used only where there are no colours to blend.
  public static let dim = Attributes(rawValue: 16)
  /// A line through the letters; faint where the terminal has no way to draw one.
  public static let strikethrough = Attributes(rawValue: 32)
  /// Misspelt: a curly red line below where the terminal has one, else a straight one.
  ///
  /// Only where there are colours: without them faint words are meant to be faint.
  public static let misspelt: Attributes = [.underline, .dim]
}

/// The colours and attributes of a cell.
public struct Style: Hashable, Sendable {
  /// The colour of the character in the lower 26 bits, the attributes above: see `Glyph`.
  private var front: UInt32
  /// Colour behind it; `.clear` keeps the cell's.
  public var background: Color

  /// A style; by default the foreground is the terminal's and the background is kept.
  public init(
    foreground: Color = .terminal, background: Color = .clear, attributes: Attributes = []
  ) {
    front = foreground.value | UInt32(attributes.rawValue) << 26
    self.background = background
  }

  /// Colour of the character; `.clear` keeps the cell's.
  public var foreground: Color {
    get { Color(value: front & 0x3FF_FFFF) }
    set { front = front & ~0x3FF_FFFF | newValue.value }
  }

  /// Bold, italic and so on.
  public var attributes: Attributes {
    get { Attributes(rawValue: UInt8(truncatingIfNeeded: front >> 26)) }
    set { front = front & 0x3FF_FFFF | UInt32(newValue.rawValue) << 26 }
  }

  /// Takes the foreground and the attributes of another one.
  mutating func takeFront(of other: Style) { front = other.front }

  /// This style over another one, of which it keeps what is clear.
  func over(_ other: Style) -> Style {
    var style = self
    if foreground == .clear { style.foreground = other.foreground }
    if background == .clear { style.background = other.background }
    return style
  }
}
