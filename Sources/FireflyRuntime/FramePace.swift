/// How long frames of a motion take to be written, and so how many of them still fit into it.
///
/// A frame is written before the next one is made, so none is ever queued. Where the line is slow, the
/// last frame of a motion would come late by the time of the one before: that one is left out instead.
struct FramePace {
  /// Seconds that a terminal that keeps up needs at most for a frame: its share of the motion.
  private static let share = 1.0 / 60

  /// Seconds that a frame of a motion may take, as far as is known: the longest of late, slowly
  /// forgotten.
  private(set) var cost = 0.0

  /// A frame has been written.
  ///
  /// - `isMoving`: whether it was one of a motion. Others are often small, and tell only of a
  ///   line that is slower than was thought.
  mutating func frameWritten(in seconds: Double, isMoving: Bool) {
    cost = max(seconds, isMoving ? (3 * cost + seconds) / 4 : cost)
  }

  /// Whether a frame and the last one can both be written before a motion's end.
  ///
  /// - `end`: when the motion arrives, in seconds of the monotonic clock, as `now`.
  func hasTimeForAnother(until end: Double, at now: Double) -> Bool {
    cost <= Self.share || now + 2 * cost <= end
  }
}
