import FireflyAPI
import Synchronization

/// A server that never answers: whoever asks waits until nobody wants the answer any more.
final class Silence: Sendable {
  private let counts = Mutex((asked: 0, cancelled: 0))

  /// How often it was asked.
  var asked: Int { counts.withLock { $0.asked } }
  /// How often the answer was given up.
  var cancelled: Int { counts.withLock { $0.cancelled } }

  /// Stands for any request.
  /// - Throws: `APIError.cancelled`.
  func answer<Value>() async throws(APIError) -> Value {
    counts.withLock { $0.asked += 1 }
    do {
      try await Task.sleep(for: .seconds(60))
    } catch {
      counts.withLock { $0.cancelled += 1 }
    }
    throw .cancelled
  }
}
