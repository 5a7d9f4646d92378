import FireflyCore

/// A picture as a server is sent it.
public struct PreparedPicture: Hashable, Sendable {
  /// The file.
  public let bytes: [UInt8]
  /// What it is.
  public let format: PictureFormat
  /// Pixels of the upright picture.
  public let size: PixelSize
}

extension PreparedPicture: CustomStringConvertible {
  /// What it is and how large; the bytes would fill pages.
  public var description: String {
    "\(format.rawValue), \(size.width) × \(size.height), \(bytes.count) bytes"
  }
}
