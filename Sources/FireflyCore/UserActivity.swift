import Synchronization

/// The time of the user's last key, mouse event or line of input.
///
/// After ten minutes without input, mentions are no longer polled.
public final class UserActivity: Sendable {
  /// The time after which the user counts as away.
  private static let rest = Duration.seconds(600)

  private let clock: @Sendable () -> ContinuousClock.Instant
  private let last: Mutex<ContinuousClock.Instant>

  /// Begins as if the user had just done something.
  ///
  /// - Parameter clock: returns the time.
  public init(clock: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
    self.clock = clock
    last = Mutex(clock())
  }

  /// Notes that the user does something now.
  public func happened() {
    let now = clock()
    last.withLock { $0 = now }
  }

  /// Whether the user did something in the last ten minutes.
  public var isRecent: Bool { clock() - last.withLock { $0 } < Self.rest }
}
