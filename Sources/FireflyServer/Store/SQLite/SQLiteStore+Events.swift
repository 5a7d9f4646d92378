import FireflyAPI
import FireflyCore
import GRDB

extension SQLiteStore {
  func events(after last: Int?, reader: String) async throws(StoreError) -> EventBatch {
    let (first, readerID, queries) = try await read { db in
      let newest =
        try Int.fetchOne(
          db.cachedStatement(sql: "SELECT seq FROM sqlite_sequence WHERE name = 'posts'")) ?? 0
      let readerID = try Self.userID(reader, db)
      var batch = EventBatch(newest: newest)
      if let last, last < newest {
        batch.events = try Self.events(after: last, for: readerID, db)
      }
      return (batch, readerID, try readerID.map { try Self.queries(of: $0, db) } ?? [])
    }
    guard !queries.isEmpty else { return first }
    var batch = first
    // In turn with the other searches, without a reader of the database: no listener takes all of them.
    do {
      batch.badges = try await searchQueue.run(for: reader) { () async throws(StoreError) in
        try await read { db in
          var time = SearchTimeLimit()
          return try Self.newMatches(of: queries, for: readerID, within: &time, db)
        }
      }
    } catch .tooManySearches {
      for query in queries { batch.badges.updateValue(nil, forKey: query.id) }
    }
    return batch
  }

  private static func events(
    after last: Int, for readerID: Int?, _ db: Database
  ) throws -> [StreamedEvent] {
    let rows = try Row.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT id, parent_id, template_name, user_id FROM posts WHERE id > ?
          ORDER BY id DESC LIMIT ?
          """), arguments: [last, StoreLimits.news])
    return rows.reversed().compactMap { row in
      let author: Int = row[3]
      return StreamedEvent(
        newPost: row[0], parent: row[1], template: Post.Template(name: row[2]),
        isOwn: author == readerID)
    }
  }

  /// The saved searches of a reader, as many as there are badges for.
  private static func queries(of readerID: Int, _ db: Database) throws -> [Post] {
    let ids = try Int.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT id FROM posts WHERE user_id = ? AND template_name = 'query'
          ORDER BY created_at DESC, id DESC LIMIT ?
          """), arguments: [readerID, StoreLimits.badges])
    return Array(try posts(ids, db).values)
  }
}
