import FireflyCore
import GRDB

/// A snapshot of the posts: a long transaction.
struct SQLiteSnapshot: StoreSnapshot {
  let store: SQLiteStore
  let database: DatabaseSnapshot

  func links() async throws(StoreError) -> [PostLink] {
    try await read { db in
      let rows = try Row.fetchCursor(db, sql: "SELECT id, parent_id FROM posts ORDER BY id")
      var links: [PostLink] = []
      while let row = try rows.next() { links.append(PostLink(id: row[0], parent: row[1])) }
      return links
    }
  }

  func posts(_ ids: [Int]) async throws(StoreError) -> [Post] {
    try await read { db in Array(try SQLiteStore.posts(ids, db).values) }
  }

  func sources(
    of ids: [Int]
  ) async throws(StoreError) -> [Int: (source: PostSource, digest: Int?)] {
    try await read { db in
      var sources: [Int: (source: PostSource, digest: Int?)] = [:]
      let list = "[" + ids.map(String.init).joined(separator: ",") + "]"
      let rows = try Row.fetchCursor(
        db.cachedStatement(
          sql: """
            SELECT id, source, source_key, source_digest FROM posts
            WHERE source IS NOT NULL AND id IN (SELECT value FROM json_each(?))
            """), arguments: [list])
      while let row = try rows.next() {
        sources[row[0]] = PostSource(name: row[1], key: row[2]).map { ($0, row[3]) }
      }
      return sources
    }
  }

  private func read<Value: Sendable>(
    _ body: @Sendable (Database) throws -> Value
  ) async throws(StoreError) -> Value {
    do {
      return try await database.read(body)
    } catch {
      throw store.failure(error)
    }
  }
}
