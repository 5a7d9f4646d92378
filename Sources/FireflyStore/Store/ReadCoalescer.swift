import Synchronization

/// Coalesces concurrent reads of the same value.
///
/// A caller that arrives during a read waits for the next read and shares it with the others that
/// wait. So no caller gets a value that was read before it asked.
///
/// A busy asker shares its reads with itself only: they may wait for its others.
package final class ReadCoalescer<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  /// A caller that waits.
  package typealias Waiter = CheckedContinuation<Turn, Never>

  /// The outcome of waiting.
  package enum Turn: Sendable {
    /// The caller must read the value, for these waiters as well, and then call `end`.
    case read(for: [Waiter])
    /// Another caller has read the value.
    case done(Value)
  }

  private struct SharedKey: Hashable {
    let key: Key
    /// The asker, if it shares with itself only.
    let asker: String?

    init(_ key: Key) {
      self.key = key
      asker = Asker.current.isBusy ? Asker.current.name : nil
    }
  }

  /// The waiters for the next read of each key; a key is present while a read is in flight.
  private let waiters = Mutex<[SharedKey: [Waiter]]>([:])

  package init() {}

  /// Number of callers that wait for the next read.
  func count(of key: Key) -> Int { waiters.withLock { $0[SharedKey(key)]?.count ?? 0 } }

  /// Waits until the caller may read a value, or another caller has read it.
  package func begin(_ key: Key) async -> Turn {
    let key = SharedKey(key)
    return await withCheckedContinuation { waiter in
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

  /// Ends a read: passes the value to its waiters, and starts the next read.
  package func end(_ key: Key, with value: Value, for others: [Waiter]) {
    let key = SharedKey(key)
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
  /// Reads a value, sharing the read with concurrent callers.
  ///
  /// - Throws: what `read` throws. If the reading task was cancelled, the others read again.
  package func share<Answer: Sendable>(
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
