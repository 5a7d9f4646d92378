import Synchronization

/// Work of which a few run at a time.
///
/// Those who ask take turns, so that one with much work doesn't delay the others. Cancelled work leaves
/// the queue.
final class TurnQueue: Sendable {
  private enum Outcome {
    case go, full, cancelled
  }

  private struct Waiter {
    let number: Int
    let continuation: CheckedContinuation<Outcome, Never>
  }

  private struct State {
    var running = 0
    var lastNumber = 0
    var waiting = Turns<Waiter>()
  }

  private let maximumRunning: Int
  private let maximumWaiting: Int
  private let maximumOfAsker: Int
  private let state = Mutex(State())

  /// Creates a queue.
  ///
  /// - Parameters:
  ///   - running: how many run at a time.
  ///   - waiting: how many wait at most.
  ///   - ofAsker: how many of one asker wait at most.
  init(running: Int, waiting: Int = .max, ofAsker: Int = .max) {
    (maximumRunning, maximumWaiting, maximumOfAsker) = (running, waiting, ofAsker)
  }

  /// Creates the queue of a store's searches.
  static func searches() -> TurnQueue {
    TurnQueue(
      running: StoreLimits.searches, waiting: StoreLimits.waitingSearches.all,
      ofAsker: StoreLimits.waitingSearches.ofAsker)
  }

  /// Number of those who wait.
  var count: Int { state.withLock(\.waiting.count) }

  /// Runs work when it is its turn.
  ///
  /// - Parameter asker: who asks for it.
  /// - Throws: `StoreError.tooManySearches` if too many wait, `.cancelled`, and what `work` throws.
  func run<Value>(
    for asker: String = Asker.current.name, _ work: () async throws(StoreError) -> Value
  ) async throws(StoreError) -> Value {
    switch await waitForTurn(of: asker) {
    case .go: break
    case .full: throw .tooManySearches
    case .cancelled: throw .cancelled
    }
    defer { end() }
    return try await work()
  }

  private func waitForTurn(of asker: String) async -> Outcome {
    let number = state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let known = state.withLock {
          startOrEnqueue(&$0, Waiter(number: number, continuation: continuation), asker)
        }
        if let known { continuation.resume(returning: known) }
      }
    } onCancel: {
      let waiters = state.withLock { $0.waiting.remove { $0.number == number } }
      for waiter in waiters { waiter.continuation.resume(returning: .cancelled) }
    }
  }

  /// Starts work or adds it to the queue; returns nil if it waits.
  private func startOrEnqueue(
    _ state: inout State, _ waiter: Waiter, _ asker: String
  ) -> Outcome? {
    // Checked under the lock; a later cancellation finds the work in the queue.
    if Task.isCancelled { return .cancelled }
    if state.running < maximumRunning {
      state.running += 1
      return .go
    }
    guard state.waiting.count < maximumWaiting, state.waiting.count(of: asker) < maximumOfAsker
    else { return .full }
    state.waiting.append(waiter, of: asker)
    return nil
  }

  private func end() {
    let next = state.withLock { state in
      let next = state.waiting.next()
      if next == nil { state.running -= 1 }
      return next
    }
    next?.continuation.resume(returning: .go)
  }
}
