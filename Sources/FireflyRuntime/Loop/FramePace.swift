/// Measures how long frames take to be written, and whether another one fits into a motion.
///
/// A frame is written before the next one is rendered, so none is queued. On a slow line, frames
/// before the last are skipped, so that the last one is in time.
struct FramePace {
  /// Maximum seconds per frame on a fast line: one frame of the motion.
  private static let share = 1.0 / 60

  /// Estimated seconds to write a frame: the recent maximum, which decays slowly.
  private(set) var cost = 0.0

  /// Records the time to write a frame.
  ///
  /// - Parameter isMoving: whether it was a frame of a motion. Other frames are often small and
  ///   only raise the estimate.
  mutating func frameWritten(in seconds: Double, isMoving: Bool) {
    cost = max(seconds, isMoving ? (3 * cost + seconds) / 4 : cost)
  }

  /// Returns whether this frame and the last one can both be written before a motion ends.
  ///
  /// - Parameters:
  ///   - end: the end of the motion, in seconds of the monotonic clock.
  ///   - now: the time, in the same seconds.
  /// - Returns: whether there is time for both.
  func hasTimeForAnother(until end: Double, at now: Double) -> Bool {
    cost <= Self.share || now + 2 * cost <= end
  }
}
