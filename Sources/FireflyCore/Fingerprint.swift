/// Short digests of bytes, for the names of files.
public enum Fingerprint {
  /// Returns the first 64 bits of the SHA-256 digest, as 16 hexadecimal digits.
  public static func name(of bytes: [UInt8]) -> String {
    SHA256.hash(bytes).prefix(8).map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
  }
}
