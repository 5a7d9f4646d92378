import FireflyCore

/// A picture prepared for sending.
public struct PreparedPicture: Hashable, Sendable {
  /// The file.
  public let bytes: [UInt8]
  /// The format.
  public let format: PictureFormat
  /// Size of the upright picture in pixels.
  public let size: PixelSize
  /// Whether the file had more pictures, which are not sent: an animation.
  public var isAnimated = false

  /// Says that only the first picture of an animation is sent.
  public static func remark(on name: String) -> String {
    "\(name) is animated: only its first picture is sent."
  }
}

extension PreparedPicture: CustomStringConvertible {
  /// Format and size; without the bytes, which would fill pages.
  public var description: String {
    "\(format.rawValue), \(size.width) × \(size.height), \(bytes.count) bytes"
  }
}
