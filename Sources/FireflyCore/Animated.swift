/// An animated number: it can be read at any time, and retargeted without a visible jump.
public struct Animated: Hashable, Sendable {
  /// Duration of every animation of a card, in seconds (seeds 000 and 002).
  public static let duration = 0.3

  /// The start value.
  public private(set) var start: Double
  /// The target value.
  public private(set) var target: Double
  /// The start time, in seconds of a monotonic clock.
  public private(set) var startTime: Double
  /// The duration in seconds; 0 jumps to the target.
  public private(set) var duration: Double

  /// Returns the value at a time.
  public func value(at now: Double) -> Double {
    if now < startTime { return start }
    if isSettled(at: now) { return target }
    return lerp(start, target, Easing.easeInOut((now - startTime) / duration))
  }

  /// Whether the animation has ended.
  public func isSettled(at now: Double) -> Bool {
    duration <= 0 || now >= endTime
  }

  /// When the animation ends, in seconds of the same clock.
  public var endTime: Double { startTime + duration }

  /// Starts an animation from the current value to a new target.
  ///
  /// With the same target, the running animation continues.
  public mutating func move(to target: Double, at now: Double, duration: Double = Self.duration) {
    if target == self.target, duration > 0, !isSettled(at: now) { return }
    let start = value(at: now)
    self =
      duration <= 0 || start == target
      ? Animated(target)
      : Animated(start: start, target: target, startTime: now, duration: duration)
  }

  /// Shifts start and target by `offset`; the animation continues.
  public mutating func shift(by offset: Double) {
    start += offset
    target += offset
  }
}

extension Animated {
  /// Creates a number at rest.
  public init(_ value: Double) {
    self.init(start: value, target: value, startTime: 0, duration: 0)
  }
}
