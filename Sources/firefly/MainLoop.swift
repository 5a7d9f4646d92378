import Dispatch
import Foundation
import Synchronization

/// The main thread's run loop: it stays on the main thread, so that child processes inherit an empty
/// signal mask.
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

  /// Lets the run loop do what is due, waiting until something is.
  static func turn() {
    _ = RunLoop.main.run(mode: .default, before: .distantFuture)
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
