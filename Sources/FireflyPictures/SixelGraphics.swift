import CPictures
import FireflyScreen

/// Sharp pictures as sixels: bytes for the terminal, outside of the frame.
package enum SixelGraphics {
  /// Requests 256 colours per picture; some terminals default to 16.
  package static let prepare = Array("\u{1B}[?1;3;256S".utf8)

  /// Maximum side of one picture in pixels: xterm's default limit.
  static let maximumSide = 1_000

  /// Encodes a picture as sixels, split for terminals with size limits; nil if chafa is missing.
  ///
  /// The patch must use the terminal's cell size.
  package static func parts(_ patch: SharpPatch) -> [SharpPart]? {
    let columns = max(1, maximumSide / patch.cell.width)
    // With multiples of six rows, only the last part extends below its own rows.
    let rows = max(6, maximumSide / patch.cell.height / 6 * 6)
    var parts: [SharpPart] = []
    for y in stride(from: 0, to: patch.size.height, by: rows) {
      for x in stride(from: 0, to: patch.size.width, by: columns) {
        let part = patch.part(columns: x..<x + columns, rows: y..<y + rows)
        guard let bytes = encode(part) else { return nil }
        parts.append(SharpPart(corner: Point(x: x, y: y), bytes: bytes))
      }
    }
    return parts
  }

  /// Encodes a picture as sixels, in one part; nil if chafa is missing.
  ///
  /// The patch must use the terminal's cell size.
  package static func encode(_ patch: SharpPatch) -> [UInt8]? {
    patch.padded(toMultipleOf: 6).bitmap.withPixels { source in
      var count = 0
      // As one large cell, so that chafa doesn't round to the terminal's cells.
      guard let bytes = firefly_sixels(source, 1, 1, source.width, source.height, &count)
      else { return nil }
      defer { firefly_bytes_free(bytes) }
      return Array(UnsafeBufferPointer(start: bytes, count: count))
    }
  }

  /// Shows an encoded picture with its top left corner at a cell.
  ///
  /// In the last row of the screen, a picture makes some terminals scroll. It may extend into the
  /// row below its own, as sixels are six pixels high.
  package static func show(_ sixels: [UInt8], at point: Point) -> [UInt8] {
    EscapeSequence.at(point, sixels)
  }

  /// Blanks the cells of a picture.
  ///
  /// A sixel picture stays until its cells are overwritten. The caller must then redraw the cells,
  /// which the frame doesn't know to be blank.
  package static func remove(at point: Point, size: Size) -> [UInt8] {
    (0..<size.height).flatMap { row in
      EscapeSequence.at(
        Point(x: point.x, y: point.y + row), Array("\u{1B}[m\u{1B}[\(size.width)X".utf8))
    }
  }
}
