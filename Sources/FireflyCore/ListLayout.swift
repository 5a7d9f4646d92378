/// The positions of a list's cards, in points from the top of the list.
///
/// In most lists all but a few cards are compact, so the size of a layout doesn't grow with the list.
/// In a thread every card has its own height.
public struct ListLayout: Hashable, Sendable {
  /// Number of cards.
  public var count: Int
  /// The cards that have another height than their usual one, in order.
  private var taller: [Card]
  /// Height of a compact card.
  public let compactHeight: Double
  /// Height of what follows the last card.
  public let foot: Double
  /// The usual top of each card, then the end of the last one; nil if all have the same height.
  private let tops: [Double]?

  private struct Card: Hashable, Sendable {
    let index: Int
    let height: Double
  }

  /// Creates a list of `count` cards, all compact except the given ones.
  public init(
    count: Int, taller: [Int: Double] = [:], compactHeight: Double = CardLayout.compactHeight,
    foot: Double = 0
  ) {
    self.foot = foot
    self.count = count
    self.compactHeight = compactHeight
    tops = nil
    self.taller = taller.sorted { $0.key < $1.key }
      .map { Card(index: $0.key, height: $0.value) }
  }

  /// Creates a list of cards that have different heights; hidden ones have none.
  ///
  /// - Parameters:
  ///   - tops: the top of each card, ascending, then the end of the last one.
  ///   - taller: the heights of cards that differ from these.
  ///   - foot: the height of what follows the last card.
  public init(tops: [Double], taller: [Int: Double] = [:], foot: Double = 0) {
    self.foot = foot
    count = max(0, tops.count - 1)
    compactHeight = 0
    self.tops = tops
    self.taller = taller.sorted { $0.key < $1.key }
      .map { Card(index: $0.key, height: $0.value) }
  }

  private func usualTop(of index: Int) -> Double {
    tops.map { $0[min(index, count)] } ?? Double(index) * compactHeight
  }

  private func usualHeight(of index: Int) -> Double {
    tops.map { $0[index + 1] - $0[index] } ?? compactHeight
  }

  /// Returns the height of a card.
  public func height(of index: Int) -> Double {
    taller.first { $0.index == index }?.height ?? usualHeight(of: index)
  }

  /// Returns the top of a card; past the last card, the top of the foot.
  public func top(of index: Int) -> Double {
    taller.reduce(usualTop(of: index)) {
      $1.index < index ? $0 + $1.height - usualHeight(of: $1.index) : $0
    }
  }

  /// Returns the bottom of a card; the foot belongs to the last one.
  public func bottom(of index: Int) -> Double {
    top(of: index) + height(of: index) + (index == count - 1 ? foot : 0)
  }

  /// Height of the whole list.
  public var height: Double { top(of: count) + foot }

  /// Returns the index of the card at a position, in the foot the last one; nil outside of the
  /// list.
  public func index(at y: Double) -> Int? {
    guard y >= 0, y < height else { return nil }
    // Begin with the index if all cards had their usual heights, less the extra height of taller ones.
    var passed = 0.0
    for card in taller {
      let top = usualTop(of: card.index) + passed
      if y < top { break }
      if y < top + card.height { return card.index }
      passed += card.height - usualHeight(of: card.index)
    }
    return min(count - 1, usualIndex(at: y - passed))
  }

  private func usualIndex(at y: Double) -> Int {
    guard let tops else { return Int(y / compactHeight) }
    // The last card that begins at or above: hidden ones begin where the next visible one does.
    var (low, high) = (0, count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if tops[middle] <= y { low = middle } else { high = middle }
    }
    return low
  }

  /// Returns the first card from an index on, in a direction, that is not hidden; nil if there is
  /// none.
  ///
  /// - Parameters:
  ///   - index: the index, clamped.
  ///   - direction: 1 or -1.
  /// - Returns: the index of the card.
  public func shown(from index: Int, _ direction: Int) -> Int? {
    var index = min(count - 1, max(0, index))
    while index >= 0, index < count {
      if height(of: index) > 0 { return index }
      index += direction
    }
    return nil
  }

  /// Returns the cards visible in a window of `height` points, scrolled by `scroll`.
  public func visible(from scroll: Double, height: Double) -> Range<Int> {
    guard count > 0, height > 0, scroll < self.height, scroll + height > 0 else { return 0..<0 }
    let first = index(at: max(0, scroll)) ?? 0
    let last = index(at: min(self.height, scroll + height) - 0.001) ?? count - 1
    return first..<(last + 1)
  }

  /// Returns the nearest scroll offset within the list.
  public func clampedScroll(_ scroll: Double, window: Double) -> Double {
    min(max(0, height - window), max(0, scroll))
  }

  /// Returns the scroll offset that puts a card at the top of the window (seed 000:
  /// `scrollTo(anchor: .top)`).
  public func scrollToTop(of index: Int, window: Double) -> Double {
    clampedScroll(top(of: index), window: window)
  }

  /// Returns the scroll offset nearest to `scroll` that shows a card completely, or its top if it
  /// is taller than the window.
  public func scrollToReveal(_ index: Int, from scroll: Double, window: Double) -> Double {
    let top = top(of: index)
    let bottom = bottom(of: index)
    var target = scroll
    if bottom > target + window { target = bottom - window }
    if top < target { target = top }
    return clampedScroll(target, window: window)
  }
}
