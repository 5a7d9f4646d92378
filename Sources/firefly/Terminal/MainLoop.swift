import CProcess
import Dispatch
import Synchronization

/// The loop of the main thread.
///
/// It stays on the main thread, so that child processes inherit an empty signal mask, and waits for
/// keys itself, without another thread.
enum MainLoop {
  /// Runs asynchronous work; called on the main thread.
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

  /// Waits for work on the main queue, and runs it.
  ///
  /// - Parameter descriptor: a descriptor to wait for, too; nil for none.
  /// - Returns: whether the descriptor is readable or closed.
  @discardableResult
  static func turn(watching descriptor: Int32? = nil) -> Bool {
    let wakeup = firefly_wait(descriptor ?? -1)
    if wakeup.has_work { firefly_run_main_queue() }
    return wakeup.is_readable
  }

  /// Wakes a waiting `turn`.
  static func wake() {
    DispatchQueue.main.async {}
  }
}

/// The result of work on another thread.
private final class Outcome<Value: Sendable>: Sendable {
  /// An object: a mutex of a generic enum crashes where the optimiser specialises it (Swift 6.3).
  private final class Kept: Sendable {
    let result: Result<Value, any Error>

    init(_ result: Result<Value, any Error>) { self.result = result }
  }

  private let kept = Mutex<Kept?>(nil)

  func set(_ new: Result<Value, any Error>) { kept.withLock { $0 = Kept(new) } }
  func get() -> Result<Value, any Error>? { kept.withLock { $0?.result } }
}
