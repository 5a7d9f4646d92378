import FireflyScreen

/// Draws a list to pick from: a sheet with the filter, and a line for each item.
struct PickListView<Item: PickItem> {
  let canvas: Canvas
  let list: PickList<Item>
  /// The title while nothing is typed.
  let title: String
  /// The key hints of the last line.
  let hints: [String?]
  /// The action that closes it.
  let closing: Action
  /// What is said where nothing matches; nil for only that.
  var nothing: String?

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
      canvas, sheet: canvas.layout.sheet(rows: list.items.count), closing: closing)
    panel.draw(
      title: list.filter.isEmpty ? title : "\(list.shown.count) of \(list.items.count)",
      filter: list.filter,
      foot: hints.compactMap(\.self).joined(separator: canvas.symbols.dot), into: &frame)
    let inner = panel.sheet.inner
    let visible = inner.rows(of: list.shown.count, around: list.selected)
    frame.clipped(to: inner) { frame in
      if list.shown.isEmpty, !list.filter.isEmpty {
        frame.draw(
          nothing ?? "Nothing matches.", at: Point(x: inner.x + 2, y: inner.y),
          style: canvas.hint(over: canvas.surface))
      }
      for (y, index) in zip(inner.y..., visible) {
        guard let item = list.item(at: index) else { continue }
        let line = Rect(x: inner.x, y: y, width: inner.width, height: 1)
        if index == list.selected {
          frame.draw(
            String(canvas.symbols.bar), at: Point(x: line.x, y: line.y),
            style: Style(foreground: canvas.theme.accent))
        }
        let room = Rect(x: line.x + 2, y: y, width: line.width - 2, height: 1)
        row(item, room, canvas.onSurface(index == list.selected ? .bold : []), &frame)
        let (name, action) = element(item, index)
        frame.add(name, line, action)
      }
    }
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
