/// Iterates over the segments of a JPEG file.
package struct JPEGMarkers {
  /// One segment: its marker's second byte and the range of its payload.
  package struct Marker {
    package let code: UInt8
    package let payload: Range<Int>
  }

  private let bytes: [UInt8]
  /// The offset of the next marker; initially after the start-of-image marker.
  package private(set) var offset = 2
  /// Whether the data is invalid; false if it is merely incomplete.
  package private(set) var isBroken = false

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Returns the next segment; nil at the end of the bytes, within an incomplete segment, or if it
  /// is invalid.
  package mutating func next() -> Marker? {
    guard offset < bytes.count, !isBroken else { return nil }
    guard bytes[offset] == 0xFF else {
      isBroken = true
      return nil
    }
    while offset < bytes.count, bytes[offset] == 0xFF { offset += 1 }
    guard offset < bytes.count else { return nil }
    let code = bytes[offset]
    offset += 1
    // Restart markers and the end markers have no payload.
    if code == 0x01 || (0xD0...0xD9).contains(code) {
      return Marker(code: code, payload: offset..<offset)
    }
    guard let length = bytes.bigEndian(2, at: offset) else { return nil }
    guard length >= 2, code != 0 else {
      isBroken = true
      return nil
    }
    guard offset + length <= bytes.count else { return nil }
    let payload = offset + 2..<offset + length
    offset += length
    return Marker(code: code, payload: payload)
  }

  /// Skips the compressed data after a start of scan.
  package mutating func skipScan() {
    offset = bytes.withUnsafeBufferPointer { bytes in
      var at = offset
      while at + 1 < bytes.count {
        guard bytes[at] == 0xFF else {
          at += 1
          continue
        }
        let next = bytes[at + 1]
        // A stuffed zero, a restart marker or fill bytes: all are part of the scan.
        if next == 0 || (0xD0...0xD7).contains(next) {
          at += 2
        } else if next == 0xFF {
          at += 1
        } else {
          return at
        }
      }
      return bytes.count
    }
  }
}
