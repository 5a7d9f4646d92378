import FireflyCore
import Foundation

/// A downloaded picture with its `ETag`.
package struct DiskEntry: Hashable, Sendable {
  /// The file.
  package var bytes: [UInt8]
  /// The server's `ETag`, if it sent one.
  package var etag: String?

  /// Creates an entry.
  package init(bytes: [UInt8], etag: String? = nil) {
    self.bytes = bytes
    self.etag = etag
  }
}

extension DiskEntry {
  /// The first line of a file, as JSON; the picture follows.
  private struct Head: Codable {
    var key: String
    var etag: String?
    /// The SHA-256 digest of the ETag and the picture.
    var digest: Data
  }

  /// Maximum length of the first line in bytes.
  static let maximumHead = 16 << 10

  /// Returns the entry as a file; nil if the key or the ETag is too long.
  ///
  /// One file contains everything, so that the ETag always belongs to the bytes.
  func file(for key: String) -> [UInt8]? {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let digest = SHA256.hash(Array((etag ?? "").utf8) + bytes)
    guard let head = try? encoder.encode(Head(key: key, etag: etag, digest: digest)),
      head.count <= Self.maximumHead
    else { return nil }
    return Array(head) + [0x0A] + bytes
  }

  /// Returns the key of a file from its first bytes; nil if it is damaged.
  static func key(inHead bytes: [UInt8]) -> String? { head(of: bytes)?.key }

  private static func head(of file: [UInt8]) -> Head? {
    let line = file.prefix(maximumHead).prefix { $0 != 0x0A }
    return try? JSONDecoder().decode(Head.self, from: Data(line))
  }

  /// Parses a file; nil if it is damaged or has another key.
  init?(file: [UInt8], for key: String) {
    guard let head = Self.head(of: file), let end = file.firstIndex(of: 0x0A) else { return nil }
    self.init(bytes: Array(file[(end + 1)...]), etag: head.etag)
    guard self.file(for: key) == file else { return nil }
  }
}
