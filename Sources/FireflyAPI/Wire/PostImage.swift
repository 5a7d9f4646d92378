import FireflyCore
import Foundation

/// A picture that is sent with a post.
public struct PostImage: Hashable, Sendable {
  /// The file.
  public let bytes: Data
  /// What it is.
  public let format: PictureFormat

  /// A picture of which it is known what it is.
  public init(_ bytes: Data, format: PictureFormat) {
    self.bytes = bytes
    self.format = format
  }

  /// A picture; nil if the bytes are none, or more than a server takes.
  public init?(_ bytes: Data) {
    guard bytes.count <= PictureFormat.maximumFileSize,
      let format = PictureFormat.sniff(Array(bytes.prefix(PictureFormat.signatureLength)))
    else { return nil }
    self.bytes = bytes
    self.format = format
  }
}
