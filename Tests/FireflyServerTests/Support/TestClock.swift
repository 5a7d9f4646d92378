import Foundation
import Synchronization

/// A clock that stands still until it is moved.
final class TestClock: Sendable {
  private let time = Mutex(Date(timeIntervalSince1970: 1_800_000_000))

  var now: Date { time.withLock { $0 } }

  func advance(_ seconds: Double) { time.withLock { $0 += seconds } }
}
