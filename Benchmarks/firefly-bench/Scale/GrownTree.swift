import PostgresHarness

/// A tree of many posts, made within PostgreSQL as the store would make it: a root with a tenth of all posts
/// as its children, a chain of 64 levels, and branches of 10,000 posts.
struct GrownTree {
  /// Posts of a branch: its root, 99 replies, and 100 replies to each of them.
  static let branch = 10_000
  /// Levels of the chain.
  static let levels = 64
  /// Users, who invited each other.
  static let users = 1_000
  /// The first post: the one with the most children.
  static let wide = 1

  /// All posts, without the profiles.
  let posts: Int
  /// Children of the first post.
  var width: Int { posts / 10 }
  /// The first post of the chain.
  var chain: Int { width + 2 }
  /// The root of the first branch.
  var firstBranch: Int { chain + Self.levels }
  /// How many branches are whole.
  var branches: Int { (posts - firstBranch + 1) / Self.branch }

  /// Fills the empty tables of a database.
  ///
  /// - Throws: `PostgresServer.Failure`.
  func grow(in database: PostgresDatabase) throws {
    // Indexes are made afterwards: that takes a part of the time.
    try database.sql(Self.prepare)
    for rows in levels { try database.sql(Self.insert(rows)) }
    try database.sql(
      """
      DO $do$ BEGIN FOR i IN \(chain + 1)..\(chain + Self.levels - 1) LOOP
        \(Self.insert("SELECT i::bigint, i::bigint - 1, (i < \(chain + Self.levels - 1))::int"));
      END LOOP; END $do$
      """)
    try database.sql(finish)
    // Not within a transaction.
    try database.sql("VACUUM (ANALYZE) posts")
    try database.sql("ANALYZE users")
  }

  /// Number, parent and count of children of the posts, parents first; the chain comes later.
  private var levels: [String] {
    let (first, branch) = (firstBranch, Self.branch)
    let place = "(n - \(first)) % \(branch)"
    let numbers = "generate_series(\(first)::bigint, \(posts)) n"
    let firstReply = "(n - \(place) + 100 + (\(place) - 1) * 100)"
    return [
      "VALUES (\(Self.wide), NULL::bigint, \(width)), (\(chain), NULL, 1)",
      "SELECT n, \(Self.wide), 0 FROM generate_series(2::bigint, \(width + 1)) n",
      """
      SELECT n, NULL::bigint, least(99, \(posts) - n)
      FROM generate_series(\(first)::bigint, \(posts), \(branch)) n
      """,
      """
      SELECT n, n - \(place), greatest(0, least(100, \(posts) - \(firstReply) + 1))
      FROM \(numbers) WHERE \(place) BETWEEN 1 AND 99
      """,
      """
      SELECT n, n - \(place) + 1 + (\(place) - 100) / 100, 0 FROM \(numbers) WHERE \(place) >= 100
      """,
    ]
  }

  /// Adds posts.
  ///
  /// Their texts have 25 words, of which `w1` is the most frequent and `w4999` rare. Each post also has a word that
  /// no other has (`n`), and one that twenty have (`g`).
  private static func insert(_ rows: String) -> String {
    """
    INSERT INTO posts (id, user_id, parent_id, title, summary, body, clip_offset_x, clip_offset_y,
      created_at, timezone, ai_generated, template_name, child_count, words, root_id, path, depth, path_parent)
    SELECT c.id, 1 + c.id % \(users), c.parent_id, 'post n' || c.id || ' g' || c.id / 20, t.summary, t.body,
      0, 0, c.created_at, 'UTC', false, 'post', c.children,
      format('post:1A n%s:2A g%s:3A', c.id, c.id / 20)::tsvector || t.words,
      coalesce(p.root_id, c.id), \(path), coalesce(p.depth + 1, 0), c.parent_id
    FROM (
      SELECT id, parent_id, children, 1700000000000 + id * 10 AS created_at
      FROM (\(rows)) r (id, parent_id, children)
    ) c JOIN bench_texts t ON t.id = c.id % 10000 LEFT JOIN posts p ON p.id = c.parent_id
    """
  }

  /// The store's own, as a test compares.
  private static let path = """
    coalesce(p.path || decode(lpad(to_hex((1::bigint << 51) - 1 - c.created_at), 13, '0')
      || lpad(to_hex((1::bigint << 52) - 1 - c.id), 13, '0'), 'hex'), '')
    """

  private static let prepare = """
    INSERT INTO users (id, email, email_key, name, name_key, invited_by, created_at)
    SELECT n, 'u' || n || '@example.org', 'u' || n || '@example.org', 'User ' || n, 'user ' || n,
      nullif(n / 3, 0), 1700000000000 FROM generate_series(1, \(users)) n;
    CREATE TABLE bench_indexes AS SELECT indexname, indexdef FROM pg_indexes
      WHERE tablename = 'posts' AND indexname <> 'posts_pkey';
    DO $do$ DECLARE i record; BEGIN FOR i IN SELECT indexname FROM bench_indexes LOOP
      EXECUTE 'DROP INDEX ' || i.indexname;
    END LOOP; END $do$;
    SELECT setseed(0.5);
    CREATE TABLE bench_texts AS
      SELECT id, string_agg(w, ' ') FILTER (WHERE k <= 5) AS summary,
        string_agg(w, ' ') FILTER (WHERE k > 5) AS body,
        setweight(to_tsvector('simple', string_agg(w, ' ') FILTER (WHERE k <= 5)), 'B')
          || setweight(to_tsvector('simple', string_agg(w, ' ') FILTER (WHERE k > 5)), 'C') AS words
      FROM (
        SELECT id, k, 'w' || floor(power(5000, random()))::int AS w
        FROM generate_series(0, 9999) id, generate_series(1, 25) k
      ) w GROUP BY id;
    CREATE UNIQUE INDEX ON bench_texts (id);
    ANALYZE bench_texts
    """

  /// Profiles, twenty saved searches of the first user, indexes, and the next numbers.
  private var finish: String {
    """
    INSERT INTO posts (id, user_id, parent_id, title, summary, body, clip_offset_x, clip_offset_y, created_at,
      timezone, ai_generated, template_name, root_id, path, depth, path_parent)
    SELECT \(posts) + n, CASE WHEN n > \(Self.users) THEN 1 ELSE n END, -1, 'User ' || n,
      CASE WHEN n > \(Self.users) THEN 'w' || (n - \(Self.users)) * (n - \(Self.users)) ELSE '' END, '', 0, 0,
      1700000000000 + n, 'UTC', false, CASE WHEN n > \(Self.users) THEN 'query' ELSE 'profile' END,
      \(posts) + n, '', 0, -1 FROM generate_series(1, \(Self.users) + 20) n;
    DO $do$ DECLARE i record; BEGIN FOR i IN SELECT indexdef FROM bench_indexes LOOP
      EXECUTE i.indexdef;
    END LOOP; END $do$;
    SELECT setval('post_numbers', \(posts + Self.users + 20)), setval('user_numbers', \(Self.users));
    DROP TABLE bench_indexes, bench_texts
    """
  }
}
