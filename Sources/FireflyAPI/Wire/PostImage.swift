import FireflyCore
import Foundation

/// A picture to send with a post.
package struct PostImage: Hashable, Sendable {
  /// The file.
  package let bytes: Data
  /// The file's format.
  package let format: PictureFormat

  /// Creates a picture of a known format.
  package init(_ bytes: Data, format: PictureFormat) {
    self.bytes = bytes
    self.format = format
  }

  /// Creates a picture; nil if the bytes are not a picture, or are larger than servers accept.
  package init?(_ bytes: Data) {
    guard bytes.count <= PictureFormat.maximumFileSize,
      let format = PictureFormat.sniff(Array(bytes.prefix(PictureFormat.signatureLength)))
    else { return nil }
    self.bytes = bytes
    self.format = format
  }
}
