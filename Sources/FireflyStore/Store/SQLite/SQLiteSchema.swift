import GRDB

/// The tables on SQLite, as migrations; the statements of released ones never change.
enum SQLiteSchema {
  /// All migrations, oldest first; those that read posts as the program does now are the last ones.
  static let migrator: DatabaseMigrator = {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1 posts") { db in
      try db.execute(sql: tables)
      try db.execute(sql: indexes)
      try db.execute(sql: words)
      try db.execute(sql: templates)
    }
    migrator.registerMigration("2 identity, child counts, tries") { db in
      try db.execute(sql: "INSERT INTO settings VALUES ('id', lower(hex(randomblob(16))))")
      try db.execute(sql: childCounts)
      try db.execute(sql: "DROP TABLE sign_in_codes")
      try db.execute(sql: codes)
    }
    migrator.registerMigration("3 devices, invitations, attempts") { db in
      try db.execute(sql: accounts)
    }
    migrator.registerMigration("4 deleted posts, creation keys") { db in
      try db.execute(sql: deletedPosts)
      try db.execute(sql: creationKeys)
    }
    migrator.registerMigration("peers of attempts to sign in") { db in
      try db.execute(sql: attemptsOfPeers)
    }
    migrator.registerMigration("quotas, names that look alike") { db in
      try db.execute(sql: quotas)
      try fillNameKeys(db)
    }
    migrator.registerMigration("saved searches by words, prefixes") { db in
      // `refreshTexts` indexes prefixes.
      try db.execute(sql: queryTemplate)
    }
    migrator.registerMigration("sources of imported posts") { db in
      try db.execute(sql: sources)
    }
    migrator.registerMigration("paths of posts") { db in
      try db.execute(sql: SQLiteTreePaths.schema)
    }
    migrator.registerMigration("digests of imported posts") { db in
      try db.execute(sql: sourceDigests)
    }
    migrator.registerMigration("users without a name, by the start of their e-mail") { db in
      try fillNameKeys(db)
    }
    migrator.registerMigration("e-mails and pictures as in other databases") { db in
      try db.execute(sql: emailKeys)
      try fillEmailKeys(db)
      try db.execute(sql: claims)
    }
    migrator.registerMigration("threads, whom posts answer, sources of deleted posts") { db in
      try db.execute(sql: threads)
      try db.execute(sql: deletedSources)
    }
    migrator.registerMigration("words as readers write them, pictures in texts") { db in
      try db.execute(sql: postPictures)
    }
    migrator.registerMigration("users by inviter and activity") { db in
      try db.execute(sql: userList)
    }
    migrator.registerMigration("numbers of purged posts") { db in
      try db.execute(sql: "ALTER TABLE deleted_sources ADD COLUMN post INTEGER")
    }
    migrator.registerMigration("pages of sources") { db in
      try db.execute(sql: sourcePages)
    }
    migrator.registerMigration("posts of authors") { db in
      try db.execute(sql: SQLiteSession.topLevelIndex)
    }
    migrator.registerMigration("words of Thai, Lao, Khmer, Myanmar") { _ in }
    migrator.registerMigration("fewer pages for a new post") { db in
      try db.execute(sql: SQLiteTreePaths.insertedWithPosition)
      try db.execute(sql: fewerEntries)
    }
    migrator.registerMigration("uploads before their posts") { db in
      try db.execute(sql: uploads)
    }
    migrator.registerMigration("marks of accounts") { db in
      try db.execute(sql: marks)
    }
    // New columns are added above: what follows reads all that the program knows.
    migrator.registerMigration("Korean within words, emoji") { _ in }
    migrator.registerMigration("signs that are emoji or text") { db in
      try refreshTexts(db)
    }
    migrator.registerMigration("summaries of copied stories without author and replies") { db in
      var last: Int? = 0
      while let id = last {
        last = try SQLiteSession(db).shortenSummaries(after: id, limit: 1_000)
      }
    }
    return migrator
  }()

  /// Posts that answer nobody are in no list of answers, and the keys of a day are read quickly.
  private static let fewerEntries = """
    DROP INDEX posts_by_answered;
    CREATE INDEX posts_by_answered ON posts (answers_user, created_at, id)
      WHERE answers_user > 0 AND answers_user <> user_id;
    DROP INDEX creation_keys_by_time;
    """

  /// What accounts have read and saved, as ranges of numbers.
  private static let marks = """
    CREATE TABLE marks (
      user_id INTEGER PRIMARY KEY,
      version INTEGER NOT NULL,
      first_post INTEGER,
      read_posts TEXT NOT NULL,
      unread_posts TEXT NOT NULL,
      saved_posts TEXT NOT NULL
    );
    """

  /// The keys of e-mails, in the same columns as on other databases.
  private static let emailKeys = """
    ALTER TABLE users ADD COLUMN email_key TEXT NOT NULL DEFAULT '';
    CREATE TABLE invitations_by_key (
      email_key TEXT PRIMARY KEY,
      email TEXT NOT NULL,
      invited_by INTEGER,
      created_at INTEGER NOT NULL
    ) WITHOUT ROWID;
    INSERT INTO invitations_by_key SELECT lower(email), email, invited_by, created_at
      FROM invitations;
    DROP TABLE invitations;
    ALTER TABLE invitations_by_key RENAME TO invitations;
    DROP TABLE sign_in_codes;
    CREATE TABLE sign_in_codes (
      email_key TEXT NOT NULL,
      peer TEXT NOT NULL,
      code TEXT NOT NULL,
      expires_at INTEGER NOT NULL,
      tries INTEGER NOT NULL DEFAULT 0,
      PRIMARY KEY (email_key, peer)
    ) WITHOUT ROWID;
    DROP INDEX sign_in_attempts_by_email;
    ALTER TABLE sign_in_attempts RENAME COLUMN email TO email_key;
    UPDATE sign_in_attempts SET email_key = lower(email_key);
    CREATE INDEX sign_in_attempts_by_email ON sign_in_attempts (kind, email_key, at);
    """

  /// The pages on the web of sources whose keys don't tell them, such as mails of an archive.
  private static let sourcePages = """
    CREATE TABLE source_pages (
      source TEXT NOT NULL,
      source_key TEXT NOT NULL,
      page TEXT NOT NULL,
      PRIMARY KEY (source, source_key)
    ) WITHOUT ROWID;
    """

  /// The list of users, see `UserList`.
  private static let userList = """
    ALTER TABLE users ADD COLUMN active_at INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE users ADD COLUMN profile_id INTEGER;
    CREATE INDEX profiles_by_user ON posts (user_id, id) WHERE template_name = 'profile';
    CREATE INDEX users_listed ON users (invited_by, active_at DESC, profile_id)
      WHERE profile_id IS NOT NULL;
    \(SQLiteSession.refreshUsers);
    """

  /// Whom posts answer, and the last reply and the number of replies of top-level posts.
  private static let threads = """
    ALTER TABLE posts ADD COLUMN answers_user INTEGER;
    ALTER TABLE posts ADD COLUMN last_reply_at INTEGER;
    ALTER TABLE posts ADD COLUMN descendants INTEGER;
    UPDATE posts SET answers_user = coalesce(
      (SELECT p.user_id FROM posts p WHERE p.id = posts.parent_id AND p.id <> posts.id), 0);
    UPDATE posts SET (descendants, last_reply_at) =
        (SELECT count(*) - 1, max(created_at) FROM posts c WHERE c.root_id = posts.id)
      WHERE root_id = id;
    CREATE INDEX posts_by_answered ON posts (answers_user, created_at, id);
    CREATE INDEX posts_by_last_reply ON posts (last_reply_at, id) WHERE last_reply_at IS NOT NULL;
    CREATE INDEX posts_without_answered ON posts (id) WHERE answers_user IS NULL;
    """

  /// The sources of purged posts, so that a later import doesn't bring them back; and an index for
  /// the placeholders of deleted posts.
  private static let deletedSources = """
    CREATE TABLE deleted_sources (
      source TEXT NOT NULL,
      source_key TEXT NOT NULL,
      PRIMARY KEY (source, source_key)
    ) WITHOUT ROWID;
    CREATE INDEX deleted_posts_by_parent ON deleted_posts (parent_id);
    """

  /// Claims on pictures, which also need rows for pictures from before quotas.
  private static let claims = """
    ALTER TABLE pictures ADD COLUMN kept_until INTEGER NOT NULL DEFAULT 0;
    CREATE TABLE picture_pieces (
      name TEXT NOT NULL,
      number INTEGER NOT NULL,
      bytes BLOB NOT NULL,
      PRIMARY KEY (name, number)
    ) WITHOUT ROWID;
    INSERT OR IGNORE INTO pictures (name, user_id, bytes)
      SELECT substr(image_url, 10), 0, 0 FROM posts WHERE image_url LIKE '/uploads/%'
      UNION SELECT substr(image_url, 10), 0, 0 FROM deleted_posts WHERE image_url LIKE '/uploads/%';
    INSERT INTO settings VALUES ('pictures', 'a folder');
    """

  /// Fills the keys of the users' e-mails; of two that differ in the case of other letters than A to
  /// Z only, the later one keeps its own.
  private static func fillEmailKeys(_ db: Database) throws {
    var keys: Set<String> = []
    for row in try Row.fetchAll(db, sql: "SELECT id, email FROM users ORDER BY id") {
      let (id, email): (Int, String) = (row[0], row[1])
      let key = keys.insert(SQLText.key(email)).inserted ? SQLText.key(email) : email
      keys.insert(key)
      try db.execute(
        sql: "UPDATE users SET email_key = ? WHERE id = ?", arguments: [key, id])
    }
    try db.execute(sql: "CREATE UNIQUE INDEX users_by_email ON users (email_key)")
  }

  /// Fills the columns of display names.
  private static func fillNameKeys(_ db: Database) throws {
    for row in try Row.fetchAll(db, sql: "SELECT id, name, email FROM users") {
      try db.execute(
        sql: "UPDATE users SET name_key = ? WHERE id = ?",
        arguments: [DisplayName.key(row[1], email: row[2]), row[0] as Int])
    }
    let keys = try String.fetchAll(
      db,
      sql: """
        SELECT name_key FROM users GROUP BY name_key
        HAVING count(*) > 1 OR min(coalesce(name, '')) = ''
        """)
    for key in keys { try SQLiteSession(db).disambiguate(key) }
  }
}
