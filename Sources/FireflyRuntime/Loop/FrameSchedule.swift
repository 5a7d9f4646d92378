import FireflyApp

/// When the next frame of a motion, step of a spinner, or deadline is due.
///
/// A pure value, so that tests can choose any time. Times are seconds of the monotonic clock.
struct FrameSchedule {
  /// Seconds between frames of a motion, and between steps of a spinner.
  static let frame = 1.0 / 60
  static let step = 0.1

  /// The next due time; nil for none.
  private(set) var deadline: Double?
  /// The due time of the previous frame, so that frames are evenly spaced.
  private var lastFrame: Double?

  /// Sets the next due time for a cadence.
  ///
  /// - Returns: whether it has changed.
  mutating func wait(for cadence: AppState.Cadence, at now: Double) -> Bool {
    let before = deadline
    switch cadence {
    case .motion:
      // A frame was drawn in between, for a key or a response: the due time stays.
      if let deadline, deadline == lastFrame, deadline > now { return false }
      // Keep the beat of the previous frames; missed frames are skipped.
      let due = (lastFrame ?? now) + Self.frame
      let missed = max(0, ((now - due) / Self.frame).rounded(.up))
      lastFrame = due + missed * Self.frame
      deadline = lastFrame
    case .spinner:
      deadline = (now / Self.step).rounded(.down) * Self.step + Self.step
      lastFrame = nil
    case .idle(let until):
      deadline = until
      lastFrame = nil
    }
    return deadline != before
  }

  /// Clears the due time when it has passed.
  mutating func deadlinePassed() { deadline = nil }
}
