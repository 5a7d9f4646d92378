import FireflyApp
import FireflyCore

extension EffectRunner {
  func run(_ effect: FindEffect) {
    switch effect {
    case .findMatches(let text, let posts, let level):
      let job = JobID.level(level, .matches)
      // A burst of keystrokes starts one job, which searches for the last text.
      if pendingSearches[job] == nil {
        begin(job) { [weak self] send in await self?.runPendingSearch(job, send) }
      }
      pendingSearches[job] = (text, posts)
    }
  }

  private func runPendingSearch(_ job: JobID, _ send: (Action) -> Void) async {
    guard !Task.isCancelled, let (text, posts) = pendingSearches.removeValue(forKey: job) else {
      return
    }
    let work = Task.detached {
      FindMatches.indices(of: text, in: posts) { Task.isCancelled }
    }
    let places = await withTaskCancellationHandler {
      await work.value
    } onCancel: {
      work.cancel()
    }
    send(.find(.matchesResponse(text, indices: places, of: posts.count)))
  }
}
