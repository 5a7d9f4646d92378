/// A set of numbers as sorted ranges, small where numbers are read in runs.
///
/// Encoded as a flat list: for each range the gap before it and its length.
package struct NumberRanges: Hashable, Sendable {
  /// The ranges: sorted, disjoint, and not adjacent.
  package private(set) var ranges: [ClosedRange<Int>] = []

  /// Creates an empty set.
  package init() {}

  /// Creates a set of numbers, in linear time if they are sorted; those below 0 and the highest one are left out.
  package init(_ numbers: [Int]) {
    for number in numbers.sorted() where number >= 0 && number < Int.max { append(number...number) }
  }

  /// Adds a range that doesn't begin before the last one.
  private mutating func append(_ range: ClosedRange<Int>) {
    guard let last = ranges.last, range.lowerBound <= last.upperBound + 1 else {
      return ranges.append(range)
    }
    ranges[ranges.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
  }

  /// Whether it has no numbers.
  package var isEmpty: Bool { ranges.isEmpty }

  /// Number of ranges.
  package var count: Int { ranges.count }

  /// Returns whether it contains a number.
  package func contains(_ number: Int) -> Bool {
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

  /// Returns the ranges that overlap or adjoin another range, as indices.
  private func indices(near range: ClosedRange<Int>) -> Range<Int> {
    let first = firstIndex(endingAtOrAfter: max(0, range.lowerBound - 1))
    let end = firstIndex(endingAtOrAfter: range.upperBound + 1)
    let isNear = end < ranges.count && ranges[end].lowerBound <= range.upperBound + 1
    return first..<(isNear ? end + 1 : end)
  }

  /// Adds a range; numbers below 0 are left out.
  package mutating func insert(_ new: ClosedRange<Int>) {
    let start = max(0, new.lowerBound)
    guard new.upperBound >= start, new.upperBound < Int.max else { return }
    var added = NumberRanges()
    added.ranges = [start...new.upperBound]
    formUnion(added)
  }

  /// Adds the numbers of another set, in linear time.
  package mutating func formUnion(_ other: NumberRanges) {
    guard let whole = other.whole else { return }
    let near = indices(near: whole)
    var all = NumberRanges()
    let both = (ranges[near] + other.ranges).sorted { $0.lowerBound < $1.lowerBound }
    for range in both { all.append(range) }
    ranges.replaceSubrange(near, with: all.ranges)
  }

  /// Removes the numbers of another set, in linear time.
  package mutating func subtract(_ other: NumberRanges) {
    guard let whole = other.whole else { return }
    let near = indices(near: whole)
    var rest: [ClosedRange<Int>] = []
    var holes = other.ranges[...]
    for range in ranges[near] {
      holes = holes.drop { $0.upperBound < range.lowerBound }
      var next = range.lowerBound
      for hole in holes.prefix(while: { $0.lowerBound <= range.upperBound }) {
        if next < hole.lowerBound { rest.append(next...hole.lowerBound - 1) }
        next = hole.upperBound + 1
      }
      if next <= range.upperBound { rest.append(next...range.upperBound) }
    }
    ranges.replaceSubrange(near, with: rest)
  }

  /// Returns the numbers that another set lacks.
  package func subtracting(_ other: NumberRanges) -> NumberRanges {
    var rest = self
    rest.subtract(other)
    return rest
  }

  /// From the lowest number to the highest; nil without numbers.
  private var whole: ClosedRange<Int>? {
    ranges.first.map { $0.lowerBound...(ranges.last ?? $0).upperBound }
  }

  /// Joins the lowest ranges, so that at most `maximum` are left: the oldest numbers between them
  /// are then in the set, too.
  package mutating func joinLowest(to maximum: Int) {
    guard ranges.count > maximum, maximum > 0 else { return }
    let last = ranges.count - maximum
    ranges.replaceSubrange(0...last, with: [ranges[0].lowerBound...ranges[last].upperBound])
  }

  /// Removes the lowest ranges, so that at most `maximum` are left.
  package mutating func removeLowest(to maximum: Int) {
    if ranges.count > maximum { ranges.removeFirst(ranges.count - maximum) }
  }

  /// Removes the lowest numbers, so that at most `maximum` are left.
  package mutating func keepHighest(_ maximum: Int) {
    var room = maximum
    guard
      let first = ranges.indices.reversed().first(where: { index in
        room -= ranges[index].count
        return room <= 0
      })
    else { return }
    let last = ranges[first].upperBound
    ranges.removeFirst(first)
    // `room` numbers of the first range are too many.
    let start = ranges[0].lowerBound - room
    if start <= last { ranges[0] = start...last } else { ranges.removeFirst() }
  }

  /// Takes out a part of at most `maximum` ranges, the lowest.
  package func prefix(_ maximum: Int) -> NumberRanges {
    var part = NumberRanges()
    part.ranges = Array(ranges.prefix(maximum))
    return part
  }
}

// As text: on the wire, and in databases.
extension NumberRanges {
  /// The ranges as text, such as `0-120,130`.
  package var text: String {
    ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }
      .joined(separator: ",")
  }

  /// Reads ranges in any order.
  ///
  /// - Returns: nil if the text is no such list, or has a number that no post can have.
  package init?(text: String) {
    var all: [ClosedRange<Int>] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: text.isEmpty) {
      let ends = part.split(separator: "-", omittingEmptySubsequences: false)
      guard ends.count <= 2, let first = ForeignNumber.id.accept(Int(ends[0])),
        let last = ForeignNumber.id.accept(Int(ends[ends.count - 1])), first <= last
      else { return nil }
      all.append(first...last)
    }
    self.init()
    for range in all.sorted(by: { $0.lowerBound < $1.lowerBound }) { append(range) }
  }
}

extension NumberRanges: Codable {
  /// Decodes a set; damaged lists end where they are damaged.
  package init(from decoder: any Decoder) throws {
    let numbers = try [Int](from: decoder)
    var next = 0
    for index in stride(from: 0, to: numbers.count - 1, by: 2) {
      let (gap, length) = (numbers[index], numbers[index + 1])
      let (start, isTooLarge) = next.addingReportingOverflow(gap)
      guard gap >= 0, length > 0, !isTooLarge else { return }
      let (end, isTooLong) = start.addingReportingOverflow(length)
      guard !isTooLong else { return }
      append(start...end - 1)
      next = end
    }
  }

  /// Encodes the set.
  package func encode(to encoder: any Encoder) throws {
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
