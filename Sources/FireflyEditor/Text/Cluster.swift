import FireflyScreen

/// One grapheme cluster, as far as it matters for where it stands.
struct Cluster {
  /// Bytes of UTF-8.
  var length: Int
  /// The base of its first glyph; a space where it has none.
  var first: UInt32
  /// The base of its last glyph.
  var last: UInt32
  /// Columns; 0 for what can't be seen.
  var width: Int
}

/// Reads the clusters of one text in order, from any boundary between two of them.
struct ClusterReader {
  private let text: String
  private let bytes: UnsafeBufferPointer<UInt8>
  /// An index that is known to be a boundary, and its offset: spares looking back for one.
  private var known: (offset: Int, index: String.Index)

  fileprivate init(_ text: String, _ bytes: UnsafeBufferPointer<UInt8>) {
    self.text = text
    self.bytes = bytes
    known = (0, text.startIndex)
  }

  /// Bytes of the whole text.
  var count: Int { bytes.count }

  /// Whether a range holds nothing but printable ASCII, which is not joined by what comes behind it: a
  /// byte is a cluster and a column there.
  func isPlain(_ range: Range<Int>) -> Bool {
    (range.upperBound == bytes.count || bytes[range.upperBound] < 0x80)
      && bytes(range).allSatisfy { $0 &- 0x20 < 0x5F }
  }

  /// The bytes of a range, while the text is read.
  func bytes(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: bytes[range])
  }

  /// The byte at an offset.
  func byte(at offset: Int) -> UInt8 { bytes[offset] }

  /// Appends the glyphs of the cluster that begins at an offset; returns how many bytes it has.
  mutating func appendGlyphs(at offset: Int, to glyphs: inout [Glyph]) -> Int {
    let (start, _) = bounds(at: offset)
    Glyph.append(text[start], to: &glyphs)
    return known.offset - offset
  }

  /// The cluster that begins at an offset, which is a boundary before the text's end.
  mutating func cluster(at offset: Int) -> Cluster {
    let byte = bytes[offset]
    // Two ASCII characters are two clusters: there is no carriage return in a paragraph.
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

  /// The indices around the cluster at an offset; its end is what is known from now on.
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
  /// Hands over a reader of the text's clusters.
  func readingClusters<Value>(_ body: (inout ClusterReader) -> Value) -> Value {
    var text = self
    return text.withUTF8 { bytes in
      var reader = ClusterReader(self, bytes)
      return body(&reader)
    }
  }
}
