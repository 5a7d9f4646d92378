import Foundation

/// How long tests wait for what must happen: other work may keep the machine busy.
private let limit = Duration.seconds(60)

/// Waits until a condition holds, for a minute at most.
///
/// - Parameters:
///   - isolation: where the condition is evaluated: that of the caller.
///   - condition: the condition, evaluated again and again.
/// - Returns: whether it holds.
/// - Throws: what `condition` throws; `CancellationError`.
package func eventually(
  isolation: isolated (any Actor)? = #isolation, _ condition: () async throws -> Bool
) async throws -> Bool {
  let deadline = SuspendingClock.now + limit
  while try await !condition() {
    guard SuspendingClock.now < deadline else { return false }
    try await Task.sleep(for: .milliseconds(2))
  }
  return true
}

/// Waits until a condition holds, for a minute at most; blocks the thread.
///
/// - Parameter condition: the condition, evaluated again and again.
/// - Returns: whether it holds.
/// - Throws: what `condition` throws.
package func eventuallyBlocking(_ condition: () throws -> Bool) rethrows -> Bool {
  let deadline = SuspendingClock.now + limit
  while try !condition() {
    guard SuspendingClock.now < deadline else { return false }
    usleep(5_000)
  }
  return true
}

extension pid_t {
  /// Whether a process has ended: its parent may not have noticed yet.
  package var hasEnded: Bool {
    guard kill(self, 0) == 0 else { return true }
    let state = try? String(contentsOfFile: "/proc/\(self)/stat", encoding: .utf8)
    return state?.contains(") Z ") != false
  }
}
