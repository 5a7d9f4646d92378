/// IDs for services that number top posts and replies separately: here top posts are even, replies odd.
enum PairedID {
  /// Returns the ID of a top post; nil for a number that is invalid or too large.
  static func top(_ number: Int?) -> Int? { valid(number).map { $0 * 2 } }

  /// Returns the ID of a reply; nil for a number that is invalid or too large.
  static func reply(_ number: Int?) -> Int? { valid(number).map { $0 * 2 + 1 } }

  static func isTop(_ id: Int) -> Bool { id % 2 == 0 }

  private static func valid(_ number: Int?) -> Int? {
    number.flatMap { $0 > 0 && $0 < SourceNumbers.first / 2 ? $0 : nil }
  }
}
