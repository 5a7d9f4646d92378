import FireflyCore
import FireflyScreen

/// Where the parts of the screen stand, in cells, and how cells relate to points.
///
/// A cell is 10 × 20 points.
struct ScreenLayout: Hashable, Sendable {
  /// Points to a column.
  static let pointsPerColumn = 10.0
  /// Points to a row.
  static let pointsPerRow = 20.0
  /// Columns that a card takes at most.
  static let widestCard = 100

  /// The terminal's size.
  let size: Size
  /// The row of the back capsule and the place in the list; empty where there is no room for it.
  let topBar: Rect
  /// The window onto the list.
  private(set) var list: Rect
  /// The toolbar: its label row and, where there is room, an edge above it.
  let toolbar: Rect
  /// Left edge of the cards.
  private(set) var cardX = 0
  /// Width of the cards in columns.
  private(set) var cardColumns = 1
  /// The measures of a compact card.
  let metrics: CardMetrics
  /// Columns of indent that are wanted.
  private let wantedIndent: Int

  /// The layout of a terminal of that size, down to 1 × 1.
  init(size: Size, tunables: Tunables = Tunables()) {
    self.size = size
    metrics = tunables.metrics
    wantedIndent = tunables.textIndent
    let topRows = size.height >= 5 ? 1 : 0
    let toolRows = size.height >= 10 ? 2 : size.height >= 4 ? 1 : 0
    topBar = Rect(x: 0, y: 0, width: size.width, height: topRows)
    list = Rect(x: 0, y: topRows, width: size.width, height: size.height - topRows - toolRows)
    toolbar = Rect(x: 0, y: size.height - toolRows, width: size.width, height: toolRows)
    placeCards(widest: tunables.cardColumns)
  }

  /// The layout for a list in a rectangle of its own.
  ///
  /// - Parameters:
  ///   - list: the window onto the list.
  ///   - cardColumns: columns that a card takes at most.
  /// - Returns: the layout, whose other parts are the same.
  func with(list: Rect, cardColumns: Int) -> ScreenLayout {
    var layout = self
    layout.list = list
    layout.placeCards(widest: cardColumns)
    return layout
  }

  private mutating func placeCards(widest: Int) {
    let margin = list.width >= 24 ? 1 : 0
    cardColumns = max(1, min(widest, list.width - 2 * margin))
    cardX = list.x + max(0, (list.width - cardColumns) / 2)
  }

  /// Columns of indent on either side of a card's text.
  var indent: Int {
    min(wantedIndent, cardColumns >= 12 ? cardColumns / 6 : cardColumns / 4 > 0 ? 1 : 0)
  }
  /// Columns of picture and text on an expanded card.
  var textColumns: Int { max(1, cardColumns - 2 * indent) }
  /// The same in points.
  var contentWidth: Double { Double(textColumns) * Self.pointsPerColumn }
  /// Width of a card in points.
  var cardWidth: Double { Double(cardColumns) * Self.pointsPerColumn }
  /// Height of the window onto the list in points.
  var windowHeight: Double { Double(list.height) * Self.pointsPerRow }
  /// Whether compact cards have room for a thumbnail.
  var hasThumbnails: Bool { cardColumns >= 28 }
}

/// Where a sheet stands that lies over the lists, in cells.
struct SheetLayout: Hashable, Sendable {
  /// All of it.
  let area: Rect
  /// Where its lines stand.
  let inner: Rect
  /// The row that says how to leave it; nil where there is no room for that.
  let foot: Int?
}

extension ScreenLayout {
  /// A sheet as large as the screen allows, at most `columns` wide.
  func sheet(columns: Int) -> SheetLayout {
    let width = min(columns, size.width)
    let area = Rect(x: (size.width - width) / 2, y: 0, width: width, height: size.height)
    let hasFoot = area.height >= 8
    return SheetLayout(
      area: area,
      inner: Rect(
        x: area.x + 2, y: area.y + 2, width: area.width - 4,
        height: area.height - (hasFoot ? 4 : 3)),
      foot: hasFoot ? area.maxY - 2 : nil)
  }
}

extension SheetLayout {
  /// A sheet of the same size with so many rows for what can be done there, as far as a line of text is left.
  func withFoot(rows: Int) -> SheetLayout {
    let missing = foot == nil ? rows : rows - 1
    guard inner.height > missing else { return self }
    let text = Rect(x: inner.x, y: inner.y, width: inner.width, height: inner.height - missing)
    return SheetLayout(area: area, inner: text, foot: text.maxY)
  }
}
