import FireflyCore

/// Fractions of a picture's width and height: 0 … 1 each.
package enum PictureFractions {}

/// The visible part of a picture.
package typealias PictureCrop = Area<PictureFractions>

extension PictureCrop {
  /// The whole picture.
  package static var whole: PictureCrop { PictureCrop(x: 0, y: 0, width: 1, height: 1) }

  /// Returns the part of a picture that fills a frame of another aspect ratio ("aspect fill").
  ///
  /// As the frame's aspect ratio goes from 1 to the picture's own, the square thumbnail grows into
  /// the whole picture. (Seed 002, "Image Rendering".)
  ///
  /// - Parameters:
  ///   - frameAspect: width divided by height of the frame, both in points.
  ///   - pictureAspect: width divided by height of the upright picture.
  ///   - clipX: horizontal position of the crop if the picture is too wide: -1 left … 1 right.
  ///   - clipY: vertical position of the crop if the picture is too high: -1 top … 1 bottom.
  package static func filling(
    frameAspect: Double, pictureAspect: Double, clipX: Double = 0, clipY: Double = 0
  ) -> PictureCrop {
    guard frameAspect.isFinite, pictureAspect.isFinite, frameAspect > 0, pictureAspect > 0 else {
      return .whole
    }
    let width = min(1, frameAspect / pictureAspect)
    let height = min(1, pictureAspect / frameAspect)
    return PictureCrop(
      x: (1 - width) * (1 + unit(clipX)) / 2, y: (1 - height) * (1 + unit(clipY)) / 2,
      width: width, height: height)
  }

  /// Clamps a clip offset; 0 for NaN.
  private static func unit(_ value: Double) -> Double {
    value.isNaN ? 0 : min(1, max(-1, value))
  }

  /// Returns the nearest whole columns and rows of pixels in a picture of `size`; never empty.
  func pixels(of size: PixelSize) -> (columns: Range<Int>, rows: Range<Int>) {
    func side(_ start: Double, _ length: Double, _ count: Int) -> Range<Int> {
      let from = min(count - 1, max(0, Int((start * Double(count)).rounded())))
      return from..<min(count, max(from + 1, Int(((start + length) * Double(count)).rounded())))
    }
    return (side(x, width, size.width), side(y, height, size.height))
  }
}
