/// Rows of a frame that stood somewhere else in the frame before: a list that was scrolled.
struct RowShift: Equatable {
  /// Rows of the new frame.
  var rows: Range<Int>
  /// How far below, in the frame before, each of them stood; negative for above.
  var distance: Int

  /// All rows that change when the rows move: those that they come from as well.
  var area: Range<Int> {
    min(
      rows.lowerBound, rows.lowerBound + distance)..<max(
        rows.upperBound, rows.upperBound + distance)
  }

  /// Fewer rows aren't worth it.
  private static let fewestRows = 8
  /// Nobody scrolls further while most rows stay to be seen.
  private static let farthest = 12
  /// Rows in a row that must fit before the rest is looked at: single ones may be alike by chance.
  private static let sample = 3

  /// Finds the rows around the middle of what changed that were moved together.
  ///
  /// - Parameters:
  ///   - changed: rows that look otherwise than before, in order.
  ///   - height: rows of both frames.
  ///   - isSame: whether a row of the old frame looks like a row of the new one.
  /// - Returns: nil if no rows were moved.
  static func find(
    changed: [Int], height: Int, isSame: (_ old: Int, _ new: Int) -> Bool
  ) -> RowShift? {
    guard let first = changed.first, let last = changed.last, last - first >= fewestRows else {
      return nil
    }
    let middle = (first + last - sample) / 2
    for size in 1...farthest {
      for distance in [size, -size] {
        let old = middle + distance
        guard old >= 0, old + sample <= height,
          (0..<sample).allSatisfy({ isSame(old + $0, middle + $0) })
        else { continue }
        var from = middle
        while from > first, from + distance > 0, isSame(from - 1 + distance, from - 1) { from -= 1 }
        var to = middle + sample
        while to <= last, to + distance < height, isSame(to + distance, to) { to += 1 }
        if to - from >= fewestRows { return RowShift(rows: from..<to, distance: distance) }
      }
    }
    return nil
  }
}
