// The tables of the first migrations; each stays as it was released.
extension SQLiteSchema {
  /// The sources of imported posts, so that a later import finds them.
  static let sources = """
    ALTER TABLE posts ADD COLUMN source TEXT;
    ALTER TABLE posts ADD COLUMN source_key TEXT;
    ALTER TABLE deleted_posts ADD COLUMN source TEXT;
    ALTER TABLE deleted_posts ADD COLUMN source_key TEXT;
    CREATE INDEX posts_by_source ON posts (source, source_key) WHERE source IS NOT NULL;
    """

  /// Digests of imported posts, so that a later import detects edits by users.
  static let sourceDigests = """
    ALTER TABLE posts ADD COLUMN source_digest INTEGER;
    ALTER TABLE deleted_posts ADD COLUMN source_digest INTEGER;
    """

  /// Data for quotas, and for display names.
  static let quotas = """
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
  static let attemptsOfPeers = """
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
  static let deletedPosts = """
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
  static let creationKeys = """
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
  static let childCounts = """
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
  static let codes = """
    CREATE TABLE sign_in_codes (
      email TEXT PRIMARY KEY COLLATE NOCASE,
      code TEXT NOT NULL,
      expires_at INTEGER NOT NULL,
      tries INTEGER NOT NULL DEFAULT 0
    ) WITHOUT ROWID;
    """

  /// Only the hash of a token is stored, so that a copy of the database gives no access.
  static let accounts = """
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
  static let tables = """
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

  static let indexes = """
    CREATE INDEX posts_by_parent ON posts (parent_id, created_at, id);
    CREATE INDEX posts_by_time ON posts (created_at, id);
    CREATE INDEX posts_by_template ON posts (template_name, created_at, id);
    CREATE INDEX posts_by_author ON posts (user_id, created_at, id);
    CREATE INDEX posts_by_picture ON posts (image_url) WHERE image_url IS NOT NULL;
    """

  /// Not read any more: the templates are `PostTemplate.standard`.
  static let templates = """
    INSERT INTO templates VALUES
      ('post', 'Title', 'Summary', 'Body', 'posts'),
      ('query', 'query title', 'query', 'query details', 'queries'),
      ('profile', 'name', 'mission', 'personal statement', 'profiles');
    """
}
