import Foundation

/// The main thread's run loop: it stays on the main thread, so that child processes inherit an empty
/// signal mask.
@MainActor
enum MainLoop {
  /// Runs something asynchronous to its end.
  static func run<Value: Sendable>(
    _ work: @escaping @Sendable () async throws -> Value
  ) throws -> Value {
    var result: Result<Value, any Error>?
    Task { @MainActor in
      do {
        result = .success(try await work())
      } catch {
        result = .failure(error)
      }
      CFRunLoopStopMain()
    }
    while true {
      if let result { return try result.get() }
      RunLoop.main.run(mode: .default, before: .distantFuture)
    }
  }

  /// Wakes the run loop, so that its caller looks again.
  private static func CFRunLoopStopMain() {
    RunLoop.main.perform {}
  }
}
