import Foundation

/// Copies the data of a folder to an empty database, all or nothing.
public struct StoreMigration: Sendable {
  /// What was copied.
  public struct Result: Hashable, Sendable {
    /// Posts, without deleted ones that can be restored.
    public var posts = 0
    /// Users.
    public var users = 0
    /// Names the database in sentences.
    public var location = ""
    /// Whether all of it was there already, from an earlier run.
    public var wasDone = false
  }

  private static let pageLength = 500
  private static let patience = Duration.seconds(6 * 3_600)

  private let source: SQLiteStore
  private let target: PostgresStore

  /// Opens both.
  ///
  /// - Parameters:
  ///   - folder: has the data.
  ///   - url: the address of the database: `postgres://user@host/database`.
  /// - Throws: `StoreError`.
  public init(from folder: URL, to url: String) throws {
    let file = folder.appendingPathComponent("firefly.sqlite").path
    guard FileManager.default.fileExists(atPath: file) else {
      throw StoreError.folder(folder.path, reason: "it has no firefly.sqlite")
    }
    target = try PostgresStore(url)
    source = try SQLiteStore(folder: folder)
  }

  /// The SQL that makes the tables: for a user of the database who may, if Firefly's may not.
  public static var schema: String { PostgresSchema.script }

  /// Copies everything but the pictures, which stay in their folder, and compares it.
  ///
  /// - Returns: what was copied.
  /// - Throws: `StoreError`; then the database is as it was.
  public func run() async throws -> Result {
    let tables = try SQLiteTables(source)
    let id = try await tables.setting("id")
    return try await target.write(within: Self.patience) { db in
      try await PostgresStore.lock("owner", db)
      var result = Result(location: target.location)
      let copied = try await PostgresStore.setting("copied", db)
      let isEmpty = try await !db.holds("SELECT EXISTS (SELECT 1 FROM users)")
      result.wasDone = copied != nil && copied == id
      if !isEmpty, !result.wasDone {
        throw refusal("it has users of its own already. Name an empty database with --to.")
      }
      for table in StoredTable.all {
        let sum =
          result.wasDone
          ? try await PostgresStore.sum(of: table, db) : try await copy(table, from: tables, db)
        if table.name == "posts" { result.posts = sum.count }
        if table.name == "users" { result.users = sum.count }
      }
      if !result.wasDone {
        try await copySettings(from: tables, db)
        try await PostgresStore.place(db)
      }
      return result
    }
  }

  private func copy(
    _ table: StoredTable, from tables: SQLiteTables, _ db: PostgresSession
  ) async throws -> TableSum {
    var (sum, last) = (TableSum(), 0)
    while true {
      let rows = try await tables.rows(of: table, after: last, limit: Self.pageLength)
      if rows.isEmpty { break }
      for start in stride(from: 0, to: rows.count, by: Self.pageLength) {
        let page = Array(rows[start..<min(start + Self.pageLength, rows.count)])
        try await PostgresStore.add(page, to: table, db)
      }
      for row in rows { sum.add(Self.comparable(row, in: table)) }
      guard table.isNumbered, let end = rows.last?.value("id", in: table) else { break }
      last = Int(end) ?? Int.max
    }
    guard try await PostgresStore.sum(of: table, db) == sum else {
      throw refusal("the copy of \(table.name) is not the same, so nothing was copied.")
    }
    if let sequence = table.sequence {
      let number = try await tables.lastNumber(of: table)
      try await db.run(
        "SELECT setval('\(sequence)', $1::bigint, $2::boolean)", max(1, number), number > 0)
    }
    return sum
  }

  private func refusal(_ reason: String) -> StoreError {
    .unavailable(target.location, .other(reason: reason))
  }

  /// A row as it can be compared: of attempts only the key of the e-mail is kept.
  private static func comparable(_ row: StoredRow, in table: StoredTable) -> StoredRow {
    guard table.name == "sign_in_attempts",
      let email = table.columns.firstIndex(where: { $0.name == "email" })
    else { return row }
    var row = row
    row.values[email] = row.values[email].map(PostgresStore.emailKey)
    return row
  }

  private func copySettings(from tables: SQLiteTables, _ db: PostgresSession) async throws {
    for name in StoredTable.settings {
      guard let value = try await tables.setting(name) else { continue }
      try await PostgresStore.setSetting(name, value, db)
      if name == "id" { try await PostgresStore.setSetting("copied", value, db) }
    }
  }
}
