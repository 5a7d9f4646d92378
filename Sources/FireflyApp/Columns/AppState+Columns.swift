import FireflyCore
import FireflyScreen

// The side columns of a wide screen.
extension AppState {
  mutating func reduceColumns(_ action: ColumnsAction) -> [Effect] {
    switch action {
    case .parentTapped(let id):
      let depth = current.navigator.depth - 1
      guard depth >= 0 else { return [] }
      focus.find = nil
      return [.send(.list(.pathPressed(depth: depth))), .send(.list(.postSelected(id)))]
    case .replyTapped(let id):
      focus.find = nil
      return [.send(.list(.childIndicatorPressed)), .send(.list(.openWanted(id)))]
    case .wheelTurned(let side, let notches):
      scroll(side, by: notches * settings.tunables.wheelRows)
      return []
    case .firstRepliesLoaded(let id, let replies):
      columns.firstReplies = .init(post: id, replies: replies)
      return []
    case .textFormatted(let id, let text):
      guard columns.texts[id]?.request.columns == text.width else { return [] }
      columns.texts[id]?.formatted = text
      return []
    }
  }

  /// Returns the side column at a point; nil for none.
  func sideColumn(at point: Point) -> ColumnsAction.Side? {
    let layout = layout
    func contains(_ span: Range<Int>?) -> Bool {
      span.map { layout.side($0).contains(point) } ?? false
    }
    if contains(layout.columns.left) { return .left }
    return contains(layout.columns.right) ? .right : nil
  }

  private mutating func scroll(_ side: ColumnsAction.Side, by rows: Int) {
    let level = current.navigator.current
    let layout = layout
    let window = { ColumnsView.rows(of: layout.side($0), layout).height }
    switch side {
    case .left:
      guard let span = layout.columns.left, let above = current.level(above: level),
        let list = lists[above.id], let index = list.index(of: above.position.selectedID)
      else { return }
      let height = window(span)
      func first(_ columns: ColumnsState) -> Int {
        columns.firstRow(selected: index, of: list.posts.count, rows: height, in: above)
      }
      let wanted = first(columns) + rows
      columns.left = nil
      let limit = max(0, list.posts.count - height)
      columns.left = .init(
        level: above.id, post: above.position.selectedID,
        rows: min(limit, max(0, wanted)) - first(columns))
    case .right:
      guard let span = layout.columns.right, let (post, rest) = rightContent else { return }
      let skipped = columns.rows(skippedBeside: post, in: level.id)
      let limit = max(0, rest - window(span))
      columns.right = .init(
        level: level.id, post: post, rows: min(limit, max(0, skipped + rows)))
    }
  }

  /// The post that the right column shows, and the rows of its content.
  private var rightContent: (post: Post.ID, rows: Int)? {
    guard let (post, content) = rightColumn else { return nil }
    switch content {
    case .replies(let replies): return (post.id, replies.count * ColumnsView.rowsOfReply)
    case .text: return (post.id, columns.texts[post.id]?.formatted?.lines.count ?? 0)
    case .nothing, .search: return (post.id, 0)
    }
  }

  /// The columns of the area between the bars, with the widths that they have.
  var screenColumns: Columns {
    let card = settings.tunables.cardColumns
    let columns = Columns(width: size.width, widestCard: card, columnsSetting)
    return list.isThread ? columns.withThread(widestCard: card) : columns
  }

  private var rightColumn: (post: Post, content: RightColumn)? {
    // What is answered stands above the editor.
    list.isThread && focus.isWriting
      ? nil : RightColumn.beside(list, current.position, columns, settings, at: site, muted)
  }

  /// Returns the effect that formats the text for the right column.
  mutating func updateColumns() -> [Effect] {
    guard let span = screenColumns.right, let (post, content) = rightColumn, content == .text
    else { return [] }
    let text = ThreadText(
      post, hasCard: true, columns: span.count - ColumnsView.margins, symbols: symbols)
    guard columns.texts[post.id]?.request != text else { return [] }
    // The next request cancels those that are not formatted yet.
    columns.texts = columns.texts.filter { $0.value.formatted != nil }
    if columns.texts.count >= ColumnsState.maximumTexts { columns.texts = [:] }
    columns.texts[post.id] = .init(request: text)
    return [.columns(.formatText(text))]
  }
}
