import FireflyCore
import FireflyModel
import FireflyScreen

/// The layout of the screen in cells, and the conversion between cells and points.
///
/// A cell is 10 × 20 points.
struct ScreenLayout: Hashable, Sendable {
  /// Points per column.
  static let pointsPerColumn = 10.0
  /// Points per row.
  static let pointsPerRow = 20.0
  /// Default maximum columns of a card.
  static let widestCard = 100

  /// The terminal's size.
  let size: Size
  /// The row of path and position; empty without room.
  let topBar: Rect
  /// The columns of the area between the bars.
  private(set) var columns: Columns
  /// The same for a level below the root that is no thread.
  private let plainColumns: Columns
  /// Whether the list is a thread, which may take the right column, too.
  private(set) var isThread = false
  /// Whether the list is a root, beside which there is no parent level.
  private var isRoot = false
  /// Whether something can be shown at the right of the list.
  private var hasRight = true
  /// The part of the area between the bars that the next three share.
  private var whole: Rect
  /// The first lines of the post that is answered; usually empty.
  private(set) var answered = Rect(x: 0, y: 0, width: 0, height: 0)
  /// The window of the list.
  private(set) var list: Rect
  /// The note, below the list; usually empty.
  private(set) var note = Rect(x: 0, y: 0, width: 0, height: 0)
  /// The toolbar: its labels and, if there is room, an edge above them.
  let toolbar: Rect
  /// Left edge of the cards.
  private(set) var cardX = 0
  /// Width of the cards in columns.
  private(set) var cardColumns = 1
  /// The measures of a compact card.
  let metrics: CardMetrics
  /// Width that a card's thumbnail leaves free beside title and summary, in points.
  let thumbnailRoom: Double
  /// Whether closed posts are rows without a card.
  let hasRows: Bool
  /// The preferred indent in columns.
  private let wantedIndent: Int
  /// The preferred maximum columns of a card.
  private let widestCard: Int

  /// Creates the layout for a terminal size, at least 1 × 1.
  init(
    size: Size, tunables: Tunables = Tunables(), density: Density = .cards,
    columns: Settings.Columns = .auto
  ) {
    self.size = size
    plainColumns = Columns(width: size.width, widestCard: tunables.cardColumns, columns)
    self.columns = plainColumns
    widestCard = tunables.cardColumns
    metrics = tunables.metrics(density)
    // An open post has the same lines in each density.
    thumbnailRoom = tunables.metrics(.cards).thumbnailRoom
    hasRows = metrics.compactHeight <= 2 * Self.pointsPerRow
    wantedIndent = tunables.textIndent
    let topRows = size.height >= 5 ? 1 : 0
    let toolRows = size.height >= 10 ? 2 : size.height >= 4 ? 1 : 0
    topBar = Rect(x: 0, y: 0, width: size.width, height: topRows)
    whole = Rect(
      x: self.columns.list.lowerBound, y: topRows, width: self.columns.list.count,
      height: size.height - topRows - toolRows)
    list = whole
    toolbar = Rect(x: 0, y: size.height - toolRows, width: size.width, height: toolRows)
    placeCards(widest: widestCard)
  }

  /// Returns the layout for a list that is a thread or one level.
  ///
  /// - Parameters:
  ///   - isRoot: whether it is a root; nil for as it is.
  ///   - hasRight: whether something can be shown at its right; nil for as it is.
  func with(isThread: Bool, isRoot: Bool? = nil, hasRight: Bool? = nil) -> ScreenLayout {
    let (isRoot, hasRight) = (isRoot ?? self.isRoot, hasRight ?? self.hasRight)
    guard (isThread, isRoot, hasRight) != (self.isThread, self.isRoot, self.hasRight),
      plainColumns.right != nil
    else { return self }
    var layout = self
    var columns = isRoot ? plainColumns.atRoot : plainColumns
    if !hasRight { columns = columns.withoutRight }
    layout.columns = isThread ? columns.withThread(widestCard: widestCard) : columns
    let span = layout.columns.list
    func moved(_ rect: Rect) -> Rect {
      rect.width == 0
        ? rect : Rect(x: span.lowerBound, y: rect.y, width: span.count, height: rect.height)
    }
    (layout.isThread, layout.isRoot, layout.hasRight) = (isThread, isRoot, hasRight)
    (layout.whole, layout.list) = (moved(whole), moved(list))
    (layout.answered, layout.note) = (moved(answered), moved(note))
    layout.placeCards(widest: widestCard)
    return layout
  }

  /// Whether the screen is wide enough for columns beside a list.
  var hasSides: Bool { plainColumns.right != nil }

  /// Returns the rectangle of a side column.
  func side(_ columns: Range<Int>) -> Rect {
    Rect(x: columns.lowerBound, y: whole.y, width: columns.count, height: whole.height)
  }

