import Logging
import Synchronization

/// Whether a server can do its work now: its store answers, and it is not shutting down.
final class Readiness: Sendable {
  private struct State {
    var isDraining = false
    /// The read of the store under way: a store that hangs is read once, however often it is probed.
    var probe: Task<String?, Never>?
    /// The problem logged last; nil after a success.
    var logged: String?
  }

  /// How long the store may take to answer a probe.
  static let patience = Duration.seconds(1)

  private let store: any Store
  private let logger: Logger
  private let state = Mutex(State())

  /// Creates the readiness of a server with this store.
  init(_ store: any Store, logger: Logger) {
    self.store = store
    self.logger = logger
  }

  /// Marks the server as shutting down, for good.
  func drain() { state.withLock { $0.isDraining = true } }

  /// Checks the store, for a second at most.
  /// - Returns: why the server is not ready, as a sentence for everyone; nil if it is.
  func trouble() async -> String? {
    guard !state.withLock(\.isDraining) else { return "The server is shutting down." }
    let (answers, answer) = AsyncStream<String?>.makeStream(bufferingPolicy: .bufferingOldest(1))
    let probe = sharedProbe()
    Task { answer.yield(await probe.value) }
    let alarm = Task {
      try await Task.sleep(for: Self.patience)
      answer.yield("The store did not answer within a second.")
    }
    defer { alarm.cancel() }
    for await trouble in answers {
      log(trouble)
      return trouble
    }
    return "The probe was cancelled."
  }

  private func sharedProbe() -> Task<String?, Never> {
    state.withLock { state in
      if let probe = state.probe { return probe }
      let probe = Task { [store, logger] in
        let trouble: String?
        do {
          _ = try await store.identity()
          trouble = nil
        } catch {
          logger.debug("The store failed a probe: \(error)")
          trouble = "The store can't be read."
        }
        self.state.withLock { $0.probe = nil }
        return trouble
      }
      state.probe = probe
      return probe
    }
  }

  /// Logs a change, not every probe.
  private func log(_ trouble: String?) {
    let isNew = state.withLock { state in
      defer { state.logged = trouble }
      return state.logged != trouble
    }
    guard isNew else { return }
    if let trouble { logger.error("not ready: \(trouble)") } else { logger.notice("ready again") }
  }
}
