/// The texels of a picture's row or column that one half row or column of the screen shows.
struct SampleSpan: Hashable {
  /// The covered texels, at least one.
  let texels: Range<Int>
  /// Weights of the first, the last and the other texels, in 1/256.
  private let firstWeight: Int
  private let lastWeight: Int
  /// The part of the column or half row that the picture covers, in 1/256; 0 outside of it.
  let coverage: Int
  /// The covered part, relative to the picture's edge, in columns or half rows.
  let placed: Range<Double>

  /// Returns the weight of a texel, in 1/256.
  @inline(__always)
  func weight(of texel: Int) -> Int {
    if texel == texels.lowerBound { return firstWeight }
    return texel == texels.upperBound - 1 ? lastWeight : 256
  }

  /// The sum of all weights.
  var totalWeight: Int {
    texels.count == 1 ? firstWeight : firstWeight + lastWeight + 256 * (texels.count - 2)
  }

  /// Returns the spans of a run of columns or half rows.
  ///
  /// - Parameters:
  ///   - units: the columns or half rows of the screen.
  ///   - start: the beginning of the picture, in the same units.
  ///   - length: the length of the picture, in the same units.
  ///   - source: the visible part of the picture, 0…1.
  ///   - count: number of texels of the whole picture.
  /// - Returns: one span per unit.
  static func spans(
    of units: Range<Int>, start: Double, length: Double, source: Range<Double>, count: Int
  ) -> [SampleSpan] {
    units.map { unit in
      let from = max(0, Double(unit) - start)
      let to = min(length, Double(unit) + 1 - start)
      guard to > from else {
        return SampleSpan(
          texels: 0..<1, firstWeight: 256, lastWeight: 256, coverage: 0, placed: from..<from)
      }
      let scale = (source.upperBound - source.lowerBound) / length * Double(count)
      let offset = source.lowerBound * Double(count)
      return SampleSpan(
        from: offset + from * scale, to: offset + to * scale, count: count, placed: from..<to)
    }
  }

  private init(from: Double, to: Double, count: Int, placed: Range<Double>) {
    // Ignores texels with a weight of less than half a 256th.
    let slack = 1.0 / 512
    let first = min(count - 1, max(0, Int((from + slack).rounded(.down))))
    let end = min(count, max(first + 1, Int((to - slack).rounded(.up))))
    let whole = end - first == 1
    self.init(
      texels: first..<end,
      firstWeight: whole ? 256 : Int(((Double(first + 1) - from) * 256).rounded()),
      lastWeight: whole ? 256 : Int(((to - Double(end - 1)) * 256).rounded()),
      coverage: Int(((placed.upperBound - placed.lowerBound) * 256).rounded()), placed: placed)
  }

  private init(
    texels: Range<Int>, firstWeight: Int, lastWeight: Int, coverage: Int, placed: Range<Double>
  ) {
    self.texels = texels
    self.firstWeight = min(256, max(1, firstWeight))
    self.lastWeight = min(256, max(1, lastWeight))
    self.coverage = coverage
    self.placed = placed
  }
}
