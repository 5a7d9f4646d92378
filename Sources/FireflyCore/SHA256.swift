import CDigest
import Foundation

/// The SHA-256 digest of bytes (FIPS 180-4), computed by libmd.
public struct SHA256 {
  private var state = SHA2_CTX()

  /// Creates an empty digest.
  public init() { SHA256Init(&state) }

  /// Returns the digest of `bytes`: 32 bytes.
  public static func hash(_ bytes: some Sequence<UInt8>) -> Data {
    var hash = SHA256()
    hash.update(bytes)
    return hash.finish()
  }

  /// Adds bytes to the digest.
  public mutating func update(_ bytes: some Sequence<UInt8>) {
    let bytes = ContiguousArray(bytes)
    bytes.withUnsafeBufferPointer { SHA256Update(&state, $0.baseAddress, $0.count) }
  }

  /// Returns the digest of all bytes added: 32 bytes.
  public consuming func finish() -> Data {
    var digest = Data(count: Int(SHA256_DIGEST_LENGTH))
    digest.withUnsafeMutableBytes { SHA256Final($0.bindMemory(to: UInt8.self).baseAddress, &state) }
    return digest
  }
}
