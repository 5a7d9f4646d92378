import Foundation
import Synchronization

/// The connections of one store: opened when they are needed, lent to one caller at a time.
final class PostgresPool: Sendable {
  /// Connections at a time.
  static let standardMaximum = 2 * ProcessInfo.processInfo.activeProcessorCount
  /// How long nobody connects again after that has failed.
  private static let pause = Duration.milliseconds(500)
  /// Callers that wait, at most.
  private static let maximumWaiting = 10_000

  private struct Waiter {
    let continuation: CheckedContinuation<Result<PostgresConnection, PostgresError>, Never>
    let end: ContinuousClock.Instant
  }

  private struct State {
    var idle: [PostgresConnection] = []
    /// Connections that are idle, lent, or being opened.
    var count = 0
    /// Those of them that are being opened.
    var opening = 0
    var waiting: [Waiter] = []
    /// Why connecting has failed just now, and until when that counts.
    var failure: (error: PostgresError, end: ContinuousClock.Instant)?
    /// Whether the clock is looked at for those who wait.
    var isWatched = false
  }

  private let address: PostgresAddress
  private let maximum: Int
  private let state = Mutex(State())

  init(_ address: PostgresAddress, maximum: Int = PostgresPool.standardMaximum) {
    self.address = address
    self.maximum = maximum
  }

  /// How many connections there are or are being opened, how many of them are idle, how many there may
  /// be, and how many callers wait for one.
  var counts: (connections: Int, idle: Int, maximum: Int, waiting: Int) {
    state.withLock { ($0.count, $0.idle.count, maximum, $0.waiting.count) }
  }

  /// Lends a connection.
  ///
  /// - Parameter end: how long to wait for one.
  /// - Returns: the connection, which has to be given back by `release`.
  /// - Throws: `PostgresError`.
  func acquire(until end: ContinuousClock.Instant) async throws(PostgresError) -> PostgresConnection
  {
    let result = await withCheckedContinuation { continuation in
      let known = state.withLock { state in
        enter(&state, Waiter(continuation: continuation, end: end))
      }
      if let known { continuation.resume(returning: known) }
    }
    return try result.get()
  }

  /// Takes a connection back; one that is lost or in the middle of something is closed.
  func release(_ connection: PostgresConnection) async {
    if await connection.isIdle {
      offer(connection)
    } else {
      await connection.close()
      state.withLock { state in
        state.count -= 1
        openMore(&state)
      }
    }
  }

  private func offer(_ connection: PostgresConnection, isNew: Bool = false) {
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

  private func enter(
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
    watch(&state)
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
      offer(try await PostgresConnection.connect(to: address), isNew: true)
    } catch {
      // Those who wait would only find out the same, one after the other.
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

  private func watch(_ state: inout State) {
    guard !state.isWatched, !state.waiting.isEmpty else { return }
    state.isWatched = true
    PostgresLibrary.queue.asyncAfter(deadline: .now() + 0.25) { [weak self] in self?.look() }
  }

  private func look() {
    let (late, hangs) = state.withLock { state in
      state.isWatched = false
      let now = ContinuousClock.now
      defer {
        state.waiting.removeAll { $0.end < now }
        watch(&state)
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
