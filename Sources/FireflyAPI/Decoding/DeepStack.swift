import Foundation
import Synchronization

/// Runs deeply recursive work on a thread with a large enough stack.
///
/// Decoding a post nested 256 times needs some 4 MB of stack; pool threads may have less, depending
/// on `ulimit`.
enum DeepStack {
  /// Levels of nesting that any thread can decode.
  static let shallow = 32

  private static let bytes = 64 << 20

  /// Runs the work and waits for it.
  static func run<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) throws -> Value {
    let answer = Answer<Value>()
    // Blocks a pool thread, but only for milliseconds and for deeply nested responses.
    let isDone = DispatchSemaphore(value: 0)
    let thread = Thread {
      let result = Result { try work() }
      answer.result.withLock { $0 = result }
      isDone.signal()
    }
    thread.stackSize = bytes
    thread.start()
    isDone.wait()
    guard let result = answer.result.withLock({ $0 }) else { throw APIError.tooDeep }
    return try result.get()
  }

  /// Holds the thread's result.
  private final class Answer<Value: Sendable>: Sendable {
    let result = Mutex<Result<Value, any Error>?>(nil)
  }
}
