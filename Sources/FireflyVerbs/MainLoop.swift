import CProcess
import Dispatch
import Foundation
import Synchronization

/// The loop of the main thread.
///
/// It stays on the main thread, so that child processes inherit an empty signal mask, and waits for
/// keys itself, without another thread.
package enum MainLoop {
  /// Runs asynchronous work; another thread than the main one only waits for it.
  package static func run<Value: Sendable>(
    _ work: @escaping @Sendable () async throws -> Value
  ) throws -> Value {
    let outcome = Outcome(of: work)
    guard Thread.isMainThread else { return try outcome.wait().get() }
    while true {
      if let result = outcome.take() { return try result.get() }
      turn()
    }
  }

  /// Waits for work on the main queue, and runs it.
  ///
  /// - Parameter descriptor: a descriptor to wait for, too; nil for none.
  /// - Returns: whether the descriptor is readable or closed.
  @discardableResult
  package static func turn(watching descriptor: Int32? = nil) -> Bool {
    let wakeup = firefly_wait(descriptor ?? -1)
    if wakeup.has_work { firefly_run_main_queue() }
    return wakeup.is_readable
  }

  /// Wakes a waiting `turn`.
  package static func wake() {
    DispatchQueue.main.async {}
  }
}

/// The result of asynchronous work, which wakes the main loop at its end.
package final class Outcome<Value: Sendable>: Sendable {
  /// An object: a mutex of a generic enum crashes where the optimiser specialises it (Swift 6.3).
  private final class Kept: Sendable {
    let result: Result<Value, any Error>

    init(_ result: Result<Value, any Error>) { self.result = result }
  }

  private let kept = Mutex<Kept?>(nil)
  private let isThere = DispatchSemaphore(value: 0)

  /// Starts the work.
  package init(of work: @escaping @Sendable () async throws -> Value) {
    Task {
      do {
        set(.success(try await work()))
      } catch {
        set(.failure(error))
      }
      MainLoop.wake()
    }
  }

  private func set(_ new: Result<Value, any Error>) {
    kept.withLock { $0 = Kept(new) }
    isThere.signal()
  }

  /// Waits for the result, on a thread without the loop.
  package func wait() -> Result<Value, any Error> {
    while true {
      isThere.wait()
      if let result = take() { return result }
    }
  }

  /// Returns the result once; nil until the work ends.
  package func take() -> Result<Value, any Error>? {
    kept.withLock { kept in
      defer { kept = nil }
      return kept?.result
    }
  }
}
