import FireflyApp
import FireflyCore

extension EffectRunner {
  /// Runs an effect of marking posts.
  func run(_ effect: MarkEffect) {
    switch effect {
    case .set(let id, let mark, let isOn):
      let job = JobID.named("mark \(id) \(mark)")
      // A request that is on its way is not sent again.
      guard !isRunning(job) else {
        return sendAnyway(.noted("That is still on its way.", inList: true))
      }
      begin(job) { [loader, client = services.client] send in
        let post = await loader.response { @Sendable in try await client.mark(id, mark, isOn) }
        send(.mark(.response(id, mark, isOn, post)))
      }
    case .vote(let id, let places, let poll):
      let job = JobID.named("vote \(id)")
      guard !isRunning(job) else {
        return sendAnyway(.noted("Your vote is still on its way.", inList: true))
      }
      begin(job) { [loader, client = services.client] send in
        let voted = await loader.response { @Sendable in
          try await client.vote(id, places, in: poll)
        }
        send(.mark(.voted(voted)))
      }
    }
  }
}
