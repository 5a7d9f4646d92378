import FireflyApp
import FireflyCore

extension EffectRunner {
  /// Runs an effect of the side columns; returns its immediate result.
  func run(_ effect: ColumnsEffect) -> Action? {
    switch effect {
    case .formatText(let text):
      return format(text.body, columns: text.columns, as: .columnText) {
        .columns(.textFormatted(text.id, text.joined(with: $0)))
      }
    case .loadArticle(let id, let page, let isAsked, let delay):
      begin(.columnArticle) { [articles = services.articles] send in
        try? await Task.sleep(for: .seconds(delay))
        guard !Task.isCancelled else { return }
        if let copy = await articles?.copy(of: page) {
          return send(.columns(.articleLoaded(id, markdown: copy.article.markdown)))
        }
        guard isAsked else { return }
        switch await articles?.article(of: page) {
        case .success(let article): send(.columns(.articleLoaded(id, markdown: article.markdown)))
        case .failure(let failure): send(.columns(.failed(id, "The article is", failure)))
        case nil: break
        }
      }
      return nil
    case .findResults(let id, let words, let delay):
      begin(.columnResults) { [loader] send in
        try? await Task.sleep(for: .seconds(delay))
        guard !Task.isCancelled, let posts = await loader.firstResults(for: words) else { return }
        send(.columns(.resultsFound(of: id, posts)))
      }
      return nil
    case .loadPath(let id):
      begin(.columnPath) { [loader] send in
        // Without an answer, the list above stands there.
        guard case .success(let path) = await loader.path(to: id) else { return }
        send(.columns(.pathLoaded(to: id, path.dropLast())))
      }
      return nil
    }
  }
}
