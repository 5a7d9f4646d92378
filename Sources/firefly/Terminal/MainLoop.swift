import CProcess
import Dispatch
import Synchronization

/// The main thread's loop: it stays on the main thread, so that child processes inherit an empty signal
/// mask, and waits for keys itself, so that none has to come by way of another thread.
enum MainLoop {
  /// Runs something asynchronous to its end; called on the main thread.
  static func run<Value: Sendable>(
    _ work: @escaping @Sendable () async throws -> Value
  ) throws -> Value {
    let outcome = Outcome<Value>()
    Task {
      do {
        outcome.set(.success(try await work()))
      } catch {
        outcome.set(.failure(error))
      }
      wake()
    }
    while true {
      if let result = outcome.get() { return try result.get() }
      turn()
    }
  }

  /// Does what is due on the main queue, waiting until something is.
  ///
  /// - Parameter descriptor: what else to wait for; nil for nothing.
  /// - Returns: whether the descriptor can be read, or its other end is gone.
  @discardableResult
  static func turn(watching descriptor: Int32? = nil) -> Bool {
    let wakeup = firefly_wait(descriptor ?? -1)
    if wakeup.has_work { firefly_run_main_queue() }
    return wakeup.is_readable
  }

  /// Ends a `turn` that waits.
  static func wake() {
    DispatchQueue.main.async {}
  }
}

/// What came of something that runs elsewhere.
private final class Outcome<Value: Sendable>: Sendable {
  private let result = Mutex<Result<Value, any Error>?>(nil)

  func set(_ new: Result<Value, any Error>) { result.withLock { $0 = new } }
  func get() -> Result<Value, any Error>? { result.withLock { $0 } }
}
