import Foundation

/// The tables on PostgreSQL, in a dialect that CockroachDB and YugabyteDB support, too.
///
/// Two versions of Firefly may use the same database: a version only adds what the one before can
/// ignore, and a later one removes it. Times are milliseconds since 1970. Numbers come from
/// sequences, so that they stay below 2⁵³, and are never reused.
enum PostgresSchema {
  /// The version of the tables that this program needs.
  static let version = upgrades.count

  /// Statements that create the locks, run before anything else; each can be repeated.
  static let beginning = [
    "CREATE TABLE IF NOT EXISTS locks (name text PRIMARY KEY)",
    "CREATE TABLE IF NOT EXISTS settings (name text PRIMARY KEY, value text NOT NULL)",
    """
    INSERT INTO locks (name) VALUES ('schema'), ('owner'), ('tree'), ('sign-in')
    ON CONFLICT (name) DO NOTHING
    """,
  ]

  /// The whole schema as SQL, for databases whose user may not create tables.
  static var script: String {
    var lines = ["BEGIN;"] + beginning.map { $0 + ";" }
    for version in 1...version {
      lines.append("-- Version \(version): a database of an older version needs what follows only.")
      lines += step(to: version).map { $0 + ";" }
    }
    return (lines + ["COMMIT;"]).map { $0 + "\n" }.joined()
  }

  /// Returns the statements that upgrade the tables from an older version; 0 for none.
  static func upgrade(from older: Int) -> [String] {
    older < version ? (older + 1...version).flatMap(step) : []
  }

  private static func step(to version: Int) -> [String] {
    upgrades[version - 1]
      + (version == 1
        ? settings.map { "INSERT INTO settings VALUES ('\($0.name)', '\($0.value)')" }
        : ["UPDATE settings SET value = '\(version)' WHERE name = 'schema'"])
  }

  /// The settings of new tables: their version, the oldest version that can use them, and the ID of
  /// the data.
  private static var settings: [(name: String, value: String)] {
    let id = (0..<4).map { _ in String(format: "%08x", UInt32.random(in: 0...UInt32.max)) }
    return [("schema", "1"), ("schema-oldest", "1"), ("id", id.joined())]
  }

  /// The statements of each version, from 1; released versions never change.
  private static let upgrades = [
    tables, treePaths, pictures, sourceDigests, namelessUsers, threads, texts, userList,
    purgedNumbers, sourcePages, [PostgresSession.topLevelIndex], clusters,
    uploads, syllables, summaries, signs, marks,
  ]

  /// Version 2: the positions of posts in their trees, see `TreePath`.
  ///
  /// A path is up to date if `path_parent` is the current parent. Outdated posts, such as those
  /// that version 1 writes, have their own index.
  private static let treePaths = [
    "ALTER TABLE posts ADD COLUMN root_id bigint",
    "ALTER TABLE posts ADD COLUMN path bytea",
    "ALTER TABLE posts ADD COLUMN depth bigint",
    "ALTER TABLE posts ADD COLUMN path_parent bigint",
    "CREATE INDEX posts_by_path ON posts (root_id, path)",
    "CREATE INDEX posts_without_place ON posts (path_parent, id) WHERE \(PostgresTreePaths.isOutdated)",
  ]

  /// Version 3: pictures in the database.
  ///
  /// `kept_until` is the expiry of the last claim on a picture; 0 for none.
  private static let pictures = [
    "ALTER TABLE pictures ADD COLUMN kept_until bigint NOT NULL DEFAULT 0",
    """
    CREATE TABLE picture_pieces (
      name text NOT NULL,
      number bigint NOT NULL,
      bytes bytea NOT NULL,
      PRIMARY KEY (name, number)
    )
    """,
  ]

  /// Version 4: digests of imported posts, so that a later import detects edits by users.
  ///
  /// Version 3 leaves them NULL: such posts count as edited.
  private static let sourceDigests = [
    "ALTER TABLE posts ADD COLUMN source_digest bigint",
    "ALTER TABLE deleted_posts ADD COLUMN source_digest bigint",
  ]

  /// Version 5: users without a name are shown by the start of their e-mail, see `DisplayName`.
  ///
  /// Version 4 shows new ones by their whole e-mail until they have a name.
  private static let namelessUsers = [
    """
    UPDATE users SET name_key = lower(split_part(email, '@', 1)),
      shown_name = split_part(email, '@', 1) WHERE coalesce(name, '') = ''
    """,
    """
    UPDATE users SET shown_name = shown_name || ' (' || substr(split_part(email, '@', 2), 1, 1) || ')'
    WHERE coalesce(name, '') = ''
      AND name_key IN (SELECT name_key FROM users GROUP BY name_key HAVING count(*) > 1)
    """,
  ]

