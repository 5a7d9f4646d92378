/// What a test opens when something that waits for it may go on; one task waits at most.
final class Gate: Sendable {
  private let (stream, continuation) = AsyncStream<Never>.makeStream()

  /// Lets the task pass, now or later.
  func open() { continuation.finish() }

  /// Waits until it is open.
  func pass() async { for await _ in stream {} }
}
