import FireflyScreen

/// Counts successive mouse presses at one position, since terminals don't.
package struct ClickCounter: Hashable, Sendable {
  /// Maximum number of seconds between successive presses.
  static let maximumInterval = 0.4

  private var point: Point?
  private var time = 0.0
  private var count = 0

  /// Creates a counter.
  package init() {}

  /// Counts a press.
  ///
  /// - Parameters:
  ///   - point: the position.
  ///   - now: seconds of the monotonic clock.
  /// - Returns: 1 for a single click, 2 for a double click, and so on.
  package mutating func press(at point: Point, now: Double) -> Int {
    let goesOn = point == self.point && now - time <= Self.maximumInterval
    count = goesOn ? count + 1 : 1
    (self.point, time) = (point, now)
    return count
  }
}
