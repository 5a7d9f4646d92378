import Foundation

/// Seconds that only go forward, for motion and deadlines.
public struct MonotonicClock: Sendable {
  private let start = ContinuousClock.now

  /// A clock that begins at 0.
  public init() {}

  /// Seconds since the clock was made.
  public var now: Double {
    let (seconds, attoseconds) = (ContinuousClock.now - start).components
    return Double(seconds) + Double(attoseconds) * 1e-18
  }

  /// Waits until a moment, or until the task is cancelled. By deadline, because waiting for a
  /// duration drifts.
  public func sleep(until moment: Double) async {
    try? await Task.sleep(until: start + .seconds(moment), clock: .continuous)
  }
}
