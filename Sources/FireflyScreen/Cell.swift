/// One character cell of a frame.
package struct Cell: Hashable, Sendable {
  /// The character.
  package var glyph: Glyph
  /// The style.
  package var style: Style

  /// Creates a cell; by default a space in the terminal's default colours.
  package init(
    glyph: Glyph = .space,
    style: Style = Style(foreground: .terminal, background: .terminal)
  ) {
    self.glyph = glyph
    self.style = style
  }
}
