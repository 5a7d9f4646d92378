import Synchronization

/// Lets two searches run at a time, so that the store's other readers stay free for lists and posts.
///
/// Clients take turns: one that asks for many things waits for itself, not the others for it. A search whose
/// task is cancelled leaves the queue.
final class SearchQueue: Sendable {
  /// Searches that run at a time.
  static let maximumRunning = 2
  /// Searches that wait, of all clients and of one.
  static let maximumWaiting = 256
  static let maximumOfClient = 64

  private enum Outcome {
    case go, full, cancelled
  }

  private struct Waiter {
    let number: Int
    let client: String
    /// In which round of the clients it has its turn.
    let round: Int
    let continuation: CheckedContinuation<Outcome, Never>
  }

  private struct State {
    var running = 0
    var lastNumber = 0
    /// The round of the search that began last.
    var round = 0
    var waiting: [Waiter] = []
  }

  private let state = Mutex(State())

  /// How many wait.
  var count: Int { state.withLock(\.waiting.count) }

  /// Runs a search when it has its turn.
  ///
  /// - `client`: names who asks.
  /// - Throws: `StoreError.tooManySearches`, `.cancelled`, and what `search` throws.
  func run<Value>(
    for client: String, _ search: () async throws(StoreError) -> Value
  ) async throws(StoreError) -> Value {
    switch await turn(of: client) {
    case .go: break
    case .full: throw .tooManySearches
    case .cancelled: throw .cancelled
    }
    defer { end() }
    return try await search()
  }

  private func turn(of client: String) async -> Outcome {
    let number = state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let known = state.withLock { state in
          Self.enter(&state, number, client, continuation)
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

  /// Lets a search run, or wait; nil: it waits.
  private static func enter(
    _ state: inout State, _ number: Int, _ client: String,
    _ continuation: CheckedContinuation<Outcome, Never>
  ) -> Outcome? {
    // Asked under the lock: who is cancelled later looks for itself among those who wait.
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
      // Of those of one round the one that came first.
      let place = state.waiting.indices.min {
        (state.waiting[$0].round, $0) < (state.waiting[$1].round, $1)
      }
      guard let place else {
        state.running -= 1
        return nil
      }
      let next = state.waiting.remove(at: place)
      state.round = next.round
      return next
    }
    next?.continuation.resume(returning: .go)
  }
}
