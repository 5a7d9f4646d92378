import FireflyScreen

/// Draws a list to pick from: a sheet with the filter, and a line for each item.
struct PickListView<Item: PickItem> {
  let canvas: Canvas
  let list: PickList<Item>
  /// The title while nothing is typed.
  let title: String
  /// The key hints of the last line; the last one says how to leave.
  let hints: [String?]
  /// The action that closes it.
  let closing: Action
  /// What is said where nothing matches; nil for only that.
  var nothing: String?
  /// Whether the title is a question: it gets rows of its own if the first row is too short.
  var isQuestion = false
  /// The columns that the longest row needs.
  var columns = 0

  /// Columns beside the title for what is typed.
  private static var typedColumns: Int { 12 }

  /// Draws the list.
  ///
  /// - Parameters:
  ///   - element: the name of an item's element, and what pressing its line does.
  ///   - row: draws an item in the room behind the bar of the selected line.
  func draw(
    into frame: inout Frame, element: (Item, Int) -> (name: String, action: Action),
    row: (Item, Rect, Style, inout Frame) -> Void
  ) {
    let panel = SheetPanel(
      canvas, sheet: canvas.layout.sheet(rows: list.items.count, columns: columns),
      closing: closing)
    var inner = panel.sheet.inner
    let isBelow = isQuestion && title.displayWidth + Self.typedColumns > inner.width
    let count = isQuestion ? "" : "\(list.shown.count) of \(list.items.count)"
    panel.draw(
      title: isBelow ? "" : list.filter.isEmpty || isQuestion ? title : count,
      filter: list.filter, foot: hints, leaving: hints.last ?? nil, into: &frame)
    if isBelow {
      inner = draw(title, canvas.onSurface(.italic), in: inner, into: &frame)
    }
    let visible = inner.rows(of: list.shown.count, around: list.selected)
    frame.clipped(to: inner) { frame in
      if list.shown.isEmpty, !list.filter.isEmpty {
        _ = draw(
          nothing ?? "Nothing matches.", canvas.hint(over: canvas.surface), in: inner, into: &frame)
      }
      for (y, index) in zip(inner.y..., visible) {
        guard let item = list.item(at: index) else { continue }
        let line = Rect(x: inner.x, y: y, width: inner.width, height: 1)
        let isSelected = list.hasSelection && index == list.selected
        if isSelected {
          frame.draw(
            String(canvas.symbols.bar), at: Point(x: line.x, y: line.y),
            style: Style(foreground: canvas.theme.accent))
        }
        let room = Rect(x: line.x + 2, y: y, width: line.width - 2, height: 1)
        row(item, room, canvas.onSurface(isSelected ? .bold : []), &frame)
        let (name, action) = element(item, index)
        frame.add(name, line, action)
      }
    }
  }

  /// Draws a sentence in the first rows of a rectangle; returns the rest of it.
  private func draw(
    _ sentence: String, _ style: Style, in rect: Rect, into frame: inout Frame
  ) -> Rect {
    let lines = WordWrap.sentence(sentence, width: max(1, rect.width - 2), limit: 3)
    for (row, line) in lines.prefix(rect.height).enumerated() {
      frame.draw(line, at: Point(x: rect.x + 2, y: rect.y + row), style: style)
    }
    let taken = min(rect.height, lines.count)
    return Rect(x: rect.x, y: rect.y + taken, width: rect.width, height: rect.height - taken)
  }
}

extension Rect {
  /// Returns the rows of a long list that are visible in this rectangle, with a row in the middle if
  /// possible.
  func rows(of count: Int, around selected: Int) -> Range<Int> {
    let first = max(0, min(selected - height / 2, count - height))
    return first..<max(first, min(count, first + height))
  }
}
