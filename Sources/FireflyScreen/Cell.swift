/// One character cell of a frame.
public struct Cell: Hashable, Sendable {
  /// The character.
  public var glyph: Glyph
  /// The style.
  public var style: Style

  /// Creates a cell; by default a space in the terminal's default colours.
  public init(
    glyph: Glyph = .space,
    style: Style = Style(foreground: .terminal, background: .terminal)
  ) {
    self.glyph = glyph
    self.style = style
  }
}
