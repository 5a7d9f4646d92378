import FireflyCore
import FireflyScreen

// The search within the text of the selected open card: line by line, before it goes on in the list.
extension AppState {
  /// Goes to the next (1) or previous (-1) line with the text of the search; past the last one only if nothing else
  /// in the list has it.
  ///
  /// - Parameter step: 1, -1, or 0 for the first line from where the window begins.
  /// - Returns: whether there was one.
  mutating func findLine(_ step: Int, _ find: inout FindState, at now: Double) -> Bool {
    guard let post = selectedPost, isOpen(post), let index = list.index(of: post.id) else {
      return false
    }
    let context = context(at: now)
    let lines = (list.bodies[post.id]?.lines ?? []).enumerated()
      .filter { find.range(in: $0.element.text) != nil }.map(\.offset)
    let (row, scroll) = (ScreenLayout.pointsPerRow, lists.current.position.scroll)
    let start = lineTop(0, of: post, context)
    let current = find.line.flatMap { $0.post == post.id ? $0.index : nil }
    let isAlone = find.matches == [index]
    let next =
      switch step {
      case 0: lines.first { start + Double($0) * row >= scroll } ?? lines.first
      case ..<0: lines.last { $0 < current ?? .max } ?? (isAlone ? lines.last : nil)
      default: lines.first { $0 > current ?? -1 } ?? (isAlone ? lines.first : nil)
      }
    guard let next, let place = lines.firstIndex(of: next) else { return false }
    find.line = .init(post: post.id, index: next, place: place + 1, count: lines.count)
    lists.show(from: start + Double(next) * row, context)
    return true
  }

  /// Returns the top of a line of the text of an open card, in points from that of the list.
  func lineTop(_ line: Int, of post: Post, _ context: Context) -> Double {
    lists.restingLayout(context).top(of: list.index(of: post.id) ?? 0)
      + context.cardLayout(for: post, in: list).bodyFrame(at: 1).y
      + Double(line) * ScreenLayout.pointsPerRow
  }

  /// Whether the card of a post of the current list is open, which is no thread.
  func isOpen(_ post: Post) -> Bool { !list.isThread && current.position.expandedID == post.id }
}

extension ListsState {
  /// Scrolls to a row of the list; it is in the upper half of the window then, unless it was in view.
  fileprivate mutating func show(from top: Double, _ context: Context) {
    let (window, row) = (context.layout.windowHeight, ScreenLayout.pointsPerRow)
    let scroll = current.position.scroll
    guard top < scroll + row || top + 2 * row > scroll + window else { return }
    setScroll(restingLayout(context).clampedScroll(top - window / 3, window: window))
  }
}
