import FireflyCore
import Foundation
import GRDB
import GRDBSQLite
import Glibc

extension SQLiteSession {
  func index(_ post: Post) throws {
    try changeIndex(
      "INSERT INTO post_words (rowid, title, summary, body) VALUES (?1, ?2, ?3, ?4)", post)
  }

  /// Removes the words of a post, which must be those that were added.
  func unindex(_ post: Post) throws {
    try changeIndex(
      """
      INSERT INTO post_words (post_words, rowid, title, summary, body)
      VALUES ('delete', ?1, ?2, ?3, ?4)
      """, post)
  }

  private func changeIndex(_ statement: String, _ post: Post) throws {
    try run(
      statement, post.id, SearchText.indexable(post.title), SearchText.indexable(post.summary),
      SearchText.indexable(post.body))
  }

  func removeWords(where condition: SQLCondition) throws {
    try read(
      "SELECT id, title, summary, body FROM posts WHERE \(condition.text)",
      with: condition.arguments
    ) { row in
      try unindex(Post(id: row[0], title: row[1], summary: row[2], body: row[3]))
      return true
    }
  }

  func searchExpression(for words: String) -> String? { SearchText.matchExpression(for: words) }

  func matches(of expression: String) throws -> [(id: Int, score: Double, time: Int64)] {
    try rows(
      """
      SELECT id, score, created_at FROM (
        SELECT p.id, relevance(post_words) AS score, p.created_at
        FROM post_words CROSS JOIN posts p ON p.id = post_words.rowid
        WHERE post_words MATCH ?1 AND p.template_name <> 'query'
        ORDER BY post_words.rowid DESC LIMIT ?2
      ) ORDER BY score DESC LIMIT ?3
      """, expression, StoreLimits.ranked, StoreLimits.hits, convert: { ($0[0], $0[1], $0[2]) })
  }

  func findNew(_ searches: [BadgeSearch], report: (_ id: Int, _ isNew: Bool) -> Void) throws {
    // Ranking is needed only if there are more matches than hits.
    let list = String(decoding: try JSONEncoder().encode(searches), as: UTF8.self)
    var unsure: Set<Int> = []
    try read(
      """
      SELECT json_extract(q.value, '$.id'),
        (SELECT w.rowid FROM post_words w CROSS JOIN posts p ON p.id = w.rowid
          WHERE w.post_words MATCH json_extract(q.value, '$.words')
            AND w.rowid > json_extract(q.value, '$.seen')
            AND p.template_name <> 'query' LIMIT 1),
        (SELECT count(*) FROM (SELECT 1 FROM post_words w
          WHERE w.post_words MATCH json_extract(q.value, '$.words') LIMIT ?1))
      FROM json_each(?2) q
      """, with: [(StoreLimits.hits + 1).sqlValue, list.sqlValue]
    ) { row in
      let (id, match, count): (Int, Int?, Int) = (row[0], row[1], row[2])
      if match == nil || count <= StoreLimits.hits {
        report(id, match != nil)
      } else {
        unsure.insert(id)
      }
      return true
    }
    for search in searches where unsure.contains(search.id) {
      report(search.id, try hits(search.words).contains { $0.id > search.seen })
    }
  }

  /// Number of SQLite's virtual machine instructions between two checks of the time: some
  /// milliseconds, with ranking.
  private static let steps: Int32 = 250

  /// SQLite interrupts the searches when the thread has used their time; waiting for other threads
  /// doesn't count.
  func search<Value>(within time: inout SearchTime, _ body: () throws -> Value) throws -> Value {
    guard time.left > 0 else { throw StoreError.searchTooLong }
    let start = Self.threadSeconds
    var end = start + time.left
    defer { time.left = end - Self.threadSeconds }
    return try withUnsafeMutablePointer(to: &end) { end in
      sqlite3_progress_handler(
        db.sqliteConnection, Self.steps,
        { end in
          guard let end else { return 0 }
          return SQLiteSession.threadSeconds > end.load(as: Double.self) ? 1 : 0
        }, end)
      defer { sqlite3_progress_handler(db.sqliteConnection, 0, nil, nil) }
      do {
        return try body()
      } catch let error as DatabaseError
        where error.resultCode == .SQLITE_INTERRUPT && Self.threadSeconds > end.pointee
      {
        throw StoreError.searchTooLong
      }
    }
  }

  /// CPU time of the current thread in seconds.
  private static var threadSeconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
