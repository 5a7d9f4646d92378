/// What two sequences have in common, in order.
///
/// Myers' shortest way from one to the other, as long as it is short; where it isn't, the elements that
/// occur once in both divide the sequences into smaller ones.
enum SequenceMatch {
  /// An element of both, by its places.
  struct Pair: Hashable {
    var old: Int
    var new: Int
  }

  /// Steps of a way that are tried.
  private static let maximumSteps = 128
  /// How often sequences are divided.
  private static let maximumDivisions = 6

  /// Pairs of equal elements, both places rising.
  ///
  /// The time is bounded by the lengths times a constant.
  static func pairs(_ old: [Int], _ new: [Int]) -> [Pair] {
    var found: [Pair] = []
    var regions = [Region(old: 0..<old.count, new: 0..<new.count, divisions: 0)]
    while let region = regions.popLast() {
      if region.isMatch {
        found.append(Pair(old: region.old.lowerBound, new: region.new.lowerBound))
      } else {
        // The first of the parts is looked at next.
        regions += parts(of: region, old, new).reversed()
      }
    }
    return found
  }

  /// Two stretches that are still to be compared; or, of one element each, a match.
  private struct Region {
    var old: Range<Int>
    var new: Range<Int>
    var divisions: Int
    var isMatch = false
  }

  private static func parts(of region: Region, _ old: [Int], _ new: [Int]) -> [Region] {
    var (a, b) = (region.old, region.new)
    func match(_ i: Int, _ j: Int) -> Region {
      Region(old: i..<i + 1, new: j..<j + 1, divisions: 0, isMatch: true)
    }
    var (head, tail): ([Region], [Region]) = ([], [])
    while let i = a.first, let j = b.first, old[i] == new[j] {
      head.append(match(i, j))
      (a, b) = (a.dropFirst(), b.dropFirst())
    }
    while let i = a.last, let j = b.last, old[i] == new[j] {
      tail.append(match(i, j))
      (a, b) = (a.dropLast(), b.dropLast())
    }
    var middle: [Region] = []
    if !a.isEmpty, !b.isEmpty {
      if let way = ShortestWay.matches(old[a], new[b], steps: maximumSteps) {
        middle = way.map { match($0.old, $0.new) }
      } else if region.divisions < maximumDivisions {
        let anchors = uniquePairs(old, a, new, b)
        middle = divided(a, b, at: anchors, region.divisions + 1)
      }
    }
    return head + middle + tail.reversed()
  }

  /// The stretches between some matches, and those; none if there are no matches.
  private static func divided(
    _ a: Range<Int>, _ b: Range<Int>, at anchors: [Pair], _ divisions: Int
  ) -> [Region] {
    guard !anchors.isEmpty else { return [] }
    var regions: [Region] = []
    var (i, j) = (a.lowerBound, b.lowerBound)
    for anchor in anchors + [Pair(old: a.upperBound, new: b.upperBound)] {
      regions.append(Region(old: i..<anchor.old, new: j..<anchor.new, divisions: divisions))
      guard anchor.old < a.upperBound else { break }
      (i, j) = (anchor.old + 1, anchor.new + 1)
      regions.append(
        Region(old: anchor.old..<i, new: anchor.new..<j, divisions: 0, isMatch: true))
    }
    return regions
  }

  /// Elements that occur once in both stretches, the most of them that stand in the same order.
  private static func uniquePairs(
    _ old: [Int], _ a: Range<Int>, _ new: [Int], _ b: Range<Int>
  ) -> [Pair] {
    let (first, second) = (singles(old, a), singles(new, b))
    let pairs = a.compactMap { i -> Pair? in
      guard first[old[i]] == i, let j = second[old[i]] else { return nil }
      return Pair(old: i, new: j)
    }
    return longestRise(pairs)
  }

  /// Where those elements stand that occur once.
  private static func singles(_ sequence: [Int], _ range: Range<Int>) -> [Int: Int] {
    var places: [Int: Int] = [:]
    var repeated: Set<Int> = []
    for index in range where places.updateValue(index, forKey: sequence[index]) != nil {
      repeated.insert(sequence[index])
    }
    return places.filter { !repeated.contains($0.key) }
  }

  /// The most pairs whose new places rise, by patience sorting.
  private static func longestRise(_ pairs: [Pair]) -> [Pair] {
    var piles: [Int] = []
    var before = [Int?](repeating: nil, count: pairs.count)
    for (index, pair) in pairs.enumerated() {
      var (low, high) = (0, piles.count)
      while low < high {
        let middle = (low + high) / 2
        if pairs[piles[middle]].new < pair.new { low = middle + 1 } else { high = middle }
      }
      before[index] = low > 0 ? piles[low - 1] : nil
      if low == piles.count { piles.append(index) } else { piles[low] = index }
    }
    var rise: [Pair] = []
    var next = piles.last
    while let index = next {
      rise.append(pairs[index])
      next = before[index]
    }
    return rise.reversed()
  }
}
