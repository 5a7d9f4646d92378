import FireflyCore
import FireflyScreen

/// Draws a list of cards, or its state: loading, failed or empty.
enum ListView {
  /// Draws a list into a rectangle.
  ///
  /// - Parameters:
  ///   - list: the posts.
  ///   - rect: the window.
  ///   - cardColumns: maximum columns of a card.
  ///   - scene: additions of other features.
  ///   - pictures: the loaded pictures.
  static func draw(
    _ list: ListState, _ position: Navigator.ListPosition, in rect: Rect, cardColumns: Int,
    _ scene: ListScene, _ canvas: Canvas, pictures: some PictureSource, into frame: inout Frame
  ) {
    let layout = canvas.layout.with(list: rect, cardColumns: cardColumns)
    draw(list, position, scene, canvas.with(layout), pictures: pictures, into: &frame)
  }

  private static func draw(
    _ list: ListState, _ position: Navigator.ListPosition, _ scene: ListScene,
    _ canvas: Canvas, pictures: some PictureSource, into frame: inout Frame
  ) {
    if let since = list.expectedSince,
      canvas.now < since + canvas.context.settings.tunables.loadingDelay
    {
      if let previousList = list.previousList.first, !scene.explorer.isSliding(at: canvas.now) {
        let layout = canvas.layout.with(isThread: previousList.list.isThread)
        draw(
          previousList.list, previousList.position, scene, canvas.with(layout), pictures: pictures,
          into: &frame)
      }
      return
    }
    switch list.phase {
    case .failed(let failure) where list.posts.isEmpty:
      BlankListView.drawFailure(failure, scene, canvas, into: &frame)
    case .idle where list.posts.isEmpty, .loading where list.posts.isEmpty, .awaitingPicture:
      BlankListView.drawLoading(scene, canvas, into: &frame)
    case .loaded where list.posts.isEmpty:
      BlankListView.drawEmpty(list, scene, canvas, into: &frame)
    default:
      drawCards(list, position, scene, canvas, pictures: pictures, into: &frame)
    }
  }

  /// Returns a post as it is drawn: a closed result with the sentence that has the word, a closed post without words
  /// with the titles below it, a muted post folded.
  private static func shown(
    _ post: Post, _ list: ListState, _ expansion: Double, _ scene: ListScene
  ) -> Post {
    var shown = post
    if expansion == 0, let sentence = list.sentences[post.id] ?? nil { shown.summary = sentence }
    if expansion == 0, let titles = list.titles(below: post) { shown.summary = titles }
    return scene.shown(shown, isOpened: list.isBelowPost, expansion: expansion)
  }

  /// Draws the visible cards only, however long the list is.
  private static func drawCards(
    _ list: ListState, _ position: Navigator.ListPosition, _ scene: ListScene,
    _ canvas: Canvas, pictures: some PictureSource, into frame: inout Frame
  ) {
    if list.isThread {
      return ThreadView(list: list, position: position, scene: scene, canvas: canvas)
        .draw(pictures: pictures, into: &frame)
    }
    let window = canvas.layout.list
    let scroll = list.scroll(position, at: canvas.now)
    let cards = canvas.context.movingLayout(of: list)
    let points = ScreenLayout.pointsPerRow
    let matches = MatchedWords(list.parent)
    for index in cards.visible(from: scroll, height: canvas.layout.windowHeight) {
      let post = list.posts[index]
      let top = Double(window.y) + (cards.top(of: index) - scroll) / points
      let expansion = list.expansion(of: post.id, at: canvas.now)
      let card = CardView(
        post: shown(post, list, expansion, scene), list: list,
        top: top, height: cards.height(of: index) / points, expansion: expansion,
        isSelected: position.selectedID == post.id, scene: scene, canvas: canvas, matches: matches)
      card.draw(into: &frame, pictures: pictures)
    }
    let foot = (cards.top(of: list.posts.count) - scroll) / points
    guard list.footHeight > 0, foot < Double(window.height), scene.hasOtherList,
      !TopBarView(scene: scene, canvas: canvas).namesOtherList
    else { return }
    let label = scene.otherListLabel(canvas)
    frame.draw(
      Glyph.glyphs(of: label).truncated(to: canvas.layout.textColumns),
      at: Point(
        x: canvas.layout.cardX + canvas.layout.indent, y: window.y + Int(foot.rounded())),
      style: canvas.onBackdrop(.underline), pressing: "other-list", .list(.audiencePressed))
  }
}
