import FireflyCore
import FireflyTransfer

/// A connection to a database for one call of a store, on a thread that may wait for it.
///
/// The extensions in this folder are the store's calls, written once. A database provides the
/// requirements: running statements, and what it does in its own way.
protocol SQLSession {
  var dialect: SQLDialect { get }

  // MARK: Statements

  /// Runs one statement, with `?1` and so on for its arguments.
  /// - Returns: the number of changed rows.
  @discardableResult
  func run(_ statement: String, with arguments: [SQLValue]) throws -> Int

  /// Reads the rows of one statement, until `visit` returns false.
  /// - Throws: the error of the database, and what `visit` throws.
  func read(
    _ statement: String, with arguments: [SQLValue], _ visit: (SQLRow) throws -> Bool
  ) throws

  /// Locks a name until the end of the transaction.
  func lock(_ name: String) throws

  // MARK: Posts

  /// Returns posts that match a condition, newest first, after a position; at least one if there
  /// is any. The page ends after `StoredPost.pageBytes` of text.
  func page(
    where condition: SQLCondition, by time: PostTime, after position: PostPosition, limit: Int
  ) throws -> StoredPost.Page

  /// Reads the posts below a post as a range of paths, in reading order, with their levels.
  ///
  /// - Parameters:
  ///   - position: where to begin, see `BranchWalk.scanPosition`.
  ///   - depth: the number of levels that are needed.
  /// - Returns: nil if paths are missing or outdated; no posts at the end of the branch.
  func branch(
    below parent: Int, after position: (path: String, isBranch: Bool), depth: Int, limit: Int
  ) throws -> [(post: Post, level: Int)]?

  /// Reads all posts below some posts, without paths, in any order.
  ///
  /// - Returns: nil if they are more than `BranchWalk.maximumDeep`, there are none, or reading list by list is as
  ///   fast.
  func posts(below parents: [Int]) throws -> [Post]?

  /// Inserts a post with a new number, its words and its position, and counts it.
  /// - Throws: `StoreError.unknownParent`, `.tooDeep`.
  func insert(_ post: Post) throws -> Post

  /// Returns new numbers for posts, ascending.
  func newNumbers(_ count: Int) throws -> [Int]

  /// Inserts imported posts with their numbers, counts them, and sets their positions.
  ///
  /// - Parameters:
  ///   - onProgress: called now and then with how many are stored.
  ///   - row: returns the post at an index of `ids`.
  /// - Throws: an error of the database.
  func insert(_ ids: [Int], onProgress: (Int) -> Void, _ row: (Int) -> ImportedRow) throws

  /// Writes the title, summary, body, picture and section of the picture of a post, and its words.
  func saveTexts(of post: Post, replacing old: Post) throws

  /// Adds the words of a post to the index.
  func index(_ post: Post) throws

  /// Removes the words of the posts that match a condition from the index.
  func removeWords(where condition: SQLCondition) throws

  /// Deletes the posts that match a condition, and counts the children of their parents.
  func deletePosts(where condition: SQLCondition) throws

  /// Counts a restored post as a child, and sets its position.
  func wasRestored(_ id: Int) throws

  /// Changes the parent of a post, counts it there, and updates the positions of its branch.
  func move(_ post: Post, to parent: Int?) throws

  // MARK: Searching

  /// Returns the search expression of some words; nil if there are none.
  func searchExpression(for words: String) throws -> String?

  /// Runs searches within a time.
  /// - Throws: `StoreError.searchTooLong`, and what `body` throws.
  func search<Value>(within time: inout SearchTime, _ body: () throws -> Value) throws -> Value

  /// Returns the numbers, scores and times of the best of the newest matches.
  func matches(of expression: String) throws -> [(id: Int, score: Double, time: Int64)]

  /// Reports for each saved search whether it has a hit that is newer than its `seen`.
  func findNew(_ searches: [BadgeSearch], report: (_ id: Int, _ isNew: Bool) -> Void) throws

  // MARK: Copying

