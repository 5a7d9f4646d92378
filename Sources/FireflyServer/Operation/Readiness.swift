import FireflyStore
import Logging
import Synchronization

/// Whether a server is ready: its store responds, and it is not shutting down.
final class Readiness: Sendable {
  private struct State {
    var isDraining = false
    /// The read of the store in flight, and its start.
    ///
    /// Concurrent probes share it.
    var probe: (task: Task<String?, Never>, start: ContinuousClock.Instant)?
    /// The problem logged last; nil after a success.
    var logged: String?
  }

  /// Time limit of a probe.
  static let timeout = Duration.seconds(1)

  private let store: any Store
  private let logger: Logger
  /// Returns when a request read the store last.
  private let lastSuccess: @Sendable () -> ContinuousClock.Instant?
  private let state = Mutex(State())

  /// Creates the readiness of a server with this store.
  ///
  /// - Parameters:
  ///   - logger: gets the problems.
  ///   - lastSuccess: returns when a request read the store last: one that has many readers works, even if
  ///     a probe waits for too long among them.
  init(
    _ store: any Store, logger: Logger,
    lastSuccess: @escaping @Sendable () -> ContinuousClock.Instant? = { nil }
  ) {
    self.store = store
    self.logger = logger
    self.lastSuccess = lastSuccess
  }

  /// Marks the server as shutting down.
  func drain() { state.withLock { $0.isDraining = true } }

  /// Checks the store.
  /// - Returns: why the server is not ready, as a sentence without secrets; nil if it is ready.
  func problem() async -> String? {
    guard !state.withLock(\.isDraining) else { return "The server is shutting down." }
    // No probe waits for a store that hangs: tasks that wait for another task can't be cancelled,
    // and would add up.
    let begin = ContinuousClock.now
    guard let probe = sharedProbe() else {
      return log(isRead(since: begin - Self.timeout) ? nil : Self.hangs)
    }
    let (answers, answer) = AsyncStream<String?>.makeStream(bufferingPolicy: .bufferingOldest(1))
    Task { answer.yield(await probe.value) }
    let alarm = Task {
      try await Task.sleep(for: Self.timeout)
      answer.yield(Self.hangs)
    }
    defer { alarm.cancel() }
    for await problem in answers { return log(isRead(since: begin) ? nil : problem) }
    return "The probe was cancelled."
  }

  private func isRead(since start: ContinuousClock.Instant) -> Bool {
    lastSuccess().map { $0 >= start } ?? false
  }

  private static let hangs = "The store did not answer within a second."

  /// Returns the read in flight, or a new one; nil if it takes too long.
  private func sharedProbe() -> Task<String?, Never>? {
    state.withLock { state in
      let now = ContinuousClock.now
      if let (probe, start) = state.probe { return now - start < Self.timeout ? probe : nil }
      let probe = Task { [store, logger] in
        let problem: String?
        do {
          try await store.check()
          problem = nil
        } catch StoreError.unavailable(_, let failure) where [.moved, .locked].contains(failure) {
          problem = failure.message(about: "The database")
        } catch {
          logger.debug("The store failed a probe: \(error)")
          problem = "The store can't be read."
        }
        self.state.withLock { $0.probe = nil }
        return problem
      }
      state.probe = (probe, now)
      return probe
    }
  }

  /// Logs the state if it has changed.
  private func log(_ problem: String?) -> String? {
    let isNew = state.withLock { state in
      defer { state.logged = problem }
      return state.logged != problem
    }
    if isNew, let problem {
      logger.error("not ready: \(problem)")
    } else if isNew {
      logger.notice("ready again")
    }
    return problem
  }
}
