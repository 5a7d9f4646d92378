import GRDB

/// The tables on SQLite, as migrations; released ones never change.
enum SQLiteSchema {
  /// All migrations, oldest first.
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
      try refreshTexts(db)
    }
    migrator.registerMigration("users by inviter and activity") { db in
      try db.execute(sql: userList)
    }
    return migrator
  }()

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

  /// The sources of imported posts, so that a later import finds them.
  private static let sources = """
    ALTER TABLE posts ADD COLUMN source TEXT;
    ALTER TABLE posts ADD COLUMN source_key TEXT;
    ALTER TABLE deleted_posts ADD COLUMN source TEXT;
    ALTER TABLE deleted_posts ADD COLUMN source_key TEXT;
    CREATE INDEX posts_by_source ON posts (source, source_key) WHERE source IS NOT NULL;
    """

  /// Digests of imported posts, so that a later import detects edits by users.
  private static let sourceDigests = """
    ALTER TABLE posts ADD COLUMN source_digest INTEGER;
    ALTER TABLE deleted_posts ADD COLUMN source_digest INTEGER;
    """

  /// Data for quotas, and for display names.
  private static let quotas = """
    CREATE TABLE pictures (
      name TEXT PRIMARY KEY,
      user_id INTEGER NOT NULL,
      bytes INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX pictures_by_user ON pictures (user_id, bytes);
    CREATE TABLE posts_made (user_id INTEGER NOT NULL, at INTEGER NOT NULL);
    CREATE INDEX posts_made_by_user ON posts_made (user_id, at);
    ALTER TABLE users ADD COLUMN name_key TEXT NOT NULL DEFAULT '';
    ALTER TABLE users ADD COLUMN shown_name TEXT;
    CREATE INDEX users_by_name ON users (name_key, shown_name);
    """

  /// Codes and attempts by peer, so that one peer can't exhaust the limits of others.
  private static let attemptsOfPeers = """
    DROP TABLE sign_in_attempts;
    CREATE TABLE sign_in_attempts (
      kind TEXT NOT NULL,
      email TEXT NOT NULL COLLATE NOCASE,
      peer TEXT NOT NULL,
      is_known INTEGER NOT NULL,
      at INTEGER NOT NULL
    );
    CREATE INDEX sign_in_attempts_by_time ON sign_in_attempts (kind, is_known, at);
    CREATE INDEX sign_in_attempts_by_email ON sign_in_attempts (kind, email, at);
    CREATE INDEX sign_in_attempts_by_peer ON sign_in_attempts (kind, peer, at);
    DROP TABLE sign_in_codes;
    CREATE TABLE sign_in_codes (
      email TEXT NOT NULL COLLATE NOCASE,
      peer TEXT NOT NULL,
      code TEXT NOT NULL,
      expires_at INTEGER NOT NULL,
      tries INTEGER NOT NULL DEFAULT 0,
      PRIMARY KEY (email, peer)
    ) WITHOUT ROWID;
    """

  /// Deleted posts that can be restored.
  ///
  /// New columns of `posts` must be added here, too. Readers of posts don't read this table.
  private static let deletedPosts = """
    CREATE TABLE deleted_posts (
      id INTEGER PRIMARY KEY,
      user_id INTEGER NOT NULL,
      parent_id INTEGER,
      title TEXT NOT NULL,
      summary TEXT NOT NULL,
      body TEXT NOT NULL,
      image_url TEXT,
      clip_offset_x REAL NOT NULL,
      clip_offset_y REAL NOT NULL,
      created_at INTEGER NOT NULL,
      timezone TEXT NOT NULL,
      location_tag TEXT,
      ai_generated INTEGER NOT NULL,
      template_name TEXT NOT NULL,
      deleted_at INTEGER NOT NULL,
      deleted_by INTEGER
    );
    CREATE INDEX deleted_posts_by_time ON deleted_posts (deleted_at);
    CREATE INDEX deleted_posts_by_picture ON deleted_posts (image_url) WHERE image_url IS NOT NULL;
    """

  /// The keys of created posts, so that repeated requests don't create another post.
  private static let creationKeys = """
    CREATE TABLE creation_keys (
      user_id INTEGER NOT NULL,
      name TEXT NOT NULL,
      post_id INTEGER NOT NULL,
      created_at INTEGER NOT NULL,
      PRIMARY KEY (user_id, name)
    ) WITHOUT ROWID;
    CREATE INDEX creation_keys_by_time ON creation_keys (created_at);
    """

  /// Child counts, updated by triggers: counting 10,000 children for each response would take a
  /// millisecond.
  ///
  /// A post that is its own parent is not its own child; a parent may be inserted after its
  /// children.
  private static let childCounts = """
    ALTER TABLE posts ADD COLUMN child_count INTEGER NOT NULL DEFAULT 0;
    UPDATE posts SET child_count =
      (SELECT count(*) FROM posts c WHERE c.parent_id = posts.id AND c.id <> posts.id);
    CREATE TRIGGER posts_added AFTER INSERT ON posts BEGIN
      UPDATE posts SET child_count =
        (SELECT count(*) FROM posts c WHERE c.parent_id = new.id AND c.id <> new.id)
        WHERE id = new.id
          AND EXISTS (SELECT 1 FROM posts c WHERE c.parent_id = new.id AND c.id <> new.id);
      UPDATE posts SET child_count = child_count + 1
        WHERE id = new.parent_id AND id <> new.id;
    END;
    CREATE TRIGGER posts_moved AFTER UPDATE OF parent_id ON posts
      WHEN new.parent_id IS NOT old.parent_id BEGIN
      UPDATE posts SET child_count = child_count - 1
        WHERE id = old.parent_id AND id <> old.id;
      UPDATE posts SET child_count = child_count + 1
        WHERE id = new.parent_id AND id <> new.id;
    END;
    CREATE TRIGGER posts_deleted AFTER DELETE ON posts BEGIN
      UPDATE posts SET child_count = child_count - 1
        WHERE id = old.parent_id AND id <> old.id;
    END;
    """

  /// Pending codes are dropped: they had six digits, and attempts were not counted.
  private static let codes = """
    CREATE TABLE sign_in_codes (
      email TEXT PRIMARY KEY COLLATE NOCASE,
      code TEXT NOT NULL,
      expires_at INTEGER NOT NULL,
      tries INTEGER NOT NULL DEFAULT 0
    ) WITHOUT ROWID;
    """

  /// Only the hash of a token is stored, so that a copy of the database gives no access.
  private static let accounts = """
    CREATE TABLE devices (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      user_id INTEGER NOT NULL,
      device_id TEXT NOT NULL,
      name TEXT NOT NULL,
      token_hash BLOB NOT NULL UNIQUE,
      created_at INTEGER NOT NULL,
      used_at INTEGER NOT NULL,
      revoked_at INTEGER
    );
    CREATE INDEX devices_by_user ON devices (user_id, used_at);
    CREATE TABLE invitations (
      email TEXT PRIMARY KEY COLLATE NOCASE,
      invited_by INTEGER,
      created_at INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE sign_in_attempts (
      kind TEXT NOT NULL,
      email TEXT NOT NULL COLLATE NOCASE,
      at INTEGER NOT NULL
    );
    CREATE INDEX sign_in_attempts_by_time ON sign_in_attempts (kind, at);
    """

  /// Times are milliseconds since 1970; numbers are never reused.
  ///
  /// `parent_id` is not a foreign key, because posts may outlive their parents.
  private static let tables = """
    CREATE TABLE users (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      email TEXT NOT NULL UNIQUE COLLATE NOCASE,
      name TEXT,
      invited_by INTEGER,
      created_at INTEGER NOT NULL
    );
    CREATE TABLE posts (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      user_id INTEGER NOT NULL,
      parent_id INTEGER,
      title TEXT NOT NULL,
      summary TEXT NOT NULL DEFAULT '',
      body TEXT NOT NULL DEFAULT '',
      image_url TEXT,
      clip_offset_x REAL NOT NULL DEFAULT 0,
      clip_offset_y REAL NOT NULL DEFAULT 0,
      created_at INTEGER NOT NULL,
      timezone TEXT NOT NULL DEFAULT '',
      location_tag TEXT,
      ai_generated INTEGER NOT NULL DEFAULT 0,
      template_name TEXT NOT NULL DEFAULT 'post'
    );
    CREATE TABLE templates (
      name TEXT PRIMARY KEY,
      placeholder_title TEXT NOT NULL,
      placeholder_summary TEXT NOT NULL,
      placeholder_body TEXT NOT NULL,
      plural_name TEXT NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE query_views (
      query_id INTEGER NOT NULL,
      user_id INTEGER NOT NULL,
      newest_post_id INTEGER NOT NULL,
      PRIMARY KEY (query_id, user_id)
    ) WITHOUT ROWID;
    CREATE TABLE sign_in_codes (
      email TEXT PRIMARY KEY COLLATE NOCASE,
      code TEXT NOT NULL,
      expires_at INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE settings (
      name TEXT PRIMARY KEY,
      value TEXT NOT NULL
    ) WITHOUT ROWID;
    """

  private static let indexes = """
    CREATE INDEX posts_by_parent ON posts (parent_id, created_at, id);
    CREATE INDEX posts_by_time ON posts (created_at, id);
    CREATE INDEX posts_by_template ON posts (template_name, created_at, id);
    CREATE INDEX posts_by_author ON posts (user_id, created_at, id);
    CREATE INDEX posts_by_picture ON posts (image_url) WHERE image_url IS NOT NULL;
    """

  /// Not read any more: the templates are `PostTemplate.standard`.
  private static let templates = """
    INSERT INTO templates VALUES
      ('post', 'Title', 'Summary', 'Body', 'posts'),
      ('query', 'query title', 'query', 'query details', 'queries'),
      ('profile', 'name', 'mission', 'personal statement', 'profiles');
    """
}
