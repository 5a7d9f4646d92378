import FireflyScreen

/// Opens the first card of a first start, once the screen has been still for a while.
///
/// Any key or press before that ends it for good.
@MainActor
struct Welcome {
  /// Seconds of stillness.
  private static let stillness = 0.5

  private var timer: Task<Void, Never>?
  private var isOver = false

  /// Counts the time from now on, if nothing moves or loads.
  mutating func screenShown(isStill: Bool, _ open: @escaping @MainActor () -> Void) {
    guard !isOver, timer == nil, isStill else { return }
    timer = Task {
      guard (try? await Task.sleep(for: .seconds(Self.stillness))) != nil else { return }
      open()
    }
  }

  /// Looks at input: keys and presses end it.
  mutating func inputArrived(_ events: [ScreenEvent]) {
    let isPressed = events.contains { event in
      switch event {
      case .key, .mouse, .paste: true
      default: false
      }
    }
    if isPressed { end() }
  }

  /// Ends it.
  mutating func end() {
    isOver = true
    timer?.cancel()
  }
}
