import FireflyAPI
import Synchronization

/// Shares requests: a second caller waits for the request in flight.
final class SharedRequests<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct Request {
    var task: Task<Result<Value, APIError>, Never>
    var waiting: Int
    /// Distinguishes requests with the same key.
    var number: Int
  }

  private let state = Mutex<(requests: [Key: Request], last: Int)>(([:], 0))

  /// Runs work, or waits for the same work in flight; it is cancelled when all of its callers are.
  func run(
    _ key: Key, _ work: @escaping @Sendable () async throws(APIError) -> Value
  ) async throws(APIError) -> Value {
    let (task, number) = join(key, work)
    let result = await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      leave(key, number)
    }
    if Task.isCancelled { throw .cancelled }
    return try result.get()
  }

  /// How many callers wait for the work of a key.
  func callers(of key: Key) -> Int { state.withLock { $0.requests[key]?.waiting ?? 0 } }

  private func join(
    _ key: Key, _ work: @escaping @Sendable () async throws(APIError) -> Value
  ) -> (Task<Result<Value, APIError>, Never>, Int) {
    state.withLock { state in
      if var known = state.requests[key], !known.task.isCancelled {
        known.waiting += 1
        state.requests[key] = known
        return (known.task, known.number)
      }
      state.last += 1
      let number = state.last
      let task = Task { () -> Result<Value, APIError> in
        defer { self.end(key, number) }
        do throws(APIError) {
          return .success(try await work())
        } catch {
          return .failure(error)
        }
      }
      state.requests[key] = Request(task: task, waiting: 1, number: number)
      return (task, number)
    }
  }

  private func leave(_ key: Key, _ number: Int) {
    state.withLock { state in
      guard var request = state.requests[key], request.number == number else { return }
      request.waiting -= 1
      state.requests[key] = request
      if request.waiting == 0 { request.task.cancel() }
    }
  }

  private func end(_ key: Key, _ number: Int) {
    state.withLock { state in
      if state.requests[key]?.number == number { state.requests[key] = nil }
    }
  }
}
