import Dispatch
import FireflyApp

/// A timer for frames of motion and deadlines; without them it never fires.
@MainActor
final class Ticker {
  private let clock: MonotonicClock
  private let timer: any DispatchSourceTimer
  private var schedule = FrameSchedule()

  /// Creates a ticker without a due time.
  init(clock: MonotonicClock, _ tick: @escaping @MainActor () -> Void) {
    self.clock = clock
    timer = DispatchSource.makeTimerSource(flags: .strict, queue: .main)
    timer.setEventHandler { [weak self] in
      MainActor.assumeIsolated {
        self?.schedule.deadlinePassed()
        tick()
      }
    }
    timer.schedule(deadline: .distantFuture)
    timer.activate()
  }

  /// Schedules the timer for a cadence, instead of the previous one.
  func run(_ cadence: AppState.Cadence) {
    guard schedule.wait(for: cadence, at: clock.now) else { return }
    timer.schedule(
      deadline: schedule.deadline.map(clock.time) ?? .distantFuture, leeway: .nanoseconds(0))
  }

  func stop() { timer.cancel() }
}
