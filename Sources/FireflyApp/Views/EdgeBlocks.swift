import FireflyScreen

/// Edges at an eighth of a row, by the blocks ▁ ▂ ▃ ▄ ▅ ▆ ▇.
enum EdgeBlocks {
  /// The block whose lower `eighths` (0…8) are filled: 0 is a space, 8 a full block.
  static func lower(_ eighths: Int) -> Glyph { blocks[min(8, max(0, eighths))] }

  private static let blocks = " ▁▂▃▄▅▆▇█".unicodeScalars.map { Glyph($0) }

  /// A part of a row, 0…1, in whole eighths.
  static func eighths(_ part: Double) -> Int { min(8, max(0, Int((part * 8).rounded()))) }
}
