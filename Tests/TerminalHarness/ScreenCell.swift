/// A colour of a cell on the emulated screen.
package enum ScreenColor: Hashable, Sendable {
  /// The terminal's own.
  case standard
  /// One of the palette's, 0…255.
  case palette(Int)
  /// Red, green and blue, each 0…255.
  case rgb(Int, Int, Int)
}

/// One cell of the emulated screen.
package struct ScreenCell: Hashable, Sendable {
  /// Base character and marks; empty for a blank cell and for the second half of a wide one.
  package let text: String
  /// Columns it takes: 1 or 2, and 0 for the second half of a wide character.
  package let width: Int
  /// Colour of the character.
  package let foreground: ScreenColor
  /// Colour behind it.
  package let background: ScreenColor
  /// Whether it is set in bold.
  package let isBold: Bool
  /// Whether it is set in italics.
  package let isItalic: Bool
  /// Whether it is underlined.
  package let isUnderlined: Bool
  /// Whether its colours have changed places.
  package let isReversed: Bool
  /// Whether a line goes through it.
  package let isStruck: Bool
}
