/// The prose of a line, asked from left to right: a line may have thousands of links.
struct ProseOfLine {
  private var runs: ArraySlice<Range<Int>>

  /// Creates it from ranges in bytes, in order.
  init(_ runs: [Range<Int>]) { self.runs = runs[...] }

  /// Whether a range has prose; no later call may ask for an earlier place.
  mutating func overlaps(_ range: Range<Int>) -> Bool {
    runs = runs.drop { $0.upperBound <= range.lowerBound }
    return runs.first?.overlaps(range) ?? false
  }
}