  /// Version 6: whom posts answer, the last reply and the number of replies of top-level posts, and the
  /// sources of purged posts, so that a later import doesn't bring them back.
  ///
  /// `answers_user` is NULL where these are unknown: in posts that version 5 writes, and in threads that
  /// have changed. `PostgresMaintenance` fills them.
  private static let threads = [
    "ALTER TABLE posts ADD COLUMN answers_user bigint",
    "ALTER TABLE posts ADD COLUMN last_reply_at bigint",
    "ALTER TABLE posts ADD COLUMN descendants bigint",
    "CREATE INDEX posts_by_answered ON posts (answers_user, created_at, id)",
    "CREATE INDEX posts_by_last_reply ON posts (last_reply_at, id) WHERE last_reply_at IS NOT NULL",
    "CREATE INDEX posts_without_answered ON posts (id) WHERE answers_user IS NULL",
    """
    CREATE TABLE deleted_sources (
      source text NOT NULL,
      source_key text NOT NULL,
      PRIMARY KEY (source, source_key)
    )
    """,
  ]

  /// Version 7: the pictures that texts show, and words as `SearchForm` folds them.
  ///
  /// `PostgresMaintenance` rewrites the words that version 6 writes. Version 6 finds all words that need
  /// no folding, but removes pictures that no post has as its own.
  private static let texts = [
    "CREATE TABLE post_pictures (post bigint, name text, PRIMARY KEY (post, name))",
    "CREATE INDEX post_pictures_by_name ON post_pictures (name, post)",
    // In an order that no other index has, so that the planner can't prefer one.
    "CREATE INDEX posts_with_old_words ON posts ((-id)) WHERE \(SearchVector.isOld("words", form: 1))",
  ]

  /// Version 8: the list of users, see `UserList`.
  ///
  /// `PostgresMaintenance` finds the profiles and posts that version 6 writes by their words.
  private static let userList = [
    "ALTER TABLE users ADD COLUMN active_at bigint NOT NULL DEFAULT 0",
    "ALTER TABLE users ADD COLUMN profile_id bigint",
    "CREATE INDEX profiles_by_user ON posts (user_id, id) WHERE template_name = 'profile'",
    """
    CREATE INDEX users_listed ON users (invited_by, active_at DESC, profile_id)
    WHERE profile_id IS NOT NULL
    """,
    PostgresSession.refreshUsers,
  ]

  /// Version 9: the numbers of purged posts, so that links of a later import still lead to them.
  ///
  /// Version 8 leaves them NULL.
  private static let purgedNumbers = ["ALTER TABLE deleted_sources ADD COLUMN post bigint"]

  /// Version 10: the pages on the web of sources whose keys don't tell them, such as mails of an archive.
  private static let sourcePages = [
    """
    CREATE TABLE source_pages (
      source text NOT NULL,
      source_key text NOT NULL,
      page text NOT NULL,
      PRIMARY KEY (source, source_key)
    )
    """
  ]

  /// Version 12: words of Thai, Lao, Khmer and Myanmar by clusters, which `PostgresMaintenance` rewrites.
  private static let clusters = [
    "CREATE INDEX posts_with_former_words ON posts ((-id)) WHERE \(SearchVector.isOld("words", form: 2))"
  ]

  /// Version 14: Korean words by syllables, and emoji, which `PostgresMaintenance` rewrites.
  private static let syllables = [
    "CREATE INDEX posts_with_older_words ON posts ((-id)) WHERE \(SearchVector.isOld("words", form: 3))"
  ]

  /// Version 15: the number of the last copied story whose summary was looked at, until `PostgresMaintenance` has
  /// shortened all that version 14 wrote.
  private static let summaries = [
    """
    INSERT INTO settings (name, value) VALUES ('\(MaintenanceRun.summaries)', '0')
    ON CONFLICT (name) DO NOTHING
    """
  ]

  /// Version 16: signs that are emoji or text, such as ™, which `PostgresMaintenance` rewrites.
  private static let signs = [
    "CREATE INDEX posts_with_signless_words ON posts ((-id)) WHERE \(SearchVector.isOld("words", form: 4))"
  ]

  /// Version 17: what accounts have read and saved, as ranges of numbers.
  ///
  /// Version 16 leaves the marks of users whom it removes.
  private static let marks = [
    """
    CREATE TABLE marks (
      user_id bigint PRIMARY KEY,
      version bigint NOT NULL,
      first_post bigint,
      read_posts text NOT NULL,
      unread_posts text NOT NULL,
      saved_posts text NOT NULL
    )
    """
  ]

  /// Version 13: who has sent a picture, and until when it waits for a post that shows it; 0 if one has.
  ///
  /// Version 12 removes pictures that wait.
  private static let uploads = [
    """
    CREATE TABLE uploads (
      name text NOT NULL,
      user_id bigint NOT NULL,
      kept_until bigint NOT NULL,
      PRIMARY KEY (name, user_id)
    )
    """,
    "CREATE INDEX uploads_waiting ON uploads (user_id, kept_until) WHERE kept_until > 0",
  ]
}
