import CPictures
import FireflyScreen

/// Sharp pictures by sixels: bytes for the terminal, past the frame.
public enum SixelGraphics {
  /// Asks for as many colours as a picture may have; some terminals begin with 16.
  public static let prepare = Array("\u{1B}[?1;3;256S".utf8)

  /// A picture as sixels; nil if chafa is missing.
  ///
  /// Its cells must be those of the terminal, to the pixel.
  public static func encode(_ patch: SharpPatch) -> [UInt8]? {
    patch.padded(toMultipleOf: 6).withPixels { source in
      var count = 0
      // One large cell: chafa has no say in where a cell of the terminal ends.
      guard let bytes = firefly_sixels(source, 1, 1, source.width, source.height, &count)
      else { return nil }
      defer { firefly_bytes_free(bytes) }
      return Array(UnsafeBufferPointer(start: bytes, count: count))
    }
  }

  /// Shows an encoded picture, its top left corner at a cell.
  ///
  /// A picture in the last row of the screen makes some terminals scroll.
  public static func show(_ sixels: [UInt8], at point: Point) -> [UInt8] {
    EscapeSequence.at(point, sixels)
  }

  /// Blanks the cells of a picture.
  ///
  /// A sixel picture lasts until its cells are written. As the frame's owner doesn't know that
  /// they have been blanked, it must write them again.
  public static func remove(at point: Point, size: Size) -> [UInt8] {
    (0..<size.height).flatMap { row in
      EscapeSequence.at(
        Point(x: point.x, y: point.y + row), Array("\u{1B}[m\u{1B}[\(size.width)X".utf8))
    }
  }
}
