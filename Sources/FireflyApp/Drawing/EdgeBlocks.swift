import FireflyScreen

/// The block characters ▁ ▂ ▃ ▄ ▅ ▆ ▇ for edges at an eighth of a row, and those of quarters for
/// corners.
enum EdgeBlocks {
  /// Returns a cell with one colour above an edge and another one below it.
  ///
  /// Halves, at which cards rest, are upper blocks. Other eighths exist as lower blocks only.
  ///
  /// - Parameter eighths: eighths of the row above the edge, 0…8; 4 is a half.
  static func edge(at eighths: Int = 4, above: Color, below: Color) -> Cell {
    eighths == 4
      ? Cell(glyph: upperHalf, style: Style(foreground: above, background: below))
      : Cell(glyph: lower(8 - eighths), style: Style(foreground: below, background: above))
  }

  private static let upperHalf = Glyph("▀")

  /// Returns the block with its lower `eighths` filled, 0…8: 0 is a space, 8 a full block.
  static func lower(_ eighths: Int) -> Glyph { blocks[min(8, max(0, eighths))] }

  private static let blocks = " ▁▂▃▄▅▆▇█".unicodeScalars.map { Glyph($0) }

  /// Returns the block with these quarters filled.
  static func quarters(
    upperLeft: Bool, upperRight: Bool, lowerLeft: Bool, lowerRight: Bool
  ) -> Glyph {
    quarters[
      (upperLeft ? 1 : 0) + (upperRight ? 2 : 0) + (lowerLeft ? 4 : 0) + (lowerRight ? 8 : 0)]
  }

  private static let quarters = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█".unicodeScalars.map { Glyph($0) }
}
