import FireflyCore
import Testing

@testable import FireflyStore

/// The ranking of matches.
@Suite struct SearchRankTests {
  /// Posts that have only one of the words are not read: they don't change the scores.
  @Test func scoresDependOnTheMatchesOnly() async throws {
    let home = try TemporaryStore()
    /// All have the same length.
    @Sendable func insert(_ bodies: [String]) async throws {
      try await home.sqlite.write { db in
        for body in bodies { _ = try db.insert(Post(id: 0, userID: 1, title: "a", body: body)) }
      }
    }
    func scores() async throws -> [Double] {
      try await home.sqlite.read { db in
        try db.matches(of: try #require(try db.searchExpression(for: "loom linen"))).map(\.score)
      }
    }
    try await insert(["loom linen linen linen", "loom loom loom linen", "loom linen and wool"])
    let before = try await scores()
    #expect(before.count == 3 && before[0] == before[1] && before[1] > before[2])
    try await insert(Array(repeating: "linen linen linen linen", count: 60))
    #expect(try await scores() == before)
  }
}
