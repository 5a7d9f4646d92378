import Dispatch
import FireflyApp

/// Calls when the state says that the screen will change by itself; otherwise sleeps for good.
@MainActor
final class Ticker {
  /// Seconds between frames of a motion, and between steps of a spinner.
  private static let frame = 1.0 / 60
  private static let step = 0.1

  private let clock: MonotonicClock
  private let timer: any DispatchSourceTimer
  private var deadline: Double?
  /// When the frame before was due, so that frames keep their distance.
  private var lastFrame: Double?

  /// A ticker that waits for nothing yet.
  init(clock: MonotonicClock, _ tick: @escaping @MainActor () -> Void) {
    self.clock = clock
    timer = DispatchSource.makeTimerSource(flags: .strict, queue: .main)
    timer.setEventHandler { [weak self] in
      MainActor.assumeIsolated {
        self?.deadline = nil
        tick()
      }
    }
    timer.schedule(deadline: .distantFuture)
    timer.activate()
  }

  /// Waits for what `cadence` asks for, instead of what was waited for before.
  func run(_ cadence: AppState.Cadence) {
    let now = clock.now
    let next: Double?
    switch cadence {
    case .motion:
      // Drawn in between, for a key or an answer: the frame that is due stays due.
      if let deadline, deadline == lastFrame, deadline > now { return }
      // On the beat of the frames before; a beat that was missed is left out, not made up for.
      let due = (lastFrame ?? now) + Self.frame
      let missed = max(0, ((now - due) / Self.frame).rounded(.up))
      next = due + missed * Self.frame
      lastFrame = next
    case .spinner:
      next = (now / Self.step).rounded(.down) * Self.step + Self.step
      lastFrame = nil
    case .idle(let until):
      next = until
      lastFrame = nil
    }
    guard next != deadline else { return }
    deadline = next
    timer.schedule(deadline: next.map(clock.time) ?? .distantFuture, leeway: .nanoseconds(0))
  }

  /// Waits for nothing any more.
  func stop() { timer.cancel() }
}
