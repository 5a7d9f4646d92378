import FireflyApp
import FireflyCore

extension EffectRunner {
  /// Runs an effect of marking posts.
  func run(_ effect: MarkEffect) {
    switch effect {
    case .set(let id, let mark, let isOn):
      begin(.named("mark \(id) \(mark)")) { [loader, client = services.client] send in
        let post = await loader.response { @Sendable in try await client.mark(id, mark, isOn) }
        send(.mark(.response(id, mark, isOn, post)))
      }
    case .vote(let id, let places):
      begin(.named("vote \(id)")) { [loader, client = services.client] send in
        send(
          .mark(.voted(await loader.response { @Sendable in try await client.vote(id, places) })))
      }
    }
  }
}
