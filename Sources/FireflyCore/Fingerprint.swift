/// Short digests of bytes, for the names of files.
public enum Fingerprint {
  /// Returns the first 64 bits of the SHA-256 digest, as 16 hexadecimal digits.
  public static func name(of bytes: [UInt8]) -> String {
    SHA256.hash(bytes).prefix(8).hexadecimal
  }
}

extension Sequence<UInt8> {
  /// Two hexadecimal digits for each byte, in lower case.
  public var hexadecimal: String {
    map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
