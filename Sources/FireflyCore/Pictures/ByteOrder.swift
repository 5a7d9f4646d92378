extension Array where Element == UInt8 {
  /// Returns the big-endian number of `count` bytes (1…4) at `offset`; nil past the end.
  package func bigEndian(_ count: Int, at offset: Int) -> Int? {
    guard offset >= 0, offset <= self.count - count else { return nil }
    return (0..<count).reduce(0) { $0 << 8 | Int(self[offset + $1]) }
  }

  /// Returns the little-endian number of `count` bytes (1…4) at `offset`; nil past the end.
  package func littleEndian(_ count: Int, at offset: Int) -> Int? {
    guard offset >= 0, offset <= self.count - count else { return nil }
    return (0..<count).reduce(0) { $0 | Int(self[offset + $1]) << (8 * $1) }
  }

  /// Whether the bytes at `offset` are the ASCII text.
  package func has(_ text: StaticString, at offset: Int) -> Bool {
    guard offset >= 0, offset <= count - text.utf8CodeUnitCount else { return false }
    return text.withUTF8Buffer { $0.elementsEqual(self[offset..<offset + $0.count]) }
  }
}
