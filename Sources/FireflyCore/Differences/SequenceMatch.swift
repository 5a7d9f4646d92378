/// Finds the common elements of two sequences, in order.
///
/// The standard library finds the shortest difference in time that grows with the square of that
/// difference, so it is used for short sequences only.
enum SequenceMatch {
  /// A common element, by its two offsets.
  struct Pair: Hashable {
    var old: Int
    var new: Int
  }

  /// Maximum number of elements to compare.
  ///
  /// Two sequences of 1,000 with nothing in common need some 16 MB.
  static let maximumCount = 1_000

  /// Returns the pairs of equal elements, both offsets ascending.
  ///
  /// Always finds common prefixes and suffixes. A middle part longer than `maximumCount` counts as
  /// different.
  static func pairs<Element: Hashable>(
    _ old: ArraySlice<Element>, _ new: ArraySlice<Element>
  ) -> [Pair] {
    let head = zip(old.indices, new.indices).prefix { old[$0] == new[$1] }.count
    let (oldRest, newRest) = (old.dropFirst(head), new.dropFirst(head))
    let tail = zip(oldRest.indices.reversed(), newRest.indices.reversed())
      .prefix { old[$0] == new[$1] }.count
    let (oldMiddle, newMiddle) = (oldRest.dropLast(tail), newRest.dropLast(tail))
    return zip(old.indices.prefix(head), new.indices.prefix(head)).map(Pair.init)
      + shortest(oldMiddle, newMiddle)
      + zip(old.indices.suffix(tail), new.indices.suffix(tail)).map(Pair.init)
  }

  private static func shortest<Element: Hashable>(
    _ old: ArraySlice<Element>, _ new: ArraySlice<Element>
  ) -> [Pair] {
    guard max(old.count, new.count) <= maximumCount else { return [] }
    let difference = new.difference(from: old)
    func offsets(_ changes: [CollectionDifference<Element>.Change]) -> Set<Int> {
      Set(
        changes.map { change in
          switch change {
          case .insert(let offset, _, _), .remove(let offset, _, _): offset
          }
        })
    }
    let (removed, inserted) = (offsets(difference.removals), offsets(difference.insertions))
    let oldKept = old.indices.filter { !removed.contains($0 - old.startIndex) }
    let newKept = new.indices.filter { !inserted.contains($0 - new.startIndex) }
    return zip(oldKept, newKept).map(Pair.init)
  }
}
