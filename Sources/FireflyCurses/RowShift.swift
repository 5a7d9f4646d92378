/// Rows that moved since the previous frame: a list was scrolled.
struct RowShift: Equatable {
  /// The rows in the new frame.
  var rows: Range<Int>
  /// How many rows further down each row was in the previous frame; negative for further up.
  var distance: Int

  /// All rows affected by the move, including their previous positions.
  var area: Range<Int> {
    min(
      rows.lowerBound, rows.lowerBound + distance)..<max(
        rows.upperBound, rows.upperBound + distance)
  }

  /// Minimum number of rows; fewer aren't worth moving.
  private static let fewestRows = 8
  /// Maximum distance in rows; longer jumps leave too few rows on the screen.
  private static let farthest = 12
  /// Number of consecutive rows that must match before the rest is compared: single rows may match
  /// by chance.
  private static let sample = 3

  /// Finds the rows around the middle of the changes that were moved together.
  ///
  /// - Parameters:
  ///   - changed: the rows that have changed, in order.
  ///   - height: number of rows of both frames.
  ///   - isSame: whether a row of the old frame equals a row of the new one.
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
