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
        var markdown = await articles?.copy(of: page)?.article.markdown
        if markdown == nil, isAsked {
          markdown = try? await articles?.article(of: page).get().markdown
        }
        send(.columns(.articleLoaded(id, markdown: markdown)))
      }
      return nil
    case .loadPath(let id):
      begin(.columnPath) { [loader] send in
        let path = (try? await loader.path(to: id).get()) ?? []
        send(.columns(.pathLoaded(to: id, path.dropLast())))
      }
      return nil
    }
  }
}
