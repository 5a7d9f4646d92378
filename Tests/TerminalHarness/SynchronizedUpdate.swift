/// One frame between the marks of DEC mode 2026, as it came out of the program.
public struct SynchronizedUpdate: Sendable {
  /// When the read that held the beginning returned.
  public let begin: SuspendingClock.Instant
  /// When the read that held the end returned.
  public let end: SuspendingClock.Instant
  /// Bytes from the first mark to the last, both included.
  public let bytes: Int
}
