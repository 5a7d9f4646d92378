import Dispatch
import FireflyApp

/// Calls when the state says that the screen will change by itself; otherwise sleeps for good.
@MainActor
final class Ticker {
  private let clock: MonotonicClock
  private let timer: any DispatchSourceTimer
  private var schedule = FrameSchedule()

  /// A ticker that waits for nothing yet.
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

  /// Waits for what `cadence` asks for, instead of what was waited for before.
  func run(_ cadence: AppState.Cadence) {
    guard schedule.wait(for: cadence, at: clock.now) else { return }
    timer.schedule(
      deadline: schedule.deadline.map(clock.time) ?? .distantFuture, leeway: .nanoseconds(0))
  }

  /// Waits for nothing any more.
  func stop() { timer.cancel() }
}
