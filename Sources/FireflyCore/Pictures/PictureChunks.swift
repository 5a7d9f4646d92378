// PNG and WebP consist of chunks: a name, a length and data.
extension Array where Element == UInt8 {
  /// Returns the range of the data of a PNG's first chunk with a name, which may exceed the bytes
  /// that have arrived; nil if there is none.
  package func pngChunk(_ name: StaticString) -> Range<Int>? {
    chunk(name, from: 8, nameAt: 4, length: { bigEndian(4, at: $0) }, gap: { _ in 4 })
  }

  /// Returns the same of a WebP.
  package func webPChunk(_ name: StaticString) -> Range<Int>? {
    chunk(name, from: 12, nameAt: 0, length: { littleEndian(4, at: $0 + 4) }, gap: { $0 % 2 })
  }

  /// Searches at most 100,000 chunks; real files have a few hundred.
  private func chunk(
    _ name: StaticString, from start: Int, nameAt: Int, length: (Int) -> Int?, gap: (Int) -> Int
  ) -> Range<Int>? {
    var offset = start
    for _ in 0..<100_000 {
      guard let length = length(offset), length <= Int32.max else { return nil }
      let data = offset + 8..<offset + 8 + length
      if has(name, at: offset + nameAt) { return data }
      offset = data.upperBound + gap(length)
    }
    return nil
  }
}
