import FireflyScreen

/// The layout properties of one grapheme cluster.
struct Cluster {
  /// Length in bytes of UTF-8.
  var length: Int
  /// The base of its first glyph; a space if it has no glyph.
  var first: UInt32
  /// The base of its last glyph.
  var last: UInt32
  /// Width in columns; 0 if it is invisible.
  var width: Int
}

/// Reads the clusters of a text in order, beginning at any boundary.
struct ClusterReader {
  private let text: String
  private let bytes: UnsafeBufferPointer<UInt8>
  /// A known boundary, as index and offset, which avoids searching for one.
  private var known: (offset: Int, index: String.Index)

  fileprivate init(_ text: String, _ bytes: UnsafeBufferPointer<UInt8>) {
    self.text = text
    self.bytes = bytes
    known = (0, text.startIndex)
  }

  /// Size of the whole text in bytes.
  var count: Int { bytes.count }

  /// Whether a range is printable ASCII that doesn't join with the next character: each byte is
  /// then a cluster of one column.
  func isPlain(_ range: Range<Int>) -> Bool {
    (range.upperBound == bytes.count || bytes[range.upperBound] < 0x80)
      && bytes[range].allSatisfy { $0 &- 0x20 < 0x5F }
  }

  func byte(at offset: Int) -> UInt8 { bytes[offset] }

  /// Appends the glyphs of the cluster at an offset; returns its length in bytes.
  mutating func appendGlyphs(at offset: Int, to glyphs: inout [Glyph]) -> Int {
    let (start, _) = bounds(at: offset)
    Glyph.append(text[start], to: &glyphs)
    return known.offset - offset
  }

  /// Returns the cluster at an offset, which must be a boundary before the end.
  mutating func cluster(at offset: Int) -> Cluster {
    let byte = bytes[offset]
    // Two ASCII characters are always two clusters: paragraphs contain no carriage returns.
    if byte < 0x80, offset + 1 == bytes.count || bytes[offset + 1] < 0x80 {
      let base: UInt32 = byte < 0x20 || byte == 0x7F ? 0x20 : UInt32(byte)
      return Cluster(length: 1, first: base, last: base, width: 1)
    }
    let (start, end) = bounds(at: offset)
    let length = known.offset - offset
    let scalar = text.unicodeScalars[start]
    if text.unicodeScalars.index(after: start) == end, !scalar.isRegionalIndicator {
      let width = scalar.displayWidth
      if width > 0 {
        return Cluster(length: length, first: scalar.value, last: scalar.value, width: width)
      }
    }
    var glyphs: [Glyph] = []
    Glyph.append(text[start], to: &glyphs)
    return Cluster(
      length: length, first: glyphs.first?.base ?? 0x20, last: glyphs.last?.base ?? 0x20,
      width: glyphs.displayWidth)
  }

  /// Returns the indices of the cluster at an offset; its end becomes the known boundary.
  private mutating func bounds(at offset: Int) -> (String.Index, String.Index) {
    let start =
      offset == known.offset
      ? known.index : text.utf8.index(text.startIndex, offsetBy: offset)
    let end = text.index(after: start)
    known = (offset + text.utf8.distance(from: start, to: end), end)
    return (start, end)
  }
}

extension Unicode.Scalar {
  /// Whether it is half of a flag.
  fileprivate var isRegionalIndicator: Bool { (0x1F1E6...0x1F1FF).contains(value) }
}

extension String {
  /// Calls a closure with a reader of the text's clusters.
  func readingClusters<Value>(_ body: (inout ClusterReader) -> Value) -> Value {
    var text = self
    return text.withUTF8 { bytes in
      var reader = ClusterReader(self, bytes)
      return body(&reader)
    }
  }
}
