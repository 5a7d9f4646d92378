extension Sequence where Element == String {
  /// The name among these that somebody probably meant; nil if none is near.
  ///
  /// Near is what a slip of the fingers makes: letters left out, added, replaced or swapped with
  /// their neighbours, one for each three of the longer name and at maximum three; either case will do.
  public func nearest(to name: String) -> String? {
    guard !name.isEmpty, name.count <= 40 else { return nil }
    let wanted = Array(name.lowercased())
    var best: (name: String, distance: Int)?
    for candidate in self {
      let letters = Array(candidate.lowercased())
      let maximum = Swift.min(3, Swift.max(1, Swift.max(wanted.count, letters.count) / 3))
      guard abs(letters.count - wanted.count) <= maximum else { continue }
      let distance = slips(from: wanted, to: letters)
      // A name of one letter has nothing in common with another one.
      guard distance <= maximum, distance < Swift.max(wanted.count, letters.count) else { continue }
      if distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    return best?.name
  }
}

/// How many letters must be left out, added, replaced or swapped with their neighbours.
private func slips(from one: [Character], to other: [Character]) -> Int {
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
