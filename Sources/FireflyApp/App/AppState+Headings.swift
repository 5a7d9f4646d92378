import FireflyCore
import FireflyScreen

// The headings of an open text. The key for the outline of replies lists them where there are no replies.
extension AppState {
  /// Returns the headings of the article, or of the open text of a post without replies; nil if it has none.
  func headings(at now: Double) -> Headings? {
    if isSpoken { return nil }
    if let article = focus[ArticleSheet.self] {
      return article.text.flatMap { Headings($0, at: article.scroll) }
    }
    guard let (post, text) = unansweredText(at: now) else { return nil }
    let rows = lists.current.position.scroll - lineTop(0, of: post, context(at: now))
    return Headings(text, at: Int(rows / ScreenLayout.pointsPerRow))
  }

  /// Goes to a heading.
  mutating func goToHeading(_ number: Int, at now: Double) {
    func line(in text: FormattedText?) -> Int? {
      text.flatMap { text in text.headings.first { $0.number == number }?.line }
    }
    let rows = surroundings(at: now).articleRows
    if let article = focus[ArticleSheet.self] {
      line(in: article.text).map { focus[ArticleSheet.self]?.go(toLine: $0, in: rows) }
    } else if let (post, text) = unansweredText(at: now), let line = line(in: text) {
      let context = context(at: now)
      lists.scroll(to: lineTop(line, of: post, context), context)
    }
  }

  /// The open text of a post without replies, among cards.
  private func unansweredText(at now: Double) -> (Post, FormattedText)? {
    guard let post = selectedPost, isOpen(post), !post.hasChildren else { return nil }
    return surroundings(at: now).openText.map { (post, $0) }
  }
}

extension ListsState {
  /// Scrolls so that a row of the list is at the top of the window.
  fileprivate mutating func scroll(to top: Double, _ context: Context) {
    let layout = restingLayout(context)
    setScroll(layout.clampedScroll(top, window: context.layout.windowHeight))
  }
}
