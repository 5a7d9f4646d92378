// The tables of version 1; they stay as they were released.
extension PostgresSchema {
  /// The statements of version 1.
  static let tables =
    [
      "CREATE SEQUENCE user_numbers", "CREATE SEQUENCE post_numbers",
      "CREATE SEQUENCE device_numbers", "CREATE SEQUENCE change_numbers",
      """
      CREATE TABLE users (
        id bigint PRIMARY KEY DEFAULT nextval('user_numbers'),
        email text NOT NULL,
        email_key text NOT NULL UNIQUE,
        name text,
        name_key text NOT NULL DEFAULT '',
        shown_name text,
        invited_by bigint,
        created_at bigint NOT NULL
      )
      """,
      """
      CREATE TABLE posts (
        id bigint PRIMARY KEY DEFAULT nextval('post_numbers'),
        \(postColumns),
        child_count bigint NOT NULL DEFAULT 0,
        words tsvector
      )
      """,
      """
      CREATE TABLE deleted_posts (
        id bigint PRIMARY KEY,
        \(postColumns),
        deleted_at bigint NOT NULL,
        deleted_by bigint
      )
      """,
    ] + views + accounts + indexes

  /// `parent_id` is not a foreign key, because posts may outlive their parents.
  private static let postColumns = """
    user_id bigint NOT NULL,
        parent_id bigint,
        title text NOT NULL,
        summary text NOT NULL,
        body text NOT NULL,
        image_url text,
        clip_offset_x double precision NOT NULL,
        clip_offset_y double precision NOT NULL,
        created_at bigint NOT NULL,
        timezone text NOT NULL,
        location_tag text,
        ai_generated boolean NOT NULL,
        template_name text NOT NULL,
        source text,
        source_key text
    """

  private static let views = [
    // Rows are kept for an hour.
    """
    CREATE TABLE changes (
      id bigint PRIMARY KEY DEFAULT nextval('change_numbers'),
      at bigint NOT NULL
    )
    """,
    """
    CREATE TABLE query_views (
      query_id bigint NOT NULL,
      user_id bigint NOT NULL,
      newest_post_id bigint NOT NULL,
      PRIMARY KEY (query_id, user_id)
    )
    """,
    """
    CREATE TABLE creation_keys (
      user_id bigint NOT NULL,
      name text NOT NULL,
      post_id bigint NOT NULL,
      created_at bigint NOT NULL,
      PRIMARY KEY (user_id, name)
    )
    """,
    "CREATE TABLE pictures (name text PRIMARY KEY, user_id bigint NOT NULL, bytes bigint NOT NULL)",
    "CREATE TABLE posts_made (user_id bigint NOT NULL, at bigint NOT NULL)",
  ]

  /// E-mails are stored as given, and compared by `email_key`, in lower case.
  ///
  /// Only the hash of a token is stored.
  private static let accounts = [
    """
    CREATE TABLE devices (
      id bigint PRIMARY KEY DEFAULT nextval('device_numbers'),
      user_id bigint NOT NULL,
      device_id text NOT NULL,
      name text NOT NULL,
      token_hash bytea NOT NULL UNIQUE,
      created_at bigint NOT NULL,
      used_at bigint NOT NULL,
      revoked_at bigint
    )
    """,
    """
    CREATE TABLE invitations (
      email_key text PRIMARY KEY,
      email text NOT NULL,
      invited_by bigint,
      created_at bigint NOT NULL
    )
    """,
    """
    CREATE TABLE sign_in_codes (
      email_key text NOT NULL,
      peer text NOT NULL,
      code text NOT NULL,
      expires_at bigint NOT NULL,
      tries bigint NOT NULL DEFAULT 0,
      PRIMARY KEY (email_key, peer)
    )
    """,
    """
    CREATE TABLE sign_in_attempts (
      kind text NOT NULL,
      email_key text NOT NULL,
      peer text NOT NULL,
      is_known boolean NOT NULL,
      at bigint NOT NULL
    )
    """,
  ]

  private static let indexes = [
    "CREATE INDEX posts_by_parent ON posts (parent_id, created_at, id)",
    "CREATE INDEX posts_by_time ON posts (created_at, id)",
    "CREATE INDEX posts_by_template ON posts (template_name, created_at, id)",
    "CREATE INDEX posts_by_author ON posts (user_id, created_at, id)",
    "CREATE INDEX posts_by_picture ON posts (image_url) WHERE image_url IS NOT NULL",
    "CREATE INDEX posts_by_source ON posts (source, source_key) WHERE source IS NOT NULL",
    "CREATE INDEX posts_by_words ON posts USING gin (words)",
    "CREATE INDEX deleted_posts_by_time ON deleted_posts (deleted_at)",
    "CREATE INDEX deleted_posts_by_parent ON deleted_posts (parent_id)",
    "CREATE INDEX deleted_posts_by_picture ON deleted_posts (image_url) WHERE image_url IS NOT NULL",
    "CREATE INDEX users_by_name ON users (name_key, shown_name)",
    "CREATE INDEX changes_by_time ON changes (at)",
    "CREATE INDEX creation_keys_by_time ON creation_keys (created_at)",
    "CREATE INDEX pictures_by_user ON pictures (user_id, bytes)",
    "CREATE INDEX posts_made_by_user ON posts_made (user_id, at)",
    "CREATE INDEX devices_by_user ON devices (user_id, used_at)",
    "CREATE INDEX sign_in_attempts_by_time ON sign_in_attempts (kind, is_known, at)",
    "CREATE INDEX sign_in_attempts_by_email ON sign_in_attempts (kind, email_key, at)",
    "CREATE INDEX sign_in_attempts_by_peer ON sign_in_attempts (kind, peer, at)",
  ]
}
