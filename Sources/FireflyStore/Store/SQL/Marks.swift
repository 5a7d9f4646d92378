import FireflyAPI
import FireflyCore

extension SQLStore {
  func marks(of email: String) async throws(StoreError) -> PostMarks {
    try await read { db in try db.userID(email).flatMap { try db.marks(of: $0) } ?? PostMarks() }
  }

  func changeMarks(
    of email: String, _ change: PostMarks.Change, from version: Int
  ) async throws(StoreError) -> (marks: PostMarks, isApplied: Bool) {
    // No list changes by it.
    try await write(within: nil, isChange: false) { db in
      guard let user = try db.userID(email) else { throw StoreError.unknownUser(email: email) }
      try db.run(
        """
        INSERT INTO marks (user_id, version, read_posts, unread_posts, saved_posts)
        VALUES (?1, 0, '', '', '') ON CONFLICT (user_id) DO NOTHING
        """, user)
      var marks = try db.marks(of: user, db.dialect.forUpdate) ?? PostMarks()
      guard marks.version == version else { return (marks, false) }
      if change.isEmpty { return (marks, true) }
      marks.apply(change)
      // Also if nothing differs: a change that is still on its way comes too late then.
      marks.version += 1
      try db.run(
        """
        UPDATE marks SET version = ?2, first_post = ?3, read_posts = ?4, unread_posts = ?5, saved_posts = ?6
        WHERE user_id = ?1
        """, user, marks.version, marks.first, marks.read.text, marks.unread.text,
        marks.saved.text)
      return (marks, true)
    }
  }
}

extension SQLSession {
  /// Returns the version of the marks of a user; 0 without marks.
  func marksVersion(of user: Int) throws -> Int {
    try value("SELECT version FROM marks WHERE user_id = ?1", user) ?? 0
  }

  /// Returns the marks of a user; nil without marks.
  ///
  /// What is damaged counts as empty.
  fileprivate func marks(of user: Int, _ lock: String = "") throws -> PostMarks? {
    try rows(
      """
      SELECT version, first_post, read_posts, unread_posts, saved_posts FROM marks
      WHERE user_id = ?1\(lock)
      """, user,
      convert: { row in
        var marks = PostMarks()
        (marks.version, marks.first) = (row[0], row[1])
        for (column, set) in [(2, \PostMarks.read), (3, \.unread), (4, \.saved)] {
          marks[keyPath: set] = NumberRanges(text: row[column]) ?? NumberRanges()
        }
        return marks
      }
    ).first
  }
}
