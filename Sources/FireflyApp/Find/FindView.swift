import FireflyScreen

/// Draws the text of the search in place of the path, and the progress.
enum FindView {
  /// Draws the search, before the column `end`.
  static func draw(
    _ find: FindState, in lists: ListsState, _ canvas: Canvas, end: Int, into frame: inout Frame
  ) {
    let start = canvas.layout.cardX + canvas.layout.indent
    // A long text shows its end.
    var shown = Glyph.glyphs(of: "/" + find.text)
    while shown.displayWidth > max(1, end - start) { shown.removeFirst() }
    let column = frame.draw(shown, at: Point(x: start, y: 0), style: canvas.onBackdrop(.bold))
    let parts = [progress(of: find, in: lists)] + hints(of: find, canvas)
    var x = column + 2
    for (index, words) in parts.filter({ !$0.isEmpty }).enumerated() {
      let glyphs = Glyph.glyphs(of: (index > 0 ? canvas.symbols.dot : "") + words)
      guard x + glyphs.displayWidth <= end else { break }
      x = frame.draw(glyphs, at: Point(x: x, y: 0), style: canvas.onBackdrop(.italic))
    }
    guard find.isTyping else { return }
    frame.add(
      "find", Rect(x: start, y: 0, width: max(1, column - start), height: 1), .find(.pasted("")))
    frame.cursor = Point(x: column, y: 0)
    frame.showsCursor = true
  }

  /// Returns the keys of the search: while its text is typed, the one that accepts it; then those that move on.
  private static func hints(of find: FindState, _ canvas: Canvas) -> [String] {
    if find.text.isEmpty || find.hasNoMatches { return [] }
    let all: [(Action, String)] =
      find.isTyping
      ? [(.find(.accepted), "keeps it")]
      : [
        (.find(.matchPressed(1)), "next"), (.find(.matchPressed(-1)), "previous"),
        (.list(.backPressed), "ends"),
      ]
    return all.compactMap { canvas.keyHint($0, $1, in: find.keyContext) }
  }

  /// Returns `3 of 7`, in an open card of its lines, or the number of posts searched without a match.
  static func progress(of find: FindState, in lists: ListsState) -> String {
    let list = lists.list
    if find.text.isEmpty { return "" }
    if find.hasNoMatches { return "not in this list of \(list.posts.count)" }
    guard let matches = find.matches, !find.awaitsNext, let last = matches.last else {
      return list.isLoadingMore || list.isThread && lists.hasMore
        ? "looked through \(list.posts.count)" + "…" : ""
    }
    if let line = find.line, line.post == lists.current.position.selectedID {
      return "\(line.place) of \(line.count) here"
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
