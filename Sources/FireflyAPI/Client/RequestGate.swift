import Synchronization

/// Limits the number of requests in flight; the others wait in order of arrival.
final class RequestGate: Sendable {
  private let state: Mutex<State>

  private struct State {
    var free: Int
    var nextTicket = 0
    var waiting: [(ticket: Int, continuation: CheckedContinuation<Bool, Never>)] = []
  }

  init(places: Int) {
    state = Mutex(State(free: max(1, places)))
  }

  /// Waits for a free slot; the caller must `leave()` afterwards.
  /// - Throws: `APIError.cancelled` if the task is cancelled while it waits; it then has no slot.
  func enter() async throws(APIError) {
    let ticket = state.withLock { state in
      state.nextTicket += 1
      return state.nextTicket
    }
    let isIn = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isInAtOnce: Bool? = state.withLock { state in
          // Checked under the lock: an earlier cancellation is seen here, a later one by `giveUp`.
          if Task.isCancelled { return false }
          if state.free > 0 {
            state.free -= 1
            return true
          }
          state.waiting.append((ticket, continuation))
          return nil
        }
        if let isInAtOnce { continuation.resume(returning: isInAtOnce) }
      }
    } onCancel: {
      giveUp(ticket)
    }
    guard isIn else { throw .cancelled }
  }

  /// Passes the slot on to the request that has waited longest.
  func leave() {
    let next = state.withLock { state in
      guard !state.waiting.isEmpty else {
        state.free += 1
        return nil as CheckedContinuation<Bool, Never>?
      }
      return state.waiting.removeFirst().continuation
    }
    next?.resume(returning: true)
  }

  private func giveUp(_ ticket: Int) {
    let waiting = state.withLock { state in
      state.waiting.firstIndex { $0.ticket == ticket }
        .map { state.waiting.remove(at: $0).continuation }
    }
    waiting?.resume(returning: false)
  }
}
