/// The columns of a screen: the list, and beside it on a wide screen the parent level at the left and
/// what the selected post holds at the right.
struct Columns: Hashable, Sendable {
  /// The columns of the parent level; nil without room.
  let left: Range<Int>?
  /// The columns of the list.
  let list: Range<Int>
  /// The columns of the selected post's replies or text; nil without room.
  let right: Range<Int>?

  /// Widths of the list where it is not alone, in columns.
  static let listWidths = 60...100
  /// Minimum columns of a side column.
  static let narrowestSide = 30
  /// Minimum columns of a screen with three columns, and with list and right column.
  private static let automatic = (three: 150, two: 125)

  /// Divides a screen.
  ///
  /// - Parameters:
  ///   - width: the columns of the screen.
  ///   - widestCard: the preferred maximum columns of a card.
  ///   - setting: how many columns the user wants.
  init(width: Int, widestCard: Int, _ setting: Settings.Columns) {
    let (low, high) = (Self.listWidths.lowerBound, Self.listWidths.upperBound)
    let needed =
      switch setting {
      case .one: (three: Int.max, two: Int.max)
      case .auto: Self.automatic
      case .three: (three: low + 2 * Self.narrowestSide, two: low + Self.narrowestSide)
      }
    guard width >= needed.two else {
      (left, list, right) = (nil, 0..<max(0, width), nil)
      return
    }
    let hasThree = width >= needed.three
    // A margin on either side of a card.
    let widest = min(high, max(low, widestCard + 2))
    let wanted = hasThree ? width / 2 : width * 3 / 5
    let middle = min(widest, max(low, wanted))
    let start = hasThree ? (width - middle) / 2 : 0
    left = hasThree ? 0..<start : nil
    list = start..<start + middle
    right = start + middle..<width
  }

  /// Returns the columns of a thread: list and right column, as far as cards need them.
  ///
  /// It stands in the middle of the screen if that is not over the left column.
  func thread(widestCard: Int) -> Range<Int> {
    guard let right else { return list }
    let width = min(right.upperBound - list.lowerBound, max(list.count, widestCard + 2))
    let middle = (right.upperBound - width) / 2
    let start = max(list.lowerBound, middle)
    return start..<start + width
  }
}
