import FireflyScreen

/// Edges at an eighth of a row, by the blocks ▁ ▂ ▃ ▄ ▅ ▆ ▇, and corners by quarters of a cell.
enum EdgeBlocks {
  /// The block whose lower `eighths` (0…8) are filled: 0 is a space, 8 a full block.
  static func lower(_ eighths: Int) -> Glyph { blocks[min(8, max(0, eighths))] }

  private static let blocks = " ▁▂▃▄▅▆▇█".unicodeScalars.map { Glyph($0) }

  /// The block of which these quarters are filled.
  static func quarters(
    upperLeft: Bool, upperRight: Bool, lowerLeft: Bool, lowerRight: Bool
  ) -> Glyph {
    quarters[
      (upperLeft ? 1 : 0) + (upperRight ? 2 : 0) + (lowerLeft ? 4 : 0) + (lowerRight ? 8 : 0)]
  }

  private static let quarters = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█".unicodeScalars.map { Glyph($0) }
}
