import Foundation
import Synchronization

/// Runs work that recurses deeply on a thread with a stack that is large enough for it.
///
/// A post nested 256 times takes some 4 MB of stack to decode, and the stacks of the pool may be smaller:
/// their size comes from the user's `ulimit`.
enum DeepStack {
  /// Levels of nesting that any thread can decode.
  static let shallow = 32

  private static let bytes = 64 << 20

  /// Runs the work and waits for it.
  static func run<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) throws -> Value {
    let answer = Answer<Value>()
    // Waiting blocks a thread of the pool, for milliseconds and only for deeply nested answers.
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

  /// Where the thread leaves the result.
  private final class Answer<Value: Sendable>: Sendable {
    let result = Mutex<Result<Value, any Error>?>(nil)
  }
}
