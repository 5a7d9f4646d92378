import FireflyApp
import FireflyCore

extension JobID {
  fileprivate static let keep = JobID.named("the thread")
}

extension EffectRunner {
  /// Runs an effect of keeping threads.
  func run(_ effect: KeepEffect) {
    switch effect {
    case .keep(let id):
      guard let keeper = services.keeper else { return }
      begin(.keep) { send in
        let (progress, report) = AsyncStream<String>.makeStream(
          bufferingPolicy: .bufferingNewest(1))
        let reports = Task { for await words in progress { send(.keep(.progress(words))) } }
        let result = await keeper.keep(id) { report.yield($0) }
        reports.cancel()
        send(.keep(.response(id, result)))
      }
    }
  }
}
