import Dispatch

/// A monotonic clock, for motion and deadlines.
package struct MonotonicClock: Sendable {
  private let start = DispatchTime.now().uptimeNanoseconds

  /// Creates a clock that starts at 0.
  package init() {}

  /// Seconds since the clock was created.
  package var now: Double {
    Double(DispatchTime.now().uptimeNanoseconds - start) * 1e-9
  }

  /// Returns a time of this clock for timers of libdispatch.
  func time(of moment: Double) -> DispatchTime {
    DispatchTime(uptimeNanoseconds: start + UInt64(max(0, moment) * 1e9))
  }
}
