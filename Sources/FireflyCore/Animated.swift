/// A number on its way to another: can be read at any time and turned round without a jump.
public struct Animated: Hashable, Sendable {
  /// Seconds that every motion of a card takes (seeds 000 and 002).
  public static let duration = 0.3

  /// Where it came from.
  public private(set) var start: Double
  /// Where it goes.
  public private(set) var target: Double
  /// When it set out, in seconds of a monotonic clock.
  public private(set) var startTime: Double
  /// How long it takes, in seconds; 0 means that it is there at once.
  public private(set) var duration: Double

  /// A number at rest.
  public init(_ value: Double) {
    start = value
    target = value
    startTime = 0
    duration = 0
  }

  /// Its value at a moment.
  public func value(at now: Double) -> Double {
    isSettled(at: now)
      ? target : lerp(start, target, Easing.easeInOut((now - startTime) / duration))
  }

  /// Whether it has arrived.
  public func isSettled(at now: Double) -> Bool {
    duration <= 0 || now >= endTime
  }

  /// When it has arrived, in seconds of the same clock.
  public var endTime: Double { startTime + duration }

  /// Sends it to a new target, from where it is now; on its way there already, it keeps its course.
  public mutating func move(to target: Double, at now: Double, duration: Double = Self.duration) {
    if target == self.target, duration > 0, !isSettled(at: now) { return }
    let start = value(at: now)
    self =
      duration <= 0 || start == target
      ? Animated(target)
      : Animated(start: start, target: target, startTime: now, duration: duration)
  }

  /// Shifts the whole way by `offset`, without changing its course.
  public mutating func shift(by offset: Double) {
    start += offset
    target += offset
  }

  private init(start: Double, target: Double, startTime: Double, duration: Double) {
    self.start = start
    self.target = target
    self.startTime = startTime
    self.duration = duration
  }
}
