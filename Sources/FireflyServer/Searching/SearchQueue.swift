import Synchronization

/// Schedules searches: two run at a time, so that the store's other readers stay available.
///
/// Clients take turns, so that one with many searches doesn't delay the others. Cancelled searches
/// leave the queue.
final class SearchQueue: Sendable {
  static let maximumRunning = 2
  /// Maximum number of waiting searches, of all clients and of one.
  static let maximumWaiting = 256
  static let maximumOfClient = 64

  private enum Outcome {
    case go, full, cancelled
  }

  private struct Waiter {
    let number: Int
    let client: String
    /// The round in which it runs: each client has one search per round.
    let round: Int
    let continuation: CheckedContinuation<Outcome, Never>
  }

  private struct State {
    var running = 0
    var lastNumber = 0
    /// The round of the search started last.
    var round = 0
    var waiting: [Waiter] = []
  }

  private let state = Mutex(State())

  var count: Int { state.withLock(\.waiting.count) }

  /// Runs a search when it is its turn.
  ///
  /// - Parameters:
  ///   - client: identifies the caller; nil for work that does not search, which runs at once.
  ///   - search: the search.
  /// - Returns: what `search` returns.
  /// - Throws: `StoreError.tooManySearches`, `.cancelled`, and what `search` throws.
  func run<Value>(
    for client: String?, _ search: () async throws(StoreError) -> Value
  ) async throws(StoreError) -> Value {
    guard let client else { return try await search() }
    switch await waitForTurn(of: client) {
    case .go: break
    case .full: throw .tooManySearches
    case .cancelled: throw .cancelled
    }
    defer { end() }
    return try await search()
  }

  private func waitForTurn(of client: String) async -> Outcome {
    let number = state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let known = state.withLock { state in
          Self.startOrEnqueue(&state, number, client, continuation)
        }
        if let known { continuation.resume(returning: known) }
      }
    } onCancel: {
      let waiter = state.withLock { state in
        state.waiting.firstIndex { $0.number == number }.map { state.waiting.remove(at: $0) }
      }
      waiter?.continuation.resume(returning: .cancelled)
    }
  }

  /// Starts a search or adds it to the queue; returns nil if it waits.
  private static func startOrEnqueue(
    _ state: inout State, _ number: Int, _ client: String,
    _ continuation: CheckedContinuation<Outcome, Never>
  ) -> Outcome? {
    // Checked under the lock; a later cancellation finds the search in the queue.
    if Task.isCancelled { return .cancelled }
    if state.running < maximumRunning {
      state.running += 1
      return .go
    }
    let own = state.waiting.filter { $0.client == client }
    guard state.waiting.count < maximumWaiting, own.count < maximumOfClient else { return .full }
    let round = max(state.round, own.last?.round ?? 0) + 1
    state.waiting.append(
      Waiter(number: number, client: client, round: round, continuation: continuation))
    return nil
  }

  private func end() {
    let next: Waiter? = state.withLock { state in
      // Within a round, the first one.
      let index = state.waiting.indices.min {
        (state.waiting[$0].round, $0) < (state.waiting[$1].round, $1)
      }
      guard let index else {
        state.running -= 1
        return nil
      }
      let next = state.waiting.remove(at: index)
      state.round = next.round
      return next
    }
    next?.continuation.resume(returning: .go)
  }
}
