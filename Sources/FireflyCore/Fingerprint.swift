/// FNV-1a: tells apart what differs by accident.
///
/// It is no protection against intent, which is why files carry their whole key.
public enum Fingerprint {
  /// 64 bits that depend on every byte.
  public static func of(_ bytes: [UInt8], seed: UInt64 = 0xCBF2_9CE4_8422_2325) -> UInt64 {
    bytes.withUnsafeBufferPointer { bytes in
      var hash = seed
      for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
      return hash
    }
  }

  /// The same, as 16 hexadecimal digits: a name for a file.
  public static func name(of bytes: [UInt8], seed: UInt64 = 0xCBF2_9CE4_8422_2325) -> String {
    let digits = String(of(bytes, seed: seed), radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
