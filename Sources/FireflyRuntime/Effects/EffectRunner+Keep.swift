import FireflyApp
import FireflyCore

extension JobID {
  fileprivate static let keep = JobID.named("the thread")
  fileprivate static let openKept = JobID.named("the kept thread")
}

/// Copies threads of a source to the user's own server.
public struct ThreadKeeper: Sendable {
  /// Copies the thread of a post; reports its progress as sentences.
  public var keep:
    @Sendable (_ id: Int, _ progress: @escaping @Sendable (String) -> Void) async
      -> Result<KeptThread, LoadFailure>
  /// The command that opens a post of that server.
  public var command: @Sendable (_ root: Int) -> [String]?

  /// Creates a keeper.
  public init(
    keep:
      @escaping @Sendable (Int, @escaping @Sendable (String) -> Void) async
      -> Result<KeptThread, LoadFailure>,
    command: @escaping @Sendable (Int) -> [String]?
  ) {
    (self.keep, self.command) = (keep, command)
  }
}

extension EffectRunner {
  /// Runs an effect of keeping threads.
  func run(_ effect: KeepEffect) {
    guard let keeper = services.keeper else { return }
    let job: JobID = if case .open = effect { .openKept } else { .keep }
    begin(job) { [weak self] send in
      switch effect {
      case .keep(let id):
        let (progress, report) = AsyncStream<String>.makeStream(
          bufferingPolicy: .bufferingNewest(1))
        let reports = Task { for await words in progress { send(.keep(.progress(words))) } }
        let result = await keeper.keep(id) { report.yield($0) }
        reports.cancel()
        send(.keep(.response(id, result)))
      case .open(let root):
        guard let words = keeper.command(root) else { return }
        _ = await self?.runInTerminal(.init(words: words, usesTerminal: true))
      }
    }
  }
}
