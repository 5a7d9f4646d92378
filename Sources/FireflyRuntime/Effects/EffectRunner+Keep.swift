import FireflyApp
import FireflyCore

extension JobID {
  fileprivate static let keep = JobID.named("the thread")
}

/// Copies threads of a source to the user's own server.
package struct ThreadKeeper: Sendable {
  /// Copies the thread of a post; reports its progress as sentences.
  package var keep:
    @Sendable (_ id: Int, _ progress: @escaping @Sendable (String) -> Void) async
      -> Result<KeptThread, LoadFailure>

  /// Creates a keeper.
  package init(
    keep:
      @escaping @Sendable (Int, @escaping @Sendable (String) -> Void) async
      -> Result<KeptThread, LoadFailure>
  ) {
    self.keep = keep
  }
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
    case .open(let root): _ = services.places?.go(.place("", post: root))
    }
  }
}
