/// The columns of a screen: the list, and beside it on a wide screen the parent level at the left and
/// what the selected post holds at the right.
struct Columns: Hashable, Sendable {
  /// The columns of the parent level; nil without room.
  private(set) var left: Range<Int>?
  /// The columns of the list.
  private(set) var list: Range<Int>
  /// The columns of the selected post's replies or text; nil without room.
  private(set) var right: Range<Int>?

  /// Minimum columns of the list where it is not alone.
  static let narrowestList = 60
  /// Minimum columns of a side column.
  static let narrowestSide = 30

  /// Divides a screen: the list gets its card's columns first, the sides what is left.
  ///
  /// - Parameters:
  ///   - width: the columns of the screen.
  ///   - widestCard: the preferred maximum columns of a card.
  ///   - setting: how many columns the user wants.
  init(width: Int, widestCard: Int, _ setting: Settings.Columns) {
    let side = Self.narrowestSide
    // A margin on either side of a card.
    let widest = max(Self.narrowestList, widestCard + 2)
    // With `auto`, a narrower card makes no more columns than the default one.
    let needed =
      switch setting {
      case .one: Int.max / 2
      case .auto: max(widest, ScreenLayout.widestCard + 2)
      case .three: Self.narrowestList
      }
    guard width >= needed + side else {
      (left, list, right) = (nil, 0..<max(0, width), nil)
      return
    }
    let hasThree = width >= needed + 2 * side
    let sides = hasThree ? 2 * side : side
    let middle = min(widest, width - sides)
    let start = hasThree ? (width - middle) / 2 : 0
    left = hasThree ? 0..<start : nil
    list = start..<start + middle
    right = start + middle..<width
  }

  /// The columns of a root, which has no parent level: list and right column stand in the middle.
  var atRoot: Columns {
    guard let left, let right else { return self }
    let step = left.count / 2
    var columns = self
    columns.left = nil
    columns.list = list.lowerBound - step..<list.upperBound - step
    columns.right = right.lowerBound - step..<right.upperBound - step
    return columns
  }

  /// The columns of a list beside which nothing can be shown: without a left column it stands in the middle.
  var withoutRight: Columns {
    guard let right else { return self }
    var columns = self
    columns.right = nil
    guard left == nil else { return columns }
    // At a root, a screen of three columns has none at its left edge.
    let start = list.lowerBound + (right.upperBound - list.upperBound) / 2
    columns.list = start..<start + list.count
    return columns
  }

  /// Returns the columns with a thread as the list: as wide as its cards need, also over the right column.
  ///
  /// It stands in the middle of the screen if that is not over the left column.
  func withThread(widestCard: Int) -> Columns {
    guard let right else { return self }
    let width = min(right.upperBound - list.lowerBound, max(list.count, widestCard + 2))
    let start = max(list.lowerBound, (right.upperBound - width) / 2)
    var columns = self
    columns.list = start..<start + width
    if columns.list.upperBound > right.lowerBound { columns.right = nil }
    return columns
  }
}
