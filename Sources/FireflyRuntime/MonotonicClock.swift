import Dispatch

/// Seconds that only go forward, for motion and deadlines.
public struct MonotonicClock: Sendable {
  private let start = DispatchTime.now().uptimeNanoseconds

  /// A clock that begins at 0.
  public init() {}

  /// Seconds since the clock was made.
  public var now: Double {
    Double(DispatchTime.now().uptimeNanoseconds - start) * 1e-9
  }

  /// A moment of this clock as libdispatch's timers take it.
  func time(of moment: Double) -> DispatchTime {
    DispatchTime(uptimeNanoseconds: start + UInt64(max(0, moment) * 1e9))
  }
}
