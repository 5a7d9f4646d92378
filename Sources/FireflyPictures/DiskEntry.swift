import FireflyCore

/// A downloaded picture with its `ETag`.
public struct DiskEntry: Hashable, Sendable {
  /// The file.
  public var bytes: [UInt8]
  /// The server's `ETag`, if it sent one.
  public var etag: String?

  /// Creates an entry.
  public init(bytes: [UInt8], etag: String? = nil) {
    self.bytes = bytes
    self.etag = etag
  }
}

extension DiskEntry {
  private static let signature = Array("firefly picture 2\n".utf8)
  /// Three lengths of 8 bytes, and a SHA-256 digest of the ETag and the picture.
  private static let lengthsAndChecksum = 3 * 8 + 32

  /// Returns the entry as a file: lengths, a checksum, the key, the ETag, the bytes.
  ///
  /// One file contains everything, so that the ETag always belongs to the bytes. It is nil if the
  /// key or the ETag is longer than 8 KB.
  func file(for key: String) -> [UInt8]? {
    let key = Array(key.utf8)
    let etag = Array((etag ?? "").utf8)
    guard key.count <= 8_192, etag.count <= 8_192 else { return nil }
    var file = Self.signature
    file.append(bigEndian: UInt64(key.count))
    file.append(bigEndian: UInt64(etag.count))
    file.append(bigEndian: UInt64(bytes.count))
    return file + SHA256.hash(etag + bytes) + key + etag + bytes
  }

  /// Maximum length of the beginning of a file up to the end of its key, in bytes.
  static let maximumHead = 9_000

  /// Returns the key of a file from its first bytes; nil if it is damaged.
  static func key(inHead head: [UInt8]) -> String? {
    let start = signature.count + lengthsAndChecksum
    guard head.starts(with: signature), head.bigEndian(4, at: signature.count) == 0,
      let count = head.bigEndian(4, at: signature.count + 4).map({ Int($0) }),
      start + count <= head.count
    else { return nil }
    return String(decoding: head[start..<start + count], as: UTF8.self)
  }

  /// Parses a file; nil if it is damaged or has another key.
  init?(file: [UInt8], for key: String) {
    let header = Self.signature.count + Self.lengthsAndChecksum
    let checksum = header - 32
    let numbers = stride(from: Self.signature.count, to: checksum, by: 8).compactMap { offset in
      file.bigEndian(4, at: offset).flatMap { high in
        file.bigEndian(4, at: offset + 4).map { UInt64(high) << 32 | UInt64($0) }
      }
    }
    guard file.starts(with: Self.signature), numbers.count == 3, header <= file.count,
      numbers.allSatisfy({ $0 <= UInt64(file.count) })
    else { return nil }
    let keyEnd = header + Int(numbers[0])
    let etagEnd = keyEnd + Int(numbers[1])
    guard etagEnd + Int(numbers[2]) == file.count, file[header..<keyEnd].elementsEqual(key.utf8)
    else { return nil }
    guard SHA256.hash(file[keyEnd...]).elementsEqual(file[checksum..<header]) else { return nil }
    bytes = Array(file[etagEnd...])
    let name = file[keyEnd..<etagEnd]
    etag = name.isEmpty ? nil : String(decoding: name, as: UTF8.self)
  }
}

extension Array where Element == UInt8 {
  fileprivate mutating func append(bigEndian number: UInt64) {
    for shift: UInt64 in stride(from: 56, through: 0, by: -8) {
      append(UInt8(truncatingIfNeeded: number >> shift))
    }
  }
}
