import FireflyScreen

/// The block characters ▁ ▂ ▃ ▄ ▅ ▆ ▇ for edges at an eighth of a row, and those of quarters for
/// corners.
enum EdgeBlocks {
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
