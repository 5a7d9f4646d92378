/// The format of a picture, detected from its bytes: names and content types may be wrong.
public enum PictureFormat: String, Hashable, Sendable, CaseIterable {
  /// Portable Network Graphics.
  case png
  /// JPEG, baseline or progressive.
  case jpeg
  /// GIF 87a or 89a.
  case gif
  /// WebP, lossy, lossless or animated.
  case webp

  /// Number of bytes that `sniff` needs.
  public static let signatureLength = 12
  /// Maximum size of a picture in bytes, for servers and clients.
  public static let maximumFileSize = 16 << 20

  /// The file name extension.
  public var fileExtension: String { self == .jpeg ? "jpg" : rawValue }

  /// Detects the format from the first bytes; nil if it is unknown.
  public static func sniff(_ bytes: [UInt8]) -> PictureFormat? {
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return .png }
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return .jpeg }
    if bytes.starts(with: "GIF87a".utf8) || bytes.starts(with: "GIF89a".utf8) { return .gif }
    if bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBP".utf8) {
      return .webp
    }
    return nil
  }
}
