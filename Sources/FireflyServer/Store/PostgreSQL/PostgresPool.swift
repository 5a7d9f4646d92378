import Foundation
import Synchronization

/// A pool of connections, opened on demand and used by one caller at a time.
final class PostgresPool: Sendable {
  /// Default maximum number of connections.
  static let standardMaximum = 2 * ProcessInfo.processInfo.activeProcessorCount
  /// Time after a failed attempt to connect in which no other is made.
  private static let pause = Duration.milliseconds(500)
  /// Maximum number of waiting callers.
  private static let maximumWaiting = 10_000

  private struct Waiter {
    let continuation: CheckedContinuation<Result<PostgresConnection, PostgresError>, Never>
    let end: ContinuousClock.Instant
  }

  private struct State {
    var idle: [PostgresConnection] = []
    /// Number of connections that are idle, in use, or being opened.
    var count = 0
    /// Number of connections that are being opened.
    var opening = 0
    var waiting: [Waiter] = []
    /// Why the last attempt to connect failed, and until when that error is returned to others.
    var failure: (error: PostgresError, end: ContinuousClock.Instant)?
    /// Whether a timer checks the time limits of waiting callers.
    var isCheckScheduled = false
  }

  private let address: PostgresAddress
  private let maximum: Int
  private let state = Mutex(State())

  init(_ address: PostgresAddress, maximum: Int = PostgresPool.standardMaximum) {
    self.address = address
    self.maximum = maximum
  }

  /// Numbers of connections (including those being opened), of idle ones, of allowed ones, and of
  /// waiting callers.
  var counts: (connections: Int, idle: Int, maximum: Int, waiting: Int) {
    state.withLock { ($0.count, $0.idle.count, maximum, $0.waiting.count) }
  }

  /// Returns a free connection; waits for one if necessary.
  ///
  /// - Parameter end: until when to wait.
  /// - Returns: the connection. The caller must pass it to `release`.
  /// - Throws: `PostgresError`.
  func acquire(until end: ContinuousClock.Instant) async throws(PostgresError) -> PostgresConnection
  {
    let result = await withCheckedContinuation { continuation in
      let known = state.withLock { state in
        addWaiter(&state, Waiter(continuation: continuation, end: end))
      }
      if let known { continuation.resume(returning: known) }
    }
    return try result.get()
  }

  /// Returns a connection to the pool; closes it if it is lost or in a transaction.
  func release(_ connection: PostgresConnection) async {
    if await connection.isIdle {
      makeAvailable(connection)
    } else {
      await connection.close()
      state.withLock { state in
        state.count -= 1
        openMore(&state)
      }
    }
  }

  private func makeAvailable(_ connection: PostgresConnection, isNew: Bool = false) {
    let next: Waiter? = state.withLock { state in
      if isNew {
        state.opening -= 1
        state.failure = nil
      }
      guard !state.waiting.isEmpty else {
        state.idle.append(connection)
        return nil
      }
      return state.waiting.removeFirst()
    }
    next?.continuation.resume(returning: .success(connection))
  }

  private func addWaiter(
    _ state: inout State, _ waiter: Waiter
  ) -> Result<PostgresConnection, PostgresError>? {
    while let connection = state.idle.popLast() {
      if !connection.isLost { return .success(connection) }
      state.count -= 1
    }
    if let failure = state.failure, failure.end > .now { return .failure(failure.error) }
    guard state.waiting.count < Self.maximumWaiting else {
      return .failure(PostgresError(.timedOut, "too many wait"))
    }
    state.waiting.append(waiter)
    openMore(&state)
    scheduleCheck(&state)
    return nil
  }

  /// Opens one more connection in the background if callers wait for one.
  ///
  /// A connection that hangs while it opens delays no caller beyond the caller's own time limit.
  private func openMore(_ state: inout State) {
    guard state.count < maximum, state.opening < state.waiting.count else { return }
    state.count += 1
    state.opening += 1
    Task { await open() }
  }

  private func open() async {
    do throws(PostgresError) {
      makeAvailable(try await PostgresConnection.connect(to: address), isNew: true)
    } catch {
      // All waiting callers fail at once, because each would get the same error.
      let waiting = state.withLock { state in
        state.count -= 1
        state.opening -= 1
        state.failure = (error, .now + Self.pause)
        guard state.count == 0 else { return [Waiter]() }
        defer { state.waiting = [] }
        return state.waiting
      }
      for waiter in waiting { waiter.continuation.resume(returning: .failure(error)) }
    }
  }

  private func scheduleCheck(_ state: inout State) {
    guard !state.isCheckScheduled, !state.waiting.isEmpty else { return }
    state.isCheckScheduled = true
    PostgresLibrary.queue.asyncAfter(deadline: .now() + 0.25) { [weak self] in self?.checkTimeouts()
    }
  }

  private func checkTimeouts() {
    let (late, hangs) = state.withLock { state in
      state.isCheckScheduled = false
      let now = ContinuousClock.now
      defer {
        state.waiting.removeAll { $0.end < now }
        scheduleCheck(&state)
      }
      return (state.waiting.filter { $0.end < now }, state.count == state.opening)
    }
    let error =
      hangs
      ? PostgresError(.lost, "the server does not answer")
      : PostgresError(.timedOut, "no connection is free")
    for waiter in late { waiter.continuation.resume(returning: .failure(error)) }
  }
}
