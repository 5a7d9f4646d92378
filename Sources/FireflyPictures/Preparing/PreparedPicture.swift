import FireflyCore

/// A picture prepared for sending.
package struct PreparedPicture: Hashable, Sendable {
  /// The file.
  package let bytes: [UInt8]
  /// The format.
  package let format: PictureFormat
  /// Size of the upright picture in pixels.
  package let size: PixelSize
  /// Whether the file had more pictures, which are not sent: an animation.
  package var isAnimated = false

  /// Says that only the first picture of an animation is sent.
  package static func remark(on name: String) -> String {
    "\(name) is animated: only its first picture is sent."
  }
}

extension PreparedPicture: CustomStringConvertible {
  /// Format and size; without the bytes, which would fill pages.
  package var description: String {
    "\(format.rawValue), \(size.width) × \(size.height), \(bytes.count) bytes"
  }
}
