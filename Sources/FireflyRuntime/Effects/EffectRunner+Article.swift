import FireflyApp

extension EffectRunner {
  /// Runs an effect of the article of a page; returns its immediate result.
  func run(_ effect: ArticleEffect) -> Action? {
    switch effect {
    case .load(let page):
      begin(.article) { [articles = services.articles] send in
        guard let articles else { return }
        if let copy = await articles.copy(of: page) {
          send(.article(.cachedResponse(page: page, copy.article, time: copy.time)))
        }
        send(.article(.response(page: page, await articles.article(of: page))))
      }
      return nil
    case .format(let markdown, let page, let columns):
      return format(markdown, columns: columns, isPost: false, as: .articleText) { text in
        .article(.formatted(page: page, text))
      }
    }
  }
}
