/// Lets pictures in one after the other, in the order of the list, a few at a time.
///
/// Whoever runs through a long list passes thousands of them: those that have waited longest are out of
/// sight by then, and are given up.
actor PictureTurns {
  /// Pictures that are loaded at the same time, and those that may wait for that.
  private static let places = 3
  private static let mostWaiting = 24

  private var free = places
  private var waiting: [CheckedContinuation<Bool, Never>] = []

  /// Waits for a turn; false if it was given up. Whoever gets one has to `leave`.
  func take() async -> Bool {
    guard free == 0 else {
      free -= 1
      return true
    }
    if waiting.count >= Self.mostWaiting { waiting.removeFirst().resume(returning: false) }
    return await withCheckedContinuation { waiting.append($0) }
  }

  /// Ends a turn.
  func leave() {
    if waiting.isEmpty {
      free += 1
    } else {
      waiting.removeFirst().resume(returning: true)
    }
  }
}
