import FireflyScreen

/// Counts presses of the mouse that follow upon each other at one place; terminals don't.
public struct ClickCounter: Hashable, Sendable {
  /// Seconds within which the next press counts on.
  static let patience = 0.4

  private var point: Point?
  private var time = 0.0
  private var count = 0

  /// No press yet.
  public init() {}

  /// Counts a press.
  ///
  /// - `now`: seconds of the monotonic clock.
  /// - Returns: 1 for the first, 2 for a double click, and so on.
  public mutating func press(at point: Point, now: Double) -> Int {
    let goesOn = point == self.point && now - time <= Self.patience
    count = goesOn ? count + 1 : 1
    (self.point, time) = (point, now)
    return count
  }
}
