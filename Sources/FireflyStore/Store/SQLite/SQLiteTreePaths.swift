import GRDB

/// SQL for the positions of posts in their trees: `root_id`, `path` in hexadecimal digits, `depth`,
/// and `path_parent`, the parent for which they were computed.
///
/// In cycles of parents, `root_id` is 0 and `path` is NULL. New posts are inserted with their
/// positions; a trigger sets those of restored and copied ones. A transaction that changes parents
/// leaves outdated positions, which `repair` updates before the commit.
enum SQLiteTreePaths {
  /// Whether a post has no position, or that of another parent.
  private static let isOutdated = "root_id IS NULL OR path_parent IS NOT parent_id"
  /// Whether all positions are up to date.
  static let areUpToDate = "NOT EXISTS (SELECT 1 FROM \(without))"
  private static let without = "posts INDEXED BY posts_without_place WHERE \(isOutdated)"

  private static func key(_ post: String) -> String {
    """
    printf('%013x%013x', \(TreePath.maximumTime) - \(post).created_at,
      \(TreePath.maximumNumber) - \(post).id)
    """
  }

  /// Returns expressions for `root_id`, `path` and `depth` of a post below its parent `p`, which is
  /// NULL for a root.
  static func values(for post: String) -> String {
    """
    CASE WHEN p.id IS NULL THEN \(post).id ELSE p.root_id END,
      CASE WHEN p.id IS NULL THEN '' WHEN p.depth < \(TreePath.levels - 1)
        THEN p.path || \(key(post)) END,
      coalesce(p.depth + 1, 0)
    """
  }

  /// The columns, filled for all trees with a root.
  static let schema = """
    ALTER TABLE posts ADD COLUMN root_id INTEGER;
    ALTER TABLE posts ADD COLUMN path TEXT;
    ALTER TABLE posts ADD COLUMN depth INTEGER;
    ALTER TABLE posts ADD COLUMN path_parent INTEGER;
    WITH RECURSIVE down (id, root_id, path, depth) AS (
      SELECT c.id, c.id, '', 0 FROM posts c
        WHERE c.parent_id IS NULL OR c.parent_id NOT IN (SELECT id FROM posts)
      \(below())
    )
    \(update);
    UPDATE posts SET root_id = 0, depth = 0, path_parent = parent_id WHERE root_id IS NULL;
    CREATE INDEX posts_by_path ON posts (root_id, path);
    CREATE INDEX posts_without_place ON posts (id) WHERE \(isOutdated);
    CREATE TRIGGER posts_placed AFTER INSERT ON posts BEGIN
      UPDATE posts SET path_parent = NULL
        WHERE parent_id = new.id AND id <> new.id AND root_id IS NOT NULL;
      UPDATE posts SET (root_id, path, depth, path_parent) = (
        SELECT \(values(for: "new")), new.parent_id
        FROM (SELECT 1) LEFT JOIN posts p ON p.id = new.parent_id
      ) WHERE id = new.id;
    END;
    """

  /// The trigger leaves the positions with which posts are inserted.
  static let insertedWithPosition = """
    DROP TRIGGER posts_placed;
    CREATE TRIGGER posts_placed AFTER INSERT ON posts BEGIN
      UPDATE posts SET path_parent = NULL
        WHERE parent_id = new.id AND id <> new.id AND root_id IS NOT NULL;
      UPDATE posts SET (root_id, path, depth, path_parent) = (
        SELECT \(values(for: "new")), new.parent_id
        FROM (SELECT 1) LEFT JOIN posts p ON p.id = new.parent_id
      ) WHERE id = new.id AND root_id IS NULL;
    END;
    """

  private static func below(_ condition: String = "") -> String {
    """
    UNION ALL SELECT c.id, d.root_id,
        CASE WHEN d.depth < \(TreePath.levels - 1) THEN d.path || \(key("c")) END, d.depth + 1
        FROM down d JOIN posts c ON c.parent_id = d.id AND c.id <> c.parent_id\(condition)
    """
  }

  private static let update = """
    UPDATE posts SET root_id = d.root_id, path = d.path, depth = d.depth, path_parent = parent_id
    FROM down d WHERE posts.id = d.id
    """

  /// Updates all outdated positions.
  static func repair(_ db: Database) throws {
    while let id = try Int.fetchOne(
      db.cachedStatement(sql: "SELECT id FROM \(without) LIMIT 1"))
    {
      try repair(try top(above: id, db), db)
    }
    while try SQLiteSession(db).countThreads(limit: threadBatch) {}
  }

  /// Number of posts whose threads are counted together.
  private static let threadBatch = 100_000

  /// Returns the highest ancestor without a position; in a cycle, any post of it.
  private static func top(above post: Int, _ db: Database) throws -> Int {
    var (top, seen) = (post, Set<Int>())
    while seen.insert(top).inserted,
      let parent = try Int.fetchOne(
        db,
        sql: """
          SELECT p.id FROM posts c JOIN posts p ON p.id = c.parent_id
          WHERE c.id = ? AND p.root_id IS NULL
          """, arguments: [top])
    {
      top = parent
    }
    return top
  }

  /// Updates the positions of a post and its branch.
  private static func repair(_ post: Int, _ db: Database) throws {
    let isRing = try Bool.fetchOne(
      db,
      sql: """
        WITH RECURSIVE up (id) AS (
          SELECT parent_id FROM posts WHERE id = ?1
          UNION SELECT p.parent_id FROM up JOIN posts p ON p.id = up.id
        )
        SELECT EXISTS (SELECT 1 FROM up WHERE id = ?1)
        """, arguments: [post])
    let position = isRing == true ? "0, NULL, 0" : Self.values(for: "t")
    try db.execute(
      sql: """
        WITH RECURSIVE down (id, root_id, path, depth) AS (
          SELECT t.id, \(position) FROM posts t LEFT JOIN posts p ON p.id = t.parent_id WHERE t.id = ?1
          \(below(" AND c.id <> ?1"))
        )
        \(update)
        """, arguments: [post])
  }
}
