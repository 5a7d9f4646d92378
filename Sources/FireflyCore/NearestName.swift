extension Sequence where Element == String {
  /// Returns the name that was probably meant by a misspelt one; nil if none is similar.
  ///
  /// Counts letters that are missing, added, replaced or swapped with their neighbours. At most one
  /// in three letters of the longer name may differ, and at most three in total. Ignores case.
  public func nearest(to name: String) -> String? {
    guard !name.isEmpty, name.count <= 40 else { return nil }
    let wanted = Array(name.lowercased())
    var best: (name: String, distance: Int)?
    for candidate in self {
      let letters = Array(candidate.lowercased())
      let maximum = Swift.min(3, Swift.max(1, Swift.max(wanted.count, letters.count) / 3))
      guard abs(letters.count - wanted.count) <= maximum else { continue }
      let distance = editDistance(from: wanted, to: letters)
      // A name of one letter has nothing in common with another.
      guard distance <= maximum, distance < Swift.max(wanted.count, letters.count) else { continue }
      if distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    return best?.name
  }
}

/// Returns the number of letters that are missing, added, replaced or swapped.
private func editDistance(from one: [Character], to other: [Character]) -> Int {
  var beforeLast: [Int] = []
  var last = Array(0...other.count)
  for row in 1..<(one.count + 1) {
    var line = [row]
    for column in 1..<(other.count + 1) {
      let isSame = one[row - 1] == other[column - 1]
      var least = Swift.min(
        last[column] + 1, line[column - 1] + 1, last[column - 1] + (isSame ? 0 : 1))
      if row > 1, column > 1, one[row - 1] == other[column - 2], one[row - 2] == other[column - 1] {
        least = Swift.min(least, beforeLast[column - 2] + 1)
      }
      line.append(least)
    }
    (beforeLast, last) = (last, line)
  }
  return last[other.count]
}
