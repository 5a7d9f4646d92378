import FireflyCore

/// A picture prepared for sending.
public struct PreparedPicture: Hashable, Sendable {
  /// The file.
  public let bytes: [UInt8]
  /// The format.
  public let format: PictureFormat
  /// Size of the upright picture in pixels.
  public let size: PixelSize
}

extension PreparedPicture: CustomStringConvertible {
  /// Format and size; without the bytes, which would fill pages.
  public var description: String {
    "\(format.rawValue), \(size.width) × \(size.height), \(bytes.count) bytes"
  }
}
