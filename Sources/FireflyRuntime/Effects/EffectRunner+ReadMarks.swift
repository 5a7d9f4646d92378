import FireflyAPI
import FireflyApp
import FireflyCore

extension EffectRunner {
  /// Runs an effect of the read marks.
  func run(_ effect: ReadMarksEffect) {
    guard let marks = services.marks else { return }
    switch effect {
    case .load:
      let account = account
      begin(.readMarks) { send in
        send(.readMarks(.loaded(await BlockingThread.run { marks.marks(of: account) })))
      }
    case .store(let changes): marks.apply(changes, to: account)
    case .findNewest:
      begin(.readMarks) { [client = services.client] send in
        let newest = try? await client.recentPosts("post", .any, nil, 1).posts.map(\.id).max()
        if let newest { send(.readMarks(.newestFound(newest))) }
      }
    }
  }
}
