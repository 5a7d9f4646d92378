import FireflyApp

/// Calls again when the state says that the screen will change by itself; otherwise sleeps for good.
@MainActor
struct Ticker {
  private let clock: MonotonicClock
  private var task: Task<Void, Never>?
  private var deadline: Double?
  /// When the frame before was due, so that frames keep their distance.
  private var lastFrame: Double?

  /// Seconds between frames of a motion, and between steps of a spinner.
  private static let frame = 1.0 / 60
  private static let step = 0.1

  init(clock: MonotonicClock) { self.clock = clock }

  /// Waits for what `cadence` asks for, instead of what was waited for before.
  mutating func run(_ cadence: AppState.Cadence, _ tick: @escaping @MainActor () -> Void) {
    let now = clock.now
    let next: Double?
    switch cadence {
    case .motion:
      // On the beat of the frames before; a beat that was missed is left out, not made up for.
      let due = (lastFrame ?? now) + Self.frame
      next = due > now ? due : now + Self.frame - (now - due).truncatingRemainder(dividingBy: Self.frame)
      lastFrame = next
    case .spinner:
      next = (now / Self.step).rounded(.down) * Self.step + Self.step
      lastFrame = nil
    case .idle(let until):
      next = until
      lastFrame = nil
    }
    guard next != deadline || task == nil else { return }
    task?.cancel()
    deadline = next
    guard let next else {
      task = nil
      return
    }
    let clock = clock
    task = Task { @MainActor in
      await clock.sleep(until: next)
      if !Task.isCancelled { tick() }
    }
  }

  /// Waits for nothing any more.
  mutating func stop() {
    task?.cancel()
    task = nil
    deadline = nil
  }
}
