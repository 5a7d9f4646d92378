/// The text attributes of a cell.
package struct Attributes: OptionSet, Hashable, Sendable {
  /// The bits: the lower six.
  package let rawValue: UInt8
  /// Creates a set from its bits.
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Bold.
  package static let bold = Attributes(rawValue: 1)
  /// Italic, if the terminal supports it.
  package static let italic = Attributes(rawValue: 2)
  /// Underlined.
  package static let underline = Attributes(rawValue: 4)
  /// Foreground and background swapped.
  package static let reverse = Attributes(rawValue: 8)
  /// Dim; used only without colours to blend.
  package static let dim = Attributes(rawValue: 16)
  /// Struck through; dim if the terminal can't draw that.
  package static let strikethrough = Attributes(rawValue: 32)
  /// Misspelt: a curly red underline, or a straight one if the terminal lacks it.
  ///
  /// Only with colours: without them, dim underlined text has another meaning.
  package static let misspelt: Attributes = [.underline, .dim]
}

/// The colours and attributes of a cell.
package struct Style: Hashable, Sendable {
  /// The foreground in the lower 26 bits, the attributes above: see `Glyph`.
  private var front: UInt32
  /// The background; `.clear` keeps the cell's.
  package var background: Color

  /// Creates a style; by default with the terminal's foreground and a transparent background.
  package init(
    foreground: Color = .terminal, background: Color = .clear, attributes: Attributes = []
  ) {
    front = foreground.value | UInt32(attributes.rawValue) << 26
    self.background = background
  }

  /// The foreground; `.clear` keeps the cell's.
  package var foreground: Color {
    get { Color(value: front & 0x3FF_FFFF) }
    set { front = front & ~0x3FF_FFFF | newValue.value }
  }

  /// Bold, italic and so on.
  package var attributes: Attributes {
    get { Attributes(rawValue: UInt8(truncatingIfNeeded: front >> 26)) }
    set { front = front & 0x3FF_FFFF | UInt32(newValue.rawValue) << 26 }
  }

  /// Returns this style over another one, which shows through transparent colours.
  func over(_ other: Style) -> Style {
    var style = self
    if foreground == .clear { style.foreground = other.foreground }
    if background == .clear { style.background = other.background }
    return style
  }
}
