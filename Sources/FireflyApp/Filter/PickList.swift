import FireflyScreen

/// A line that can be picked from a list.
protocol PickItem: Equatable, Sendable {
  /// The words that the filter searches.
  var searched: String { get }
}

/// An event in a list to pick from.
package enum PickAction: Hashable, Sendable {
  /// The selection was moved.
  case moved(ScrollAction)
  /// The selected line was picked.
  case accepted
  /// A line was pressed; counted among the lines that the filter lets pass.
  case linePressed(Int)
  /// The list was closed.
  case closed
}

/// A list from which the user picks a line; typing filters it.
struct PickList<Item: PickItem>: Equatable, Sendable {
  /// All lines.
  private(set) var items: [Item]
  /// The indices of the lines that the filter lets pass, in the order in which they are shown.
  private(set) var shown: [Int]
  /// The selected line, counted among the shown ones.
  private(set) var selected = 0
  /// Whether the selection was moved.
  private(set) var hasMoved = false
  /// Whether a line is selected before something is typed or moved to.
  private let selectsFirst: Bool
  var filter: Filter

  /// Creates a list whose filter has a sign before its text.
  ///
  /// - Parameter selectsFirst: whether a line is selected before something is typed or moved to.
  init(_ items: [Item], sign: Character, selected: Int = 0, selectsFirst: Bool = true) {
    self.items = items
    self.selectsFirst = selectsFirst
    self.selected = selected
    shown = Array(items.indices)
    filter = Filter(isTyping: true, sign: sign)
  }

  /// The selected line; nil if there is none.
  var selectedItem: Item? { hasSelection ? item(at: selected) : nil }

  /// Whether a line is selected, if there are any.
  var hasSelection: Bool { selectsFirst || hasMoved || !filter.isEmpty }

  /// Returns a shown line; nil if there is none.
  func item(at line: Int) -> Item? {
    shown.indices.contains(line) ? items[shown[line]] : nil
  }

  /// Moves the selection.
  mutating func move(_ scroll: ScrollAction, in layout: ScreenLayout) {
    let page = max(1, layout.sheet(rows: items.count).inner.height - 1)
    let start = hasSelection ? selected : -1
    selected = max(0, scroll.position(from: start, page: page, end: shown.count - 1))
    hasMoved = true
  }

  /// Shows the lines that the filter lets pass and selects the first one.
  ///
  /// - Parameter rank: lines with a smaller rank come first.
  mutating func filterChanged(rank: (Item) -> Int = { _ in 0 }) {
    let found = filter.matches(in: items.map(\.searched))
    shown = Dictionary(grouping: found) { rank(items[$0]) }.sorted { $0.key < $1.key }.flatMap(
      \.value)
    selected = 0
  }

  /// Replaces all lines.
  mutating func replace(_ new: [Item]) {
    items = new
    filterChanged()
  }

  /// Appends lines; the selection stays.
  mutating func append(_ more: [Item]) {
    items += more
    let place = selected
    filterChanged()
    selected = min(place, max(0, shown.count - 1))
  }
}

extension ScreenLayout {
  /// Width of a list to pick from, in columns, at least and at most.
  private static let pickColumns = (76, 120)

  /// Returns the layout of a list to pick from, as high as its rows need.
  ///
  /// - Parameter columns: the columns that the longest row needs.
  func sheet(rows: Int, columns: Int = 0) -> SheetLayout {
    let (least, most) = Self.pickColumns
    return sheet(columns: max(least, min(most, columns + 4)), rows: max(1, rows))
  }
}
