import FireflyCore
import FireflyScreen

/// Prepares a picture for sending: one picture, upright, of moderate size, and without metadata
/// such as its location.
///
/// It has no state, so threads may share one.
package struct PicturePreparer: Sendable {
  /// Maximum length of the longer side in pixels.
  package static let longestSide = 1_200

  var limits = PictureLimits()

  /// Creates a preparer.
  package init() {}

  /// Converts a picture to an upright JPEG of quality 90, scaled down to `longestSide`, with
  /// transparent pixels over white; of an animation, the first frame.
  ///
  /// If the decoding library is missing, accepts the pixels of a picture as they are if it is small
  /// enough and upright.
  ///
  /// This function blocks while decoding and encoding.
  ///
  /// - Parameter bytes: the whole file.
  /// - Returns: the picture to send.
  /// - Throws: `PictureError`, every case; `.broken` for a file that ends early.
  package func prepare(_ bytes: [UInt8]) throws(PictureError) -> PreparedPicture {
    guard let info = try PictureInfo.read(bytes, isWhole: true, limits: limits) else {
      throw .unknownFormat
    }
    let box = PixelSize(width: Self.longestSide, height: Self.longestSide)
    var decoder = PictureDecoder()
    decoder.limits = limits
    let bitmap: Bitmap
    do throws(PictureError) {
      bitmap = try decoder.decode(bytes, fitting: box)
    } catch .unavailable(let reason) {
      return try asItIs(bytes, info, because: reason)
    }
    guard bitmap.isComplete else { throw Self.endsEarly(info.format) }
    let size = info.size.fitted(into: box)
    guard let file = bitmap.over(.white).encoded(as: .jpeg, scaled: size) else {
      return try asItIs(bytes, info, because: "there is no way to write a JPEG")
    }
    return PreparedPicture(
      bytes: file, format: .jpeg, size: size, isAnimated: info.format.isAnimated(bytes))
  }

  /// Accepts a picture without decoding it, if it needs no changes.
  ///
  /// - Parameters:
  ///   - bytes: the whole file.
  ///   - info: its header.
  ///   - reason: why it can't be decoded.
  /// - Returns: the picture to send.
  /// - Throws: `PictureError.unavailable` if it would need rotating or scaling, `.broken`,
  ///   `.tooSlow`.
  func asItIs(
    _ bytes: [UInt8], _ info: PictureInfo, because reason: String
  ) throws(PictureError) -> PreparedPicture {
    guard info.orientation == .upright, max(info.size.width, info.size.height) <= Self.longestSide
    else { throw .unavailable(reason) }
    guard try StillFile(bytes, info: info, limits: limits).isComplete else {
      throw Self.endsEarly(info.format)
    }
    do {
      let bare = try BarePicture(bytes).bytes
      return PreparedPicture(bytes: bare, format: info.format, size: info.size)
    } catch {
      throw .broken(info.format, reason: "its place and its camera can't be removed")
    }
  }

  private static func endsEarly(_ format: PictureFormat) -> PictureError {
    .broken(format, reason: "it ends early")
  }
}
