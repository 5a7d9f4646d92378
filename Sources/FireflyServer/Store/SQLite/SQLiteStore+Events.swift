import FireflyAPI
import FireflyCore
import GRDB

extension SQLiteStore {
  func events(after last: Int?, reader: String) async throws(StoreError) -> EventBatch {
    try await read { db in
      let newest =
        try Int.fetchOne(
          db.cachedStatement(sql: "SELECT seq FROM sqlite_sequence WHERE name = 'posts'")) ?? 0
      let readerID = try Self.userID(reader, db)
      var batch = EventBatch(newest: newest)
      if let last, last < newest {
        batch.events = try Self.events(after: last, for: readerID, db)
      }
      if let readerID { batch.badges = try Self.ownBadges(of: readerID, db) }
      return batch
    }
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

  private static func ownBadges(of readerID: Int, _ db: Database) throws -> [Int: Bool?] {
    let ids = try Int.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT id FROM posts WHERE user_id = ? AND template_name = 'query'
          ORDER BY created_at DESC, id DESC LIMIT ?
          """), arguments: [readerID, StoreLimits.badges])
    guard !ids.isEmpty else { return [:] }
    let queries = try posts(ids, db)
    var time = SearchTimeLimit()
    return try newMatches(of: Array(queries.values), for: readerID, within: &time, db)
  }
}
