/// A set of numbers as sorted ranges, small where numbers are read in runs.
///
/// Encoded as a flat list: for each range the gap before it and its length.
public struct NumberRanges: Hashable, Sendable {
  /// The ranges: sorted, disjoint, and not adjacent.
  private(set) var ranges: [ClosedRange<Int>] = []

  /// Creates an empty set.
  public init() {}

  /// Whether it has no numbers.
  public var isEmpty: Bool { ranges.isEmpty }

  var count: Int { ranges.count }

  /// Returns whether it contains a number.
  public func contains(_ number: Int) -> Bool {
    let index = firstIndex(endingAtOrAfter: number)
    return index < ranges.count && ranges[index].contains(number)
  }

  /// Returns the index of the first range that doesn't end before a number.
  private func firstIndex(endingAtOrAfter number: Int) -> Int {
    var (low, high) = (0, ranges.count)
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound < number { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Adds a number.
  public mutating func insert(_ number: Int) { insert(number...number) }

  /// Adds a range; the numbers are at least 0.
  public mutating func insert(_ new: ClosedRange<Int>) {
    let start = max(0, new.lowerBound)
    guard new.upperBound >= start, new.upperBound < Int.max else { return }
    var range = start...new.upperBound
    let first = firstIndex(endingAtOrAfter: max(0, start - 1))
    var end = first
    while end < ranges.count, ranges[end].lowerBound <= range.upperBound + 1 {
      range =
        min(
          range.lowerBound, ranges[end].lowerBound)...max(
          range.upperBound, ranges[end].upperBound)
      end += 1
    }
    ranges.replaceSubrange(first..<end, with: [range])
  }

  /// Removes a number.
  public mutating func remove(_ number: Int) {
    let index = firstIndex(endingAtOrAfter: number)
    guard index < ranges.count, ranges[index].contains(number) else { return }
    let range = ranges[index]
    var rest: [ClosedRange<Int>] = []
    if range.lowerBound < number { rest.append(range.lowerBound...number - 1) }
    if number < range.upperBound { rest.append(number + 1...range.upperBound) }
    ranges.replaceSubrange(index...index, with: rest)
  }

  /// Joins the lowest ranges, so that at most `maximum` are left: the oldest numbers between them
  /// are then in the set, too.
  mutating func joinLowest(to maximum: Int) {
    guard ranges.count > maximum, maximum > 0 else { return }
    let last = ranges.count - maximum
    ranges.replaceSubrange(0...last, with: [ranges[0].lowerBound...ranges[last].upperBound])
  }

  /// Removes the lowest ranges, so that at most `maximum` are left.
  mutating func removeLowest(to maximum: Int) {
    if ranges.count > maximum { ranges.removeFirst(ranges.count - maximum) }
  }
}

extension NumberRanges: Codable {
  /// Decodes a set; damaged lists end where they are damaged.
  public init(from decoder: any Decoder) throws {
    let numbers = try [Int](from: decoder)
    var next = 0
    for index in stride(from: 0, to: numbers.count - 1, by: 2) {
      let (gap, length) = (numbers[index], numbers[index + 1])
      let (start, isTooLarge) = next.addingReportingOverflow(gap)
      guard gap >= 0, length > 0, !isTooLarge else { return }
      let (end, isTooLong) = start.addingReportingOverflow(length)
      guard !isTooLong else { return }
      insert(start...end - 1)
      next = end
    }
  }

  /// Encodes the set.
  public func encode(to encoder: any Encoder) throws {
    var next = 0
    var numbers: [Int] = []
    numbers.reserveCapacity(2 * ranges.count)
    for range in ranges {
      numbers += [range.lowerBound - next, range.count]
      next = range.upperBound + 1
    }
    try numbers.encode(to: encoder)
  }
}
