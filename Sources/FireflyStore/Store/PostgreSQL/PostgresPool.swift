import Dispatch
import Foundation
import Synchronization

/// A pool of connections, opened on demand and used by one caller at a time.
final class PostgresPool: Sendable {
  /// Default maximum number of connections.
  static let standardMaximum = 2 * ProcessInfo.processInfo.activeProcessorCount
  /// Number of connections that are left to others, if the server allows so few.
  static let spared = 3
  /// Time after a failed attempt to connect in which no other is made.
  private static let pause = Duration.milliseconds(500)
  /// Time for which the pool respects a limit that it has learned from an error.
  private static let learned = Duration.seconds(30)
  private static let maximumWaiting = 10_000
  private static let cancelled = PostgresError(.lost, "the caller was cancelled")
  private static let timer = DispatchQueue(label: "firefly.postgres.timer")

  private struct Waiter {
    let number: Int
    let continuation: CheckedContinuation<Result<PostgresConnection, PostgresError>, Never>
    let end: ContinuousClock.Instant
  }

  private struct State {
    var idle: [PostgresConnection] = []
    /// Maximum number of connections, as far as the server allows it.
    var maximum: Int
    /// Number of connections that are idle, in use, or being opened.
    var count = 0
    /// Number of connections that are being opened.
    var opening = 0
    /// Whether the server was asked how many connections it allows.
    var isLimitKnown = false
    var lastNumber = 0
    var waiting = Turns<Waiter>()
    /// Why the last attempt to connect failed.
    var failure: PostgresError?
    /// When the next attempt may be made, after one that failed.
    var nextAttempt = ContinuousClock.now
    /// Whether a timer checks the time limits of waiting callers.
    var isCheckScheduled = false
  }

  private let address: PostgresAddress
  private let use = KeptStatements.Use()
  private let state: Mutex<State>

  init(_ address: PostgresAddress, maximum: Int = PostgresPool.standardMaximum) {
    self.address = address
    state = Mutex(State(maximum: max(1, maximum)))
  }

  /// Numbers of connections (including those being opened), of idle ones, of allowed ones, and of
  /// waiting callers.
  var counts: (connections: Int, idle: Int, maximum: Int, waiting: Int) {
    state.withLock { ($0.count, $0.idle.count, $0.maximum, $0.waiting.count) }
  }

  /// Returns a free connection; waits for one if necessary, in turn with others who ask.
  ///
  /// - Parameter end: until when to wait.
  /// - Returns: the connection. The caller must pass it to `release`.
  func acquire(until end: ContinuousClock.Instant) async throws(PostgresError) -> PostgresConnection
  {
    let number = state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let known = state.withLock { state in
          // Checked under the lock; a later cancellation finds the caller waiting.
          Task.isCancelled
            ? .failure(Self.cancelled)
            : addWaiter(&state, Waiter(number: number, continuation: continuation, end: end))
        }
        if let known { continuation.resume(returning: known) }
      }
    } onCancel: {
      let waiters = state.withLock { $0.waiting.remove { $0.number == number } }
      for waiter in waiters { waiter.continuation.resume(returning: .failure(Self.cancelled)) }
    }
    return try result.get()
  }

  /// Returns a connection to the pool; drops it if it is lost or in a transaction.
  func release(_ connection: PostgresConnection) {
    let isIdle = connection.isIdle
    let next: Waiter? = state.withLock { state in
      guard isIdle else {
        state.count -= 1
        openMore(&state)
        return nil
      }
      return Self.makeAvailable(connection, &state)
    }
    next?.continuation.resume(returning: .success(connection))
  }

  /// Makes a connection idle, or returns the caller who gets it.
  private static func makeAvailable(
    _ connection: PostgresConnection, _ state: inout State
  ) -> Waiter? {
    let next = state.waiting.next()
    if next == nil { state.idle.append(connection) }
    return next
  }

  private func addWaiter(
    _ state: inout State, _ waiter: Waiter
  ) -> Result<PostgresConnection, PostgresError>? {
    while let connection = state.idle.popLast() {
      if connection.isIdle { return .success(connection) }
      state.count -= 1
    }
    // With a connection, callers get their turn when it is free.
    if state.count == 0, let failure = state.failure, state.nextAttempt > .now {
      return .failure(failure)
    }
    guard state.waiting.count < Self.maximumWaiting else {
      return .failure(PostgresError(.timedOut, "too many wait"))
    }
    state.waiting.append(waiter, of: Asker.current.name)
    openMore(&state)
    scheduleCheck(&state)
    return nil
  }

  /// Opens one more connection in the background if callers wait for one.
  ///
  /// A connection that hangs while it opens delays no caller beyond the caller's own time limit.
  private func openMore(_ state: inout State) {
    guard state.count < state.maximum, state.opening < state.waiting.count,
      state.count == 0 || state.nextAttempt <= .now
    else { return }
    state.count += 1
    state.opening += 1
    Task { await open() }
  }

  private func open() async {
    do throws(PostgresError) {
      let connection = try await PostgresConnection.connect(to: address, keeping: use)
      await learnLimit(from: connection)
      let next: Waiter? = state.withLock { state in
        state.opening -= 1
        state.failure = nil
        return Self.makeAvailable(connection, &state)
      }
      next?.continuation.resume(returning: .success(connection))
    } catch {
      let waiting = state.withLock { state in
        state.count -= 1
        state.opening -= 1
        state.failure = error
        let isFull = error.state == "53300"
        state.nextAttempt = .now + (isFull && state.count > 0 ? Self.learned : Self.pause)
        guard state.count == 0 else { return [Waiter]() }
        // All waiting callers fail at once, because each would get the same error.
        return state.waiting.remove { _ in true }
      }
      for waiter in waiting { waiter.continuation.resume(returning: .failure(error)) }
    }
  }

  /// Asks the server, once, how many connections it allows.
  private func learnLimit(from connection: PostgresConnection) async {
    let isFirst = state.withLock { state in
      defer { state.isLimitKnown = true }
      return !state.isLimitKnown
    }
    guard isFirst else { return }
    // Not every compatible database has the setting.
    let allowed: Int? = try? await connection.perform { connection in
      try connection.run("SHOW max_connections", [], until: .now + .seconds(1)).first?[0]
    }
    guard let allowed, allowed > 0 else { return }
    state.withLock { $0.maximum = max(1, min($0.maximum, allowed - Self.spared)) }
  }

  private func scheduleCheck(_ state: inout State) {
    guard !state.isCheckScheduled, !state.waiting.isEmpty else { return }
    state.isCheckScheduled = true
    Self.timer.asyncAfter(deadline: .now() + 0.25) { [weak self] in self?.checkTimeouts() }
  }

  private func checkTimeouts() {
    let (late, hangs) = state.withLock { state in
      state.isCheckScheduled = false
      let now = ContinuousClock.now
      defer {
        openMore(&state)
        scheduleCheck(&state)
      }
      return (state.waiting.remove { $0.end < now }, state.count == state.opening)
    }
    let error =
      hangs
      ? PostgresError(.lost, "the server does not answer")
      : PostgresError(.timedOut, "no connection is free")
    for waiter in late { waiter.continuation.resume(returning: .failure(error)) }
  }
}
