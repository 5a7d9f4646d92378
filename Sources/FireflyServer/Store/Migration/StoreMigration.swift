import Foundation

/// Copies the data of a folder to an empty database.
///
/// Each step is a transaction that records its progress, so an interrupted migration can continue.
/// Until everything is copied and compared, other programs refuse to use the database.
public struct StoreMigration: Sendable {
  /// What was copied.
  public struct Result: Hashable, Sendable {
    /// Number of posts, without deleted ones that can be restored.
    public var posts = 0
    /// Number of users.
    public var users = 0
    /// The name of the database for messages.
    public var location = ""
    /// Number of pictures.
    public var pictures = 0
    /// The name of the picture storage for messages.
    public var pictureStorage = ""
    /// Pictures that posts name but the folder lacks.
    public var missingPictures: [String] = []
    /// Whether an earlier run had already copied everything.
    public var wasComplete = false
    /// Number of posts in the folder that were added after everything had been copied.
    public var newPosts = 0
  }

  private static let pageLength = 500
  private static let timeout = Duration.seconds(600)
  /// The setting that marks a database as incomplete; its value is the ID of the data.
  static let marker = "migrating"
  /// The setting with the last number of a post that was copied.
  private static let lastPost = "copied posts"

  let source: SQLiteStore
  let target: PostgresStore
  private let location: PictureLocation?
  /// Called after each step; tests interrupt the migration there.
  var onStep: (@Sendable () throws -> Void)?

  /// Opens the folder and the database.
  ///
  /// - Parameters:
  ///   - folder: the folder with the data.
  ///   - url: the address of the database: `postgres://user@host/database`.
  ///   - pictures: the location of the copied pictures; nil for the database.
  /// - Throws: `StoreError`.
  public init(from folder: URL, to url: String, pictures: PictureLocation? = nil) throws {
    let file = folder.appendingPathComponent("firefly.sqlite").path
    guard FileManager.default.fileExists(atPath: file) else {
      throw StoreError.folder(folder.path, reason: "it has no firefly.sqlite")
    }
    target = try PostgresStore(url, isMigration: true)
    source = try SQLiteStore.reading(folder)
    location = pictures
  }

  /// The schema as SQL, for databases whose user may not create tables.
  public static var schema: String { PostgresSchema.script }

  /// Copies and compares everything, including pictures.
  ///
  /// - Returns: what was copied.
  /// - Throws: `StoreError`, `PictureStorageError`; a later run continues.
  public func run() async throws -> Result {
    // Later changes by other programs are not copied.
    let tables = try SQLiteTables(source)
    var result = Result(location: target.location)
    result.wasComplete = try await begin(tables.setting("id") ?? "")
    for table in StoredTable.all {
      let count =
        try await result.wasComplete ? checksum(of: table).count : copy(table, from: tables)
      if table.name == "posts" {
        result.posts = count
        if result.wasComplete { result.newPosts = try await newRows(of: table, in: tables) }
      }
      if table.name == "users" { result.users = count }
    }
    if result.wasComplete { return result }
    _ = try await target.storingPictures(in: location)
    let pictures = try await copyPictures(&result)
    result.pictureStorage = target.pictures.location
    try await step { db in try PostgresStore.updatePaths(db) }
    try await finish(tables, pictures)
    return result
  }

  /// Marks the database as incomplete.
  /// - Returns: whether everything is already copied.
  private func begin(_ id: String) async throws -> Bool {
    let isDone = try await target.write(within: Self.timeout) { db in
      try PostgresStore.lock("owner", db)
      if try PostgresStore.setting("copied", db) == id { return true }
      let known = try PostgresStore.setting(Self.marker, db)
      let isEmpty = try !db.isTrue("SELECT EXISTS (SELECT 1 FROM users)")
      guard known == id || known == nil && isEmpty else {
        throw refusal(
          known == nil
            ? "it has users of its own already. Name an empty database with --to."
            : "it has a part of another server's data. Name an empty database with --to.")
      }
      try PostgresStore.setSetting(Self.marker, id, db)
      try PostgresStore.setSetting("id", id, db)
      return false
    }
    try onStep?()
    return isDone
  }

  private func finish(_ tables: SQLiteTables, _ pictures: [CopiedPicture]) async throws {
    var settings: [(String, String)] = []
    for name in StoredTable.settings {
      if let value = try await tables.setting(name) { settings.append((name, value)) }
    }
    for table in StoredTable.all where table.name == "posts" {
      settings.append((Self.lastPost, try await String(tables.lastNumber(of: table))))
    }
    try await step { [settings] db in
      // A concurrent run may have another --uploads.
      try PostgresStore.checkStorage(target.sharedPictures, db)
      try finishPictures(pictures, db)
      for (name, value) in settings {
        try PostgresStore.setSetting(name, value, db)
        if name == "id" { try PostgresStore.setSetting("copied", value, db) }
      }
      try db.run(
        "DELETE FROM settings WHERE name = $1 OR name LIKE 'migrated %'", Self.marker)
    }
  }

