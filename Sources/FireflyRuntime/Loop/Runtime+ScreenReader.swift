import FireflyScreen

extension Runtime {
  /// Writes the focus before the rest of the frame: some screen readers speak output in its order,
  /// wherever the cursor is.
  ///
  /// In text fields, that is a line that the cursor moves to and that would not be written
  /// otherwise.
  func showFocus(of frame: Frame) {
    guard let cursor = frame.cursor, var first = shown, first.size == frame.size else { return }
    let before = first
    func isNew(_ row: Int) -> Bool {
      (0..<frame.size.width).contains { frame[$0, row] != before[$0, row] }
    }
    let isReached =
      frame.showsCursor
      ? cursor.y != before.cursor?.y && !isNew(cursor.y)
      : cursor != before.cursor || isNew(cursor.y)
    guard isReached else { return }
    let start = min(frame.spokenFrom ?? cursor.y, cursor.y)
    for row in start...cursor.y where row == cursor.y || isNew(row) {
      first.copyRow(row, from: frame)
      screen.invalidate(rows: row..<row + 1)
    }
    screen.show(first)
  }
}
