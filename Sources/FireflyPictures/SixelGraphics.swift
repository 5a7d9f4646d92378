import CPictures
import FireflyScreen

/// Sharp pictures by sixels: bytes for the terminal, past the frame.
public enum SixelGraphics {
  /// A part of a picture, stretched over cells; nil if chafa is missing.
  ///
  /// - Parameters:
  ///   - pyramid: The picture.
  ///   - crop: What of it is shown.
  ///   - point: The cell of its top left corner.
  ///   - size: Columns and rows; the last row of the screen makes some terminals scroll.
  ///   - cell: Pixels of one cell, as the terminal tells them.
  ///   - card: What shines through; sixels know no transparency.
  public static func show(
    _ pyramid: PicturePyramid, crop: PictureCrop, at point: Point, size: Size, cell: PixelSize,
    over card: Color
  ) -> [UInt8]? {
    let pixels = PixelSize(width: size.width * cell.width, height: size.height * cell.height)
    guard pixels.width > 0, pixels.height > 0, pixels.width <= 16_384, pixels.height <= 16_384
    else { return nil }
    let level = pyramid.level(
      for: crop, width: Double(pixels.width), height: Double(pixels.height))
    let patch = OpaquePatch(level, crop: crop, over: card.isRGB ? card : .black)
    return patch.withPixels { source in
      var count = 0
      guard
        let bytes = firefly_sixels(
          source, Int32(size.width), Int32(size.height), Int32(cell.width), Int32(cell.height),
          &count)
      else { return nil }
      defer { firefly_bytes_free(bytes) }
      return EscapeSequence.at(point, Array(UnsafeBufferPointer(start: bytes, count: count)))
    }
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