  /// Runs a step in a transaction.
  func step(_ body: @escaping @Sendable (PostgresSession) throws -> Void) async throws {
    try await target.write(within: Self.timeout) { db in
      // Concurrent runs take turns; each sees what the other has done.
      try PostgresStore.lock("owner", db)
      // From then on, servers may write to it.
      guard try PostgresStore.setting(Self.marker, db) != nil else {
        throw refusal("another run of `firefly migrate` has just finished it.")
      }
      try body(db)
    }
    try onStep?()
  }

  // MARK: Tables

  /// Returns the number of rows that were added to the folder after the copy.
  private func newRows(of table: StoredTable, in tables: SQLiteTables) async throws -> Int {
    let setting = try await target.read { try PostgresStore.setting(Self.lastPost, $0) }
    // Earlier versions of Firefly didn't write it down.
    guard var last = setting.flatMap({ Int($0) }) else { return 0 }
    var count = 0
    while true {
      let rows = try await tables.rows(of: table, after: last, limit: Self.pageLength)
      count += rows.count
      guard let end = rows.last?.value("id", in: table).flatMap({ Int($0) }) else { return count }
      last = end
    }
  }

  /// Copies the rows of a table that are missing.
  /// - Returns: the number of rows.
  private func copy(_ table: StoredTable, from tables: SQLiteTables) async throws -> Int {
    let wanted = try await checksum(of: table, in: tables)
    if try await target.read({ try PostgresStore.setting(table.progress, $0) }) != nil {
      try await copyRows(of: table, from: tables)
      if try await checksum(of: table) == wanted { return wanted.count }
    }
    // Nothing was copied, or the source has changed since then.
    try await step { db in
      try db.run("DELETE FROM \(table.name)")
      try PostgresStore.setSetting(table.progress, "0", db)
    }
    try await copyRows(of: table, from: tables)
    guard try await checksum(of: table) == wanted else {
      throw refusal(
        "the copy of \(table.name) differs from the original. Stop other programs, and run this again."
      )
    }
    return wanted.count
  }

  private func copyRows(of table: StoredTable, from tables: SQLiteTables) async throws {
    var isOver = false
    while !isOver {
      let last =
        try await target.read { try PostgresStore.setting(table.progress, $0) } ?? "0"
      let rows = try await tables.rows(of: table, after: Int(last) ?? 0, limit: Self.pageLength)
      let end = table.isNumbered ? rows.last?.value("id", in: table) : nil
      try await step { db in
        // Another run has copied these rows.
        guard try PostgresStore.setting(table.progress, db) == last else { return }
        if !table.isNumbered { try db.run("DELETE FROM \(table.name)") }
        for start in stride(from: 0, to: rows.count, by: Self.pageLength) {
          let page = Array(rows[start..<min(start + Self.pageLength, rows.count)])
          try PostgresStore.add(page, to: table, db)
        }
        try PostgresStore.setSetting(table.progress, end ?? last, db)
      }
      isOver = end == nil
    }
    guard let sequence = table.sequence else { return }
    let number = try await tables.lastNumber(of: table)
    try await step { db in
      try db.run(
        "SELECT setval('\(sequence)', $1::bigint, $2::boolean)", max(1, number), number > 0)
    }
  }

  private func checksum(of table: StoredTable) async throws -> TableChecksum {
    try await target.read(within: Self.timeout) { try PostgresStore.checksum(of: table, $0) }
  }

  private func checksum(of table: StoredTable, in tables: SQLiteTables) async throws
    -> TableChecksum
  {
    var (sum, last) = (TableChecksum(), 0)
    while true {
      let rows = try await tables.rows(of: table, after: last, limit: Self.pageLength)
      for row in rows { sum.add(Self.comparable(row, in: table)) }
      guard table.isNumbered, let end = rows.last?.value("id", in: table) else { return sum }
      last = Int(end) ?? Int.max
    }
  }

  func refusal(_ reason: String) -> StoreError {
    .unavailable(target.location, .other(reason: reason))
  }

  /// Returns a row in the form of the target, where attempts have only the key of an e-mail.
  private static func comparable(_ row: StoredRow, in table: StoredTable) -> StoredRow {
    guard table.name == "sign_in_attempts",
      let email = table.columns.firstIndex(where: { $0.name == "email" })
    else { return row }
    var row = row
    row.values[email] = row.values[email].map(PostgresStore.emailKey)
    return row
  }
}

extension StoredTable {
  /// The setting with the progress of copying the table.
  fileprivate var progress: String { "migrated \(name)" }
}
