/// What a picture's bytes are, told by the bytes: names and content types lie.
public enum PictureFormat: String, Hashable, Sendable, CaseIterable {
  /// Portable Network Graphics.
  case png
  /// JPEG, baseline or progressive.
  case jpeg
  /// GIF 87a or 89a.
  case gif
  /// WebP, lossy, lossless or animated.
  case webp

  /// The most bytes that `sniff` looks at.
  public static let signatureLength = 12
  /// Bytes that a picture's file may have: what the server takes, and a client reads.
  public static let maximumFileSize = 16 << 20

  /// The ending that names of such files have.
  public var fileExtension: String { self == .jpeg ? "jpg" : rawValue }

  /// The format that the first bytes announce; nil if it is none of these.
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
