import CDigest
import Foundation

/// The digest of some bytes by SHA-256 (FIPS 180-4), as libmd makes it.
struct SHA256 {
  private var state = SHA2_CTX()

  /// Nothing as yet.
  init() { SHA256Init(&state) }

  /// The digest of all bytes: 32 of them.
  static func hash(_ bytes: some Sequence<UInt8>) -> Data {
    var hash = SHA256()
    hash.update(bytes)
    return hash.finish()
  }

  /// Takes more bytes in.
  mutating func update(_ bytes: some Sequence<UInt8>) {
    let bytes = ContiguousArray(bytes)
    bytes.withUnsafeBufferPointer { SHA256Update(&state, $0.baseAddress, $0.count) }
  }

  /// The digest of all that was taken in: 32 bytes.
  consuming func finish() -> Data {
    var digest = Data(count: Int(SHA256_DIGEST_LENGTH))
    digest.withUnsafeMutableBytes { SHA256Final($0.bindMemory(to: UInt8.self).baseAddress, &state) }
    return digest
  }
}
