import FireflyScreen

/// A new glyph, for which terminals, or ncurses, may have another width.
///
/// ncurses gets a blank in its place. The glyph is written afterwards, and the cursor is then placed
/// by its coordinates: a terminal that disagrees spoils one cell, not the rest of the row.
struct PlacedGlyph: Hashable {
  /// The column, from 0.
  let column: Int
  let glyph: Glyph
  let attributes: Attributes
  /// Its colours.
  let colors: ColorPairs.Numbers

  /// Returns the bytes that draw it in a row.
  func sequence(row: Int, depth: ScreenAbilities.ColorDepth) -> String {
    "\u{1B}[\(row + 1);\(column + 1)H\(Rendition.sequence(attributes, colors, depth: depth))"
      + glyph.text
  }
}
