import FireflyCore
import FireflyScreen

// The first lines of the post that a new post answers stay in view, above the list.
extension AppState {
  /// The post that the open editor answers; nil if it writes something else, or the post is unknown.
  private var answeredPost: Post? {
    guard case .newPost(let parent?) = focus.editor?.target, focus.editor?.level == lists.level,
      let post = list.parent, post.id == parent, !list.isThread
    else { return nil }
    return post
  }

  /// Updates the rows of the answered post; the cards glide to their new place.
  mutating func updateAnsweredRows(at now: Double) -> [Effect] {
    let rows = answeredPost.map { lineCount(of: $0, at: now) } ?? 0
    guard rows != answeredRows else { return [] }
    let effects = answeredRows == 0 ? formatAnsweredPost(at: now) : []
    let step = Double(rows - answeredRows) * ScreenLayout.pointsPerRow
    answeredRows = rows
    lists.moveWindow(by: step, context(at: now))
    if let editor = focus.editor { lists.scrollCaretIntoView(editor, context(at: now)) }
    return effects
  }

  /// Returns the rows for the first lines of a post: at most a third of the window, and none on a
  /// small screen.
  private func lineCount(of post: Post, at now: Double) -> Int {
    let third = Int(layout.wholeHeight / ScreenLayout.pointsPerRow) / 3
    guard third >= AnsweredView.minimumRows else { return 0 }
    let card = context(at: now).cardLayout(for: AnsweredView.shown(post), in: list)
    return min(third, Int((card.expandedHeight / ScreenLayout.pointsPerRow).rounded(.up)))
  }

  /// Returns a request to format the text of the answered post for the current width.
  func formatAnsweredPost(at now: Double) -> [Effect] {
    guard let post = answeredPost, !post.body.isEmpty,
      list.bodies[post.id]?.width != layout.textColumns
    else { return [] }
    return [context(at: now).formatBody(of: post, in: lists.level)]
  }
}

extension ListsState {
  /// Moves the window's top by points, down if positive: the cards of the current list start where
  /// they are on the screen.
  fileprivate mutating func moveWindow(by points: Double, _ context: Context) {
    let start = list.scroll(current.position, at: context.now) + points
    scrollSelectionsIntoView(context)
    // During a slide the whole list moves.
    guard !current.isSliding(at: context.now) else { return }
    var scrolling = Animated(start)
    scrolling.move(to: current.position.scroll, at: context.now, duration: context.cardMotion)
    list.scrolling = scrolling
    list.removeFinishedMotions(at: context.now)
  }
}

/// Draws the first lines of the post that is answered: an open card that ends early.
enum AnsweredView {
  /// Minimum number of rows: the title between two edges.
  static let minimumRows = 3

  /// Returns the post as it is shown: without its picture, and without anything to press.
  static func shown(_ post: Post) -> Post {
    var shown = post
    (shown.authorName, shown.authorEmail) = (post.byline, nil)
    (shown.imageURL, shown.childCount, shown.children) = (nil, nil, nil)
    return shown
  }

  static func draw(
    _ list: ListState, _ scene: ListScene, _ canvas: Canvas, pictures: some PictureSource,
    into frame: inout Frame
  ) {
    let area = canvas.layout.answered
    guard let post = list.parent, !area.isEmpty else { return }
    var side = Frame(size: frame.size, blank: Cell(style: canvas.backdrop))
    side.clip = area
    CardView(
      post: shown(post), list: list, top: Double(area.y), height: Double(area.height),
      expansion: 1, isSelected: false, scene: scene, canvas: canvas
    ).draw(into: &side, pictures: pictures)
    side.cover()
    frame.copy(area, of: side, to: Point(x: area.x, y: area.y))
  }
}
