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
    let outcome = Outcome(of: work)
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

/// The result of asynchronous work, which wakes the main loop at its end.
final class Outcome<Value: Sendable>: Sendable {
  /// An object: a mutex of a generic enum crashes where the optimiser specialises it (Swift 6.3).
  private final class Kept: Sendable {
    let result: Result<Value, any Error>

    init(_ result: Result<Value, any Error>) { self.result = result }
  }

  private let kept = Mutex<Kept?>(nil)

  /// Starts the work.
  init(of work: @escaping @Sendable () async throws -> Value) {
    Task {
      do {
        set(.success(try await work()))
      } catch {
        set(.failure(error))
      }
      MainLoop.wake()
    }
  }

  private func set(_ new: Result<Value, any Error>) { kept.withLock { $0 = Kept(new) } }
  /// Returns the result once; nil until the work ends.
  func take() -> Result<Value, any Error>? {
    kept.withLock { kept in
      defer { kept = nil }
      return kept?.result
    }
  }
}
