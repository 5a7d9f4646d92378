/// A colour of a cell on the emulated screen.
public enum ScreenColor: Hashable, Sendable {
  /// The terminal's own.
  case standard
  /// One of the palette's, 0…255.
  case palette(Int)
  /// Red, green and blue, each 0…255.
  case rgb(Int, Int, Int)
}

/// One cell of the emulated screen.
public struct ScreenCell: Hashable, Sendable {
  /// Base character and marks; empty for a blank cell and for the second half of a wide one.
  public let text: String
  /// Columns it takes: 1 or 2, and 0 for the second half of a wide character.
  public let width: Int
  /// Colour of the character.
  public let foreground: ScreenColor
  /// Colour behind it.
  public let background: ScreenColor
  /// Whether it is set in bold.
  public let isBold: Bool
  /// Whether it is set in italics.
  public let isItalic: Bool
  /// Whether it is underlined.
  public let isUnderlined: Bool
  /// Whether its colours have changed places.
  public let isReversed: Bool
  /// Whether a line goes through it.
  public let isStruck: Bool
}
