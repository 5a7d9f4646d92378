import FireflyApp

/// When the next frame of a motion, the next step of a spinner or a deadline is due.
///
/// Pure, so that a test can stand at any moment. Moments are seconds of the monotonic clock.
struct FrameSchedule {
  /// Seconds between frames of a motion, and between steps of a spinner.
  static let frame = 1.0 / 60
  static let step = 0.1

  /// What is waited for; nil for nothing.
  private(set) var deadline: Double?
  /// When the frame before was due, so that frames keep their distance.
  private var lastFrame: Double?

  /// Waits for what a cadence asks for, instead of what was waited for before.
  ///
  /// - Returns: whether that is another moment than before.
  mutating func wait(for cadence: AppState.Cadence, at now: Double) -> Bool {
    let before = deadline
    switch cadence {
    case .motion:
      // Drawn in between, for a key or an answer: the frame that is due stays due.
      if let deadline, deadline == lastFrame, deadline > now { return false }
      // On the schedule of the frames before; a schedule that was missed is left out, not made up for.
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

  /// The moment has come.
  mutating func deadlinePassed() { deadline = nil }
}
