import PostgresHarness
import Testing

@testable import FireflyStore

/// Runs each test of a suite with each kind of store: `TemporaryStore` is of that kind.
///
/// Tests that look into SQLite's own tables have the tag `sqliteOnly`.
struct EveryStore: SuiteTrait, TestTrait, TestScoping {
  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await function()
    guard testCase != nil, !test.tags.contains(.sqliteOnly), PostgresServer.programs != nil else {
      return
    }
    try await TemporaryStore.$isOnPostgreSQL.withValue(true) { try await function() }
  }
}

extension Trait where Self == EveryStore {
  /// Each test runs with each kind of store.
  static var everyStore: Self { EveryStore() }
}

extension Tag {
  /// The test looks into SQLite's own tables or files.
  @Tag static var sqliteOnly: Tag
}
