import Synchronization

/// Reads a value once for all callers that wait for it.
///
/// A caller that arrives during a read waits for the next one and shares it, so no caller gets a value that was
/// read before it asked.
final class ReadCoalescer<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  /// A caller that waits.
  typealias Waiter = CheckedContinuation<Turn, Never>

  /// What one comes back with.
  enum Turn: Sendable {
    /// It is one's turn to read, for these as well; `end` has to follow.
    case read(for: [Waiter])
    /// Another caller has read it.
    case done(Value)
  }

  /// Who waits for what is being read.
  private let waiters = Mutex<[Key: [Waiter]]>([:])

  /// How many wait for the next reading.
  func count(of key: Key) -> Int { waiters.withLock { $0[key]?.count ?? 0 } }

  /// Asks for one's turn.
  func begin(_ key: Key) async -> Turn {
    await withCheckedContinuation { waiter in
      let isFirst = waiters.withLock { waiters in
        guard waiters[key] == nil else {
          waiters[key]?.append(waiter)
          return false
        }
        waiters[key] = []
        return true
      }
      if isFirst { waiter.resume(returning: .read(for: [])) }
    }
  }

  /// Ends one's turn: tells those for whom it was, and lets the next begin.
  func end(_ key: Key, with value: Value, for others: [Waiter]) {
    let next = waiters.withLock { waiters in
      let next = waiters[key] ?? []
      waiters[key] = next.isEmpty ? nil : []
      return next
    }
    next.first?.resume(returning: .read(for: Array(next.dropFirst())))
    for other in others { other.resume(returning: .done(value)) }
  }
}

extension ReadCoalescer {
  /// Reads something once for all who ask for it at a time.
  ///
  /// - Throws: what `read` throws. If the reader's task was cancelled, the others read again.
  func share<Answer: Sendable>(
    _ key: Key, _ read: () async throws(StoreError) -> Answer
  ) async throws(StoreError) -> Answer where Value == Result<Answer, StoreError> {
    while true {
      switch await begin(key) {
      case .done(.failure(.cancelled)): if Task.isCancelled { throw .cancelled }
      case .done(let result): return try result.get()
      case .read(let others):
        let result: Value
        do throws(StoreError) {
          result = .success(try await read())
        } catch {
          result = .failure(error)
        }
        end(key, with: result, for: others)
        return try result.get()
      }
    }
  }
}