  /// The window of the list and the post that is answered.
  var window: Rect {
    Rect(
      x: list.x, y: list.y - answered.height, width: list.width,
      height: list.height + answered.height)
  }

  /// Returns the layout with rows for the post that is answered, above the list, and for a note,
  /// below it.
  func with(answeredRows: Int, noteRows: Int) -> ScreenLayout {
    var layout = self
    let rows = max(0, whole.height - answeredRows - noteRows)
    layout.answered = Rect(x: whole.x, y: whole.y, width: whole.width, height: answeredRows)
    layout.list = Rect(x: whole.x, y: whole.y + answeredRows, width: whole.width, height: rows)
    layout.note = Rect(
      x: whole.x, y: whole.y + answeredRows + rows, width: whole.width, height: noteRows)
    return layout
  }

  /// Returns the layout for a list in its own rectangle.
  ///
  /// - Parameters:
  ///   - list: the window of the list.
  ///   - cardColumns: maximum columns of a card.
  /// - Returns: the layout; its other parts don't change.
  func with(list: Rect, cardColumns: Int) -> ScreenLayout {
    var layout = self
    layout.list = list
    layout.placeCards(widest: cardColumns)
    return layout
  }

  /// Returns the layout for a card whose left edge is so many columns further to the right, if there
  /// is room.
  func indented(by columns: Int) -> ScreenLayout {
    guard cardColumns - columns >= Self.narrowestCard else { return self }
    var layout = self
    layout.cardX += columns
    layout.cardColumns -= columns
    return layout
  }

  /// Minimum columns of an indented card.
  private static let narrowestCard = 24

  private mutating func placeCards(widest: Int) {
    let margin = list.width >= 24 ? 1 : 0
    cardColumns = max(1, min(widest, list.width - 2 * margin))
    cardX = list.x + max(0, (list.width - cardColumns) / 2)
  }

  /// Indent on either side of a card's text, in columns.
  var indent: Int {
    min(wantedIndent, cardColumns >= 12 ? cardColumns / 6 : cardColumns / 4 > 0 ? 1 : 0)
  }
  /// Width of picture and text on an expanded card, in columns.
  var textColumns: Int { max(1, cardColumns - 2 * indent) }
  /// The same in points.
  var contentWidth: Double { Double(textColumns) * Self.pointsPerColumn }
  /// Width of a card in points.
  var cardWidth: Double { Double(cardColumns) * Self.pointsPerColumn }
  /// Height of the area between the bars in points.
  var wholeHeight: Double { Double(whole.height) * Self.pointsPerRow }
  /// Height of the list's window in points.
  var windowHeight: Double { Double(list.height) * Self.pointsPerRow }
  /// Whether cards have room for a thumbnail.
  var hasThumbnailRoom: Bool { cardColumns >= 28 }
  /// Whether closed posts have thumbnails.
  var hasThumbnails: Bool { hasThumbnailRoom && metrics.thumbnailSide > 0 }
  /// Rows of a closed post.
  var closedRows: Double { metrics.compactHeight / Self.pointsPerRow }

  /// Returns whether a post whose slot has this height in rows is drawn as rows without a card: a
  /// closed one, or one that has just begun to open.
  func drawsRows(height: Double) -> Bool { hasRows && height < closedRows + 2 }
}

/// The layout of a sheet, in cells.
struct SheetLayout: Hashable, Sendable {
  /// The whole sheet.
  let area: Rect
  /// The area of its lines.
  let inner: Rect
  /// The row of the key hints; nil without room.
  let foot: Int?
}

extension ScreenLayout {
  /// Returns the layout of a sheet, at most `columns` wide.
  ///
  /// - Parameters:
  ///   - columns: the maximum width.
  ///   - rows: number of its lines; nil for as many as possible.
  func sheet(columns: Int, rows: Int? = nil) -> SheetLayout {
    let width = min(columns, size.width)
    let height = min(rows.map { max(8, $0 + 4) } ?? size.height, size.height)
    let area = Rect(
      x: (size.width - width) / 2, y: (size.height - height) / 2, width: width, height: height)
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
  /// The rows below the text, where a note covers none of it.
  var noteRows: Rect {
    Rect(x: area.x, y: inner.maxY, width: area.width, height: area.maxY - inner.maxY)
  }

  /// Returns the same sheet with more rows for key hints, if at least one line of text is left.
  func withFoot(rows: Int) -> SheetLayout {
    let missing = foot == nil ? rows : rows - 1
    guard inner.height > missing else { return self }
    let text = Rect(x: inner.x, y: inner.y, width: inner.width, height: inner.height - missing)
    return SheetLayout(area: area, inner: text, foot: text.maxY)
  }
}
