import Foundation
import Testing

/// Waits until a condition holds; an issue is recorded if it does not within a minute.
@MainActor
func waitUntil(
  _ what: String, within limit: Duration = .seconds(60),
  sourceLocation: SourceLocation = #_sourceLocation, _ condition: @MainActor () async -> Bool
) async throws {
  let deadline = ContinuousClock.now + limit
  while await !condition() {
    guard ContinuousClock.now < deadline else {
      Issue.record("waited in vain for \(what)", sourceLocation: sourceLocation)
      throw CancellationError()
    }
    try await Task.sleep(for: .milliseconds(2))
  }
}
