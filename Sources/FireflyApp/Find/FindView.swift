import FireflyScreen

/// Draws the text of the search in place of the path, and the progress.
enum FindView {
  /// Draws the search, before the column `end`.
  static func draw(
    _ find: FindState, in lists: ListsState, _ canvas: Canvas, end: Int, into frame: inout Frame
  ) {
    let x = canvas.layout.cardX + canvas.layout.indent
    // A long text shows its end.
    var shown = Glyph.glyphs(of: "/" + find.text)
    while shown.displayWidth > max(1, end - x) { shown.removeFirst() }
    let column = frame.draw(shown, at: Point(x: x, y: 0), style: canvas.onBackdrop(.bold))
    let words = Glyph.glyphs(of: progress(of: find, in: lists))
    if column + 2 + words.displayWidth <= end {
      frame.draw(words, at: Point(x: column + 2, y: 0), style: canvas.onBackdrop(.italic))
    }
    guard find.isTyping else { return }
    frame.add("find", Rect(x: x, y: 0, width: max(1, column - x), height: 1), .find(.pasted("")))
    frame.cursor = Point(x: column, y: 0)
    frame.showsCursor = true
  }

  /// Returns `3 of 7`, or the number of posts searched without a match.
  static func progress(of find: FindState, in lists: ListsState) -> String {
    let list = lists.list
    if find.text.isEmpty { return "" }
    if find.hasNoMatches { return "not in this list of \(list.posts.count)" }
    guard let matches = find.matches, !find.awaitsNext, let last = matches.last else {
      return list.isLoadingMore || list.isThread && lists.hasMore
        ? "looked through \(list.posts.count)" + "…" : ""
    }
    let more = lists.hasMore ? "+" : ""
    if let selected = list.index(of: lists.current.position.selectedID), selected <= last,
      let place = matches.firstIndex(of: selected)
    {
      return "\(place + 1) of \(matches.count)\(more)"
    }
    return "\(matches.count)\(more) found"
  }
}
