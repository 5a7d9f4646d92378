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

  private enum Turn {
    case connection(PostgresConnection)
    /// There is room for one more, which the caller opens.
    case room
    case failure(PostgresError)
  }

  private struct Waiter {
    let continuation: CheckedContinuation<Turn, Never>
    let end: ContinuousClock.Instant
  }

  private struct State {
    var idle: [PostgresConnection] = []
    /// Connections that are idle, lent, or being opened.
    var count = 0
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
  /// - Returns: the connection, which has to be given back by `takeBack`.
  /// - Throws: `PostgresError`.
  func lend(until end: ContinuousClock.Instant) async throws(PostgresError) -> PostgresConnection {
    let turn = await withCheckedContinuation { continuation in
      let known = state.withLock { state in
        enter(&state, Waiter(continuation: continuation, end: end))
      }
      if let known { continuation.resume(returning: known) }
    }
    switch turn {
    case .connection(let connection): return connection
    case .failure(let error): throw error
    case .room: return try await open()
    }
  }

  /// Takes a connection back; one that is lost or in the middle of something is closed.
  func takeBack(_ connection: PostgresConnection) async {
    let isIdle = await connection.isIdle
    if !isIdle { await connection.close() }
    let next: Waiter? = state.withLock { state in
      guard !state.waiting.isEmpty else {
        if isIdle { state.idle.append(connection) } else { state.count -= 1 }
        return nil
      }
      return state.waiting.removeFirst()
    }
    next?.continuation.resume(returning: isIdle ? .connection(connection) : .room)
  }

  private func open() async throws(PostgresError) -> PostgresConnection {
    do throws(PostgresError) {
      let connection = try await PostgresConnection.connect(to: address)
      state.withLock { $0.failure = nil }
      return connection
    } catch {
      // Who waits would only find out the same, one after the other.
      let waiting = state.withLock { state in
        state.count -= 1
        state.failure = (error, .now + Self.pause)
        guard state.count == 0 else { return [Waiter]() }
        defer { state.waiting = [] }
        return state.waiting
      }
      for waiter in waiting { waiter.continuation.resume(returning: .failure(error)) }
      throw error
    }
  }

  private func enter(_ state: inout State, _ waiter: Waiter) -> Turn? {
    while let connection = state.idle.popLast() {
      if !connection.isLost { return .connection(connection) }
      state.count -= 1
    }
    if let failure = state.failure, failure.end > .now { return .failure(failure.error) }
    if state.count < maximum {
      state.count += 1
      return .room
    }
    guard state.waiting.count < Self.maximumWaiting else {
      return .failure(PostgresError(.tooLate, "too many wait"))
    }
    state.waiting.append(waiter)
    watch(&state)
    return nil
  }

  private func watch(_ state: inout State) {
    guard !state.isWatched, !state.waiting.isEmpty else { return }
    state.isWatched = true
    PostgresLibrary.queue.asyncAfter(deadline: .now() + 0.25) { [weak self] in self?.look() }
  }

  private func look() {
    let late = state.withLock { state in
      state.isWatched = false
      let now = ContinuousClock.now
      defer {
        state.waiting.removeAll { $0.end < now }
        watch(&state)
      }
      return state.waiting.filter { $0.end < now }
    }
    for waiter in late {
      waiter.continuation.resume(
        returning: .failure(PostgresError(.tooLate, "no connection is free")))
    }
  }
}
