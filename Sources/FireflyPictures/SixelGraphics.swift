import CPictures
import FireflyScreen

/// Sharp pictures by sixels: bytes for the terminal, past the frame.
public enum SixelGraphics {
  /// Asks for as many colours as a picture may have; some terminals begin with 16.
  public static let prepare = Array("\u{1B}[?1;3;256S".utf8)

  /// Pixels that a side of one picture may have: more is not shown by xterm unless it is told to.
  static let maximumSide = 1_000

  /// A picture as sixels, in as many parts as terminals want it in; nil if chafa is missing.
  ///
  /// Its cells must be those of the terminal, to the pixel.
  public static func parts(_ patch: SharpPatch) -> [SharpPart]? {
    let columns = max(1, maximumSide / patch.cell.width)
    // With multiples of six rows none but the last part reaches beyond its own.
    let rows = max(6, maximumSide / patch.cell.height / 6 * 6)
    var parts: [SharpPart] = []
    for y in stride(from: 0, to: patch.size.height, by: rows) {
      let band = patch.rows(y..<y + rows)
      for x in stride(from: 0, to: patch.size.width, by: columns) {
        guard let bytes = encode(band.columns(x..<x + columns)) else { return nil }
        parts.append(SharpPart(corner: Point(x: x, y: y), bytes: bytes))
      }
    }
    return parts
  }

  /// A picture as sixels, in one part; nil if chafa is missing.
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
  /// A picture that reaches into the last row of the screen makes some terminals scroll. It may reach
  /// into the row below its own, as sixels come six pixels high.
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
