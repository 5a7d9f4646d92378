import FireflyAPI
import FireflyCore

extension SQLStore {
  func events(after last: Int?, reader: String) async throws(StoreError) -> EventBatch {
    let (first, readerID, queries) = try await read { [self] db in
      let newest = max(last ?? 0, try newestPost(db))
      let readerID = try db.userID(reader)
      var batch = EventBatch(newest: newest)
      batch.marks = try readerID.map { try db.marksVersion(of: $0) } ?? 0
      if let last, last < newest {
        batch.events = try db.events(after: last, upTo: newest, for: readerID)
      }
      return (batch, readerID, try readerID.map { try db.queries(of: $0) } ?? [])
    }
    guard !queries.isEmpty else { return first }
    var batch = first
    // Waits for its turn without a session, so that one reader can't use up all of them.
    do {
      batch.badges = try await searchQueue.run(for: reader) { () async throws(StoreError) in
        try await read { db in
          var time = SearchTime()
          return try db.newMatches(of: queries, for: readerID, within: &time)
        }
      }
    } catch .tooManySearches {
      for query in queries { batch.badges.updateValue(nil, forKey: query.id) }
    }
    return batch
  }
}

extension SQLSession {
  fileprivate func events(
    after last: Int, upTo newest: Int, for readerID: Int?
  ) throws -> [StreamedEvent] {
    try rows(
      """
      SELECT id, parent_id, template_name, user_id, answers_user FROM posts p
      WHERE id > ?1 AND id <= ?2 AND \(StoredPost.isListed)
      ORDER BY id DESC LIMIT ?3
      """, last, newest, StoreLimits.news,
      convert: { row in
        let (author, answered): (Int, Int?) = (row[3], row[4])
        let isOwn = author == readerID
        return StreamedEvent(
          newPost: row[0], parent: row[1], template: Post.Template(name: row[2]), isOwn: isOwn,
          answersReader: !isOwn && answered != nil && answered == readerID)
      }
    ).reversed().compactMap(\.self)
  }

  /// Returns the newest saved searches of a reader, as many as there are badges for.
  fileprivate func queries(of readerID: Int) throws -> [Post] {
    try posts(
      """
      WHERE p.user_id = ?1 AND p.template_name = 'query'
      ORDER BY p.created_at DESC, p.id DESC LIMIT ?2
      """, readerID, StoreLimits.badges)
  }
}
