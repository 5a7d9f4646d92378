import FireflyApp
import Foundation

extension EffectRunner {
  /// Runs an effect of news and red dots.
  func run(_ effect: BadgesEffect) {
    switch effect {
    case .load(let ids, let level):
      begin(.level(level, .badges)) { [loader] send in
        send(.badges(.response(await loader.badges(of: ids))))
      }
    case .openEvents(let last):
      begin(.events) { [client = services.client] send in
        for await action in EventListener(client: client).actions(after: last) {
          send(action)
        }
      }
    case .loadNews(let queries, let since):
      guard let views = services.views else { return }
      begin(.news) { [loader] send in
        let viewed = views.viewed(.posts)
        let news = await loader.news(
          of: queries,
          viewedPosts: since.map { max(viewed, Date(timeIntervalSince1970: $0)) } ?? viewed,
          viewedUsers: views.viewed(.users))
        send(.badges(.newsResponse(news)))
      }
    case .recordViewed(let explorer, let newest):
      services.views?.explorerViewed(explorer, newest: newest)
    }
  }
}
