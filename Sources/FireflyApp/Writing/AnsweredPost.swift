import FireflyCore
import FireflyScreen

// The post that a new post answers stays in view, above the list: its first lines, in a thread the last
// ones of a reply.
extension WritingHost {
  /// The post that the open editor answers; nil if it writes something else, or the post is unknown.
  private var answeredPost: Post? {
    guard let editor = focus.editor, editor.level == lists.level else { return nil }
    return AnsweredView.post(list, editor)
  }

  /// Updates the rows of the answered post; the cards glide to their new place.
  ///
  /// - Returns: the effects; nil if the rows are the same.
  mutating func updateAnsweredRows(_ context: Context) -> [Effect]? {
    let rows = answeredPost.map { lineCount(of: $0, context) } ?? 0
    guard rows != answeredRows else { return nil }
    let now = context.now
    let effects = answeredRows == 0 ? formatAnsweredPost(at: now) : []
    let step = Double(rows - answeredRows) * ScreenLayout.pointsPerRow
    answeredRows = rows
    let context = self.context(at: now)
    lists.moveWindow(by: step, context)
    if list.isThread, rows > 0, let card = focus.editor?.card {
      lists.beginWindow(at: card, context)
    }
    if let editor = focus.editor { lists.scrollCaretIntoView(editor, context) }
    return effects
  }

  /// Returns the rows for the first lines of a post: at most a third of the window, or the whole card with its picture
  /// if that leaves enough to write in; none on a small screen.
  private func lineCount(of post: Post, _ context: Context) -> Int {
    let window = Int(context.layout.wholeHeight / ScreenLayout.pointsPerRow)
    let third = window / 3
    guard third >= AnsweredView.minimumRows else { return 0 }
    if list.isReply(post.id) {
      // With the row of its author and the gap.
      return min(third, (list.bodies[post.id]?.lines.count ?? 0) + 2)
    }
    if context.picture(of: post.id, post.imageURL) != nil {
      let whole = AnsweredView.rows(of: AnsweredView.shown(post), in: list, context)
      if whole <= window - AnsweredView.writtenRows { return whole }
    }
    let shown = AnsweredView.shown(post, without: context.symbols.picture)
    return min(third, AnsweredView.rows(of: shown, in: list, context))
  }

  /// Returns a request to format the text of the answered post for the current width.
  func formatAnsweredPost(at now: Double) -> [Effect] {
    guard let post = answeredPost, !post.body.isEmpty, !list.isThread,
      !context(at: now).fits(list.bodies[post.id])
    else { return [] }
    return [context(at: now).formatBody(of: post, in: lists.level)]
  }
}

extension ListsState {
  /// Scrolls the current list so that the window begins at a card: what is above it is not seen twice.
  fileprivate mutating func beginWindow(at card: Post.ID, _ context: Context) {
    guard let index = list.index(of: card) else { return }
    let scroll = restingLayout(context).scrollToTop(
      of: index, window: context.layout.windowHeight)
    current.position.scroll = scroll
    list.scrolling?.move(to: scroll, at: context.now, duration: context.cardMotion)
    list.removeFinishedMotions(at: context.now)
  }

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

/// Draws the post that is answered: the first lines of an open card, or a reply's last ones.
enum AnsweredView {
  /// Minimum number of rows: the title between two edges.
  static let minimumRows = 3

  /// Returns the post of a list that the text of an editor answers; nil if it answers none, or the post is
  /// unknown.
  static func post(_ list: ListState, _ editor: EditorState) -> Post? {
    guard case .newPost(let parent?) = editor.target else { return nil }
    guard list.isThread else { return list.parent.flatMap { $0.id == parent ? $0 : nil } }
    return list.index(of: parent).map { list.posts[$0] }
  }

  /// Rows that are left for the text beside a card with its picture.
  static let writtenRows = 14

  /// Returns the post as it is shown: without anything to press.
  ///
  /// - Parameter sign: what stands before the title in place of a picture; nil with the picture.
  static func shown(_ post: Post, without sign: String? = nil) -> Post {
    var shown = post
    (shown.authorName, shown.authorEmail) = (post.byline, nil)
    (shown.childCount, shown.children) = (nil, nil)
    guard let sign else { return shown }
    if post.imageURL != nil, !post.title.isEmpty { shown.title = "\(sign) \(post.title)" }
    shown.imageURL = nil
    return shown
  }

  /// Returns the rows of its open card.
  static func rows(of post: Post, in list: ListState, _ context: Context) -> Int {
    let height = context.cardLayout(for: post, in: list).expandedHeight
    return Int((height / ScreenLayout.pointsPerRow).rounded(.up))
  }

  static func draw(
    _ list: ListState, _ scene: ListScene, _ canvas: Canvas, pictures: some PictureSource,
    into frame: inout Frame
  ) {
    let area = canvas.layout.answered
    guard let editor = scene.editor, let post = post(list, editor), !area.isEmpty else { return }
    var side = Frame(size: frame.size, blank: Cell(style: canvas.backdrop))
    side.clip = area
    var list = list
    if list.isReply(post.id) { list.bodies[post.id]?.showEnd(area.height - 2) }
    let whole = shown(post)
    let isWhole = rows(of: whole, in: list, canvas.context) <= area.height
    let card = CardView(
      post: isWhole ? whole : shown(post, without: canvas.symbols.picture), list: list,
      top: Double(area.y), height: Double(area.height),
      expansion: 1, isSelected: false, scene: scene, canvas: canvas)
    if list.isReply(post.id), let thread = list.thread, let (_, row) = list.threadRow(of: post.id) {
      CardChrome(
        x: canvas.layout.cardX, columns: canvas.layout.cardColumns, top: card.top,
        height: card.height, expansion: 1, isSelected: false, canvas: canvas, upperMargin: 0
      ).draw(into: &side)
      ThreadReplyView(
        card: card, row: row, indent: thread.indent(of: row), replies: 0, expansion: 1,
        hasFailed: false
      ).draw(pictures: pictures, into: &side)
    } else {
      card.draw(into: &side, pictures: pictures)
    }
    side.cover()
    frame.copy(area, of: side, to: Point(x: area.x, y: area.y))
  }
}
