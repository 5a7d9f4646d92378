/// How a cell's character is set.
public struct Attributes: OptionSet, Hashable, Sendable {
  /// The bits.
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
}

/// The colours and attributes of a cell.
public struct Style: Hashable, Sendable {
  /// Colour of the character; `.clear` keeps the cell's.
  public var foreground: Color
  /// Colour behind it; `.clear` keeps the cell's.
  public var background: Color
  /// Bold, italic and so on.
  public var attributes: Attributes

  /// A style; by default the foreground is the terminal's and the background is kept.
  public init(
    foreground: Color = .terminal, background: Color = .clear, attributes: Attributes = []
  ) {
    self.foreground = foreground
    self.background = background
    self.attributes = attributes
  }
}
