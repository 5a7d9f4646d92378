/// One frame between the marks of DEC mode 2026, as it came out of the program.
package struct SynchronizedUpdate: Sendable {
  /// When the read that held the beginning returned.
  package let begin: SuspendingClock.Instant
  /// When the read that held the end returned.
  package let end: SuspendingClock.Instant
  /// Bytes from the first mark to the last, both included.
  package let bytes: Int
}