  /// Returns the names of all tables, except those that the database makes itself.
  func tables() throws -> [String]

  /// Returns the columns of a table, from the schema.
  func columns(of table: String) throws -> [(name: String, kind: StoredTable.Kind)]

  /// Adds copied rows to a table.
  func add(_ rows: [StoredRow], to table: StoredTable) throws

  /// Returns the highest number that a table ever had.
  func lastNumber(of table: String) throws -> Int

  /// Sets the highest number that a table ever had.
  func setLastNumber(_ number: Int, of table: String) throws

  /// Derives what is not copied.
  func finishCopy() throws
}

/// The time by which posts are listed: a column.
enum PostTime: String, Sendable {
  case created = "created_at"
  case lastReply = "last_reply_at"
}

/// An imported post with its number.
struct ImportedRow {
  var post: Post
  var source: PostSource?

  /// What tells later whether a user has edited it; nil if a user has already.
  var digest: Int? {
    guard let source else { return post.template == .deleted ? nil : post.sourceDigest }
    return source.digest(of: post)
  }
}

extension SQLSession {
  /// Returns posts that match a condition, newest first.
  func page(
    where condition: SQLCondition, after position: PostPosition, limit: Int
  ) throws -> StoredPost.Page {
    try page(where: condition, by: .created, after: position, limit: limit)
  }

  /// Runs one statement.
  /// - Returns: the number of changed rows.
  @discardableResult
  func run(_ statement: String, _ arguments: (any SQLParameter)?...) throws -> Int {
    try run(statement, with: arguments.map { $0?.sqlValue ?? .null })
  }

  /// Returns the converted rows of a statement.
  func rows<Value>(
    _ statement: String, _ arguments: (any SQLParameter)?..., convert: (SQLRow) throws -> Value
  ) throws -> [Value] {
    try rows(statement, with: arguments.map { $0?.sqlValue ?? .null }, convert: convert)
  }

  /// Returns the converted rows of a statement.
  func rows<Value>(
    _ statement: String, with arguments: [SQLValue], convert: (SQLRow) throws -> Value
  ) throws -> [Value] {
    var values: [Value] = []
    try read(statement, with: arguments) { row in
      values.append(try convert(row))
      return true
    }
    return values
  }

  /// Returns the first row of a statement, converted; nil if there is none.
  func first<Value>(
    _ statement: String, _ arguments: (any SQLParameter)?..., convert: (SQLRow) throws -> Value
  ) throws -> Value? {
    var value: Value?
    try read(statement, with: arguments.map { $0?.sqlValue ?? .null }) { row in
      value = try convert(row)
      return false
    }
    return value
  }

  /// Returns the first column of the first row; nil if there is no row, or it is NULL.
  func value<Value: SQLReadable>(
    _ statement: String, _ arguments: (any SQLParameter)?...
  ) throws -> Value? {
    var value: Value?
    try read(statement, with: arguments.map { $0?.sqlValue ?? .null }) { row in
      value = row[0]
      return false
    }
    return value
  }

  /// Returns the Boolean result of a statement such as `SELECT EXISTS (…)`.
  func isTrue(_ statement: String, _ arguments: (any SQLParameter)?...) throws -> Bool {
    var value = false
    try read(statement, with: arguments.map { $0?.sqlValue ?? .null }) { row in
      value = row[0]
      return false
    }
    return value
  }

  /// Reads a row of the tables that each call needs.
  func check() throws {
    _ = try isTrue("SELECT EXISTS (SELECT 1 FROM posts) OR EXISTS (SELECT 1 FROM users)")
  }

  /// Returns a setting of the data, such as its owner.
  func setting(_ name: String) throws -> String? {
    try value("SELECT value FROM settings WHERE name = ?1", name)
  }

  /// Stores a setting of the data.
  func setSetting(_ name: String, _ value: String) throws {
    try run(
      """
      INSERT INTO settings (name, value) VALUES (?1, ?2)
      ON CONFLICT (name) DO UPDATE SET value = excluded.value
      """, name, value)
  }
}
