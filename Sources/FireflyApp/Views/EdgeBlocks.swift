import FireflyScreen

/// Edges at an eighth of a row, by the blocks ▁ ▂ ▃ ▄ ▅ ▆ ▇.
enum EdgeBlocks {
  /// The block whose lower `eighths` (0…8) are filled: 0 is a space, 8 a full block.
  static func lower(_ eighths: Int) -> Glyph {
    guard eighths > 0, let scalar = Unicode.Scalar(UInt32(0x2580 + min(8, eighths))) else {
      return .space
    }
    return Glyph(scalar)
  }

  /// A part of a row, 0…1, in whole eighths.
  static func eighths(_ part: Double) -> Int { min(8, max(0, Int((part * 8).rounded()))) }
}
