/// One character cell of a frame.
public struct Cell: Hashable, Sendable {
  /// What it shows.
  public var glyph: Glyph
  /// How it shows it.
  public var style: Style

  /// A cell; by default a space in the terminal's own colours.
  public init(
    glyph: Glyph = .space,
    style: Style = Style(foreground: .terminal, background: .terminal)
  ) {
    self.glyph = glyph
    self.style = style
  }
}
