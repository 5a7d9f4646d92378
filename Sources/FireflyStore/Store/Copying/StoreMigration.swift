import Foundation

/// Copies the data of one store to another, empty one.
///
/// Each step is a transaction that records its progress, so an interrupted migration can continue.
/// Until everything is copied and compared, other programs refuse to use the database.
package struct StoreMigration: Sendable {
  /// What was copied.
  package struct Result: Hashable, Sendable {
    /// Number of posts, without deleted ones that can be restored.
    package var posts = 0
    /// Number of users.
    package var users = 0
    /// The name of the database for messages.
    package var location = ""
    /// Number of pictures.
    package var pictures = 0
    /// The name of the picture storage for messages.
    package var pictureStorage = ""
    /// Pictures that posts name but the folder lacks.
    package var missingPictures: [String] = []
    /// Whether an earlier run had already copied everything.
    package var wasComplete = false
    /// Number of posts in the folder that were added after everything had been copied.
    package var newPosts = 0
  }

  private static let pageLength = 500
  private static let timeout = Duration.seconds(600)
  /// The setting that marks a database as incomplete; its value is the ID of the data.
  static let marker = "migrating"
  /// The setting with the last number of a post that was copied.
  private static let lastPost = "copied posts"

  let source: any SQLStore
  let target: any SQLStore
  private let location: PictureLocation?
  /// Called after each step; tests interrupt the migration there.
  var onStep: (@Sendable () throws -> Void)?

  /// Called with the number of rows of a table that this run has copied, and the number of all its
  /// rows.
  package var onProgress: @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in }

  /// Opens both stores.
  ///
  /// - Parameters:
  ///   - source: the store with the data.
  ///   - target: an empty store, or one of an interrupted migration.
  ///   - pictures: the location of the copied pictures; nil for the target's own.
  /// - Throws: `StoreError`.
  package init(
    from source: StoreBackend, to target: StoreBackend, pictures: PictureLocation? = nil
  ) throws {
    self.source = try source.openSource()
    self.target = try target.openTarget()
    location = pictures
  }

  /// Copies and compares everything, including pictures.
  ///
  /// - Returns: what was copied.
  /// - Throws: `StoreError`, `PictureStorageError`; a later run continues.
  package func run() async throws -> Result {
    // Later changes by other programs are not copied.
    let tables = try await source.allTables()
    var result = Result(location: target.location)
    let id = try await tables.read { db in try db.setting("id") }
    result.wasComplete = try await begin(id ?? "")
    for name in StoredTable.names {
      let table = try await tables.read { db in try StoredTable(name, db) }
      let own = try await target.read { db in try StoredTable(name, db) }
      guard table.columns.map(\.name) == own.columns.map(\.name) else {
        throw refusal(
          "its table \(name) has other columns. Use the same version of Firefly for both.")
      }
      let count =
        try await result.wasComplete
        ? checksum(of: own).count : copy(table, to: own, from: tables)
      if name == "posts" {
        result.posts = count
        if result.wasComplete { result.newPosts = try await newRows(of: table, in: tables) }
      }
      if name == "users" { result.users = count }
    }
    if result.wasComplete { return result }
    if let location { _ = try await target.storingPictures(in: location) }
    let pictures = try await copyPictures(&result)
    result.pictureStorage = target.pictures.location
    try await step { db in try db.finishCopy() }
    try await finish(tables, pictures)
    return result
  }

  /// Marks the database as incomplete.
  /// - Returns: whether everything is already copied.
  private func begin(_ id: String) async throws -> Bool {
    let isDone = try await target.write(within: Self.timeout) { db in
      try db.lock("owner")
      if try db.setting("copied") == id { return true }
      let known = try db.setting(Self.marker)
      let isEmpty = try !db.isTrue("SELECT EXISTS (SELECT 1 FROM users)")
      guard known == id || known == nil && isEmpty else {
        throw refusal(
          known == nil
            ? "it has users of its own already. Name an empty database with --to."
            : "it has a part of another server's data. Name an empty database with --to.")
      }
      try db.setSetting(Self.marker, id)
      try db.setSetting("id", id)
      return false
    }
    try onStep?()
    return isDone
  }

  private func finish(_ tables: any SQLSnapshot, _ pictures: [CopiedPicture]) async throws {
    let settings = try await tables.read { db in
      var settings = try StoredTable.settings.compactMap { name in
        try db.setting(name).map { (name, $0) }
      }
      // The places of imports, and what each of them had.
      settings += try db.rows(
        "SELECT name, value FROM settings WHERE name LIKE 'import %' OR name LIKE 'imported %'"
      ) { ($0[0], $0[1]) }
      settings.append((Self.lastPost, String(try db.lastNumber(of: "posts"))))
      return settings
    }
    try await step { [target] db in
      // A concurrent run may have another --uploads.
      try db.checkStorage(target.sharedPictures)
      try finishPictures(pictures, db)
      for (name, value) in settings {
        try db.setSetting(name, value)
        if name == "id" { try db.setSetting("copied", value) }
      }
      try db.run(
        "DELETE FROM settings WHERE name = ?1 OR name LIKE 'migrated %'", Self.marker)
    }
  }

  /// Runs a step in a transaction.
  func step(_ body: @escaping @Sendable (any SQLSession) throws -> Void) async throws {
    try await target.write(within: Self.timeout) { db in
      // Concurrent runs take turns; each sees what the other has done.
      try db.lock("owner")
      // From then on, servers may write to it.
      guard try db.setting(Self.marker) != nil else {
        throw refusal("another run of `firefly migrate` has just finished it.")
      }
      try body(db)
    }
    try onStep?()
  }

  // MARK: Tables

  /// Returns the number of rows that were added to the source after the copy.
  private func newRows(of table: StoredTable, in tables: any SQLSnapshot) async throws -> Int {
    let setting = try await target.read { db in try db.setting(Self.lastPost) }
    // Earlier versions of Firefly didn't write it down.
    guard var last = setting.flatMap({ Int($0) }) else { return 0 }
    var count = 0
    while true {
      let rows = try await tables.read { [last] db in
        try db.rows(of: table, after: last, limit: Self.pageLength)
      }
      count += rows.count
      guard let end = rows.last?.value("id", in: table).flatMap({ Int($0) }) else { return count }
      last = end
    }
  }

  /// Copies the rows of a table that are missing.
  /// - Returns: the number of rows.
  private func copy(
    _ table: StoredTable, to own: StoredTable, from tables: any SQLSnapshot
  ) async throws -> Int {
    let wanted = try await Self.checksum(of: table) { body in try await tables.read(body) }
    if try await target.read({ try $0.setting(table.progress) }) != nil {
      try await copyRows(of: table, to: own, from: tables, count: wanted.count)
      if try await checksum(of: own) == wanted { return wanted.count }
    }
    // Nothing was copied, or the source has changed since then.
    try await step { db in
      try db.run("DELETE FROM \(table.name)")
      try db.setSetting(table.progress, "0")
    }
    try await copyRows(of: table, to: own, from: tables, count: wanted.count)
    guard try await checksum(of: own) == wanted else {
      throw refusal(
        "the copy of \(table.name) differs from the original. Stop other programs, and run this again."
      )
    }
    return wanted.count
  }

  private func copyRows(
    of table: StoredTable, to own: StoredTable, from tables: any SQLSnapshot, count: Int
  ) async throws {
    var isOver = false
    var copied = 0
    while !isOver {
      let last = try await target.read({ try $0.setting(table.progress) }) ?? "0"
      let rows = try await tables.read { db in
        try db.rows(of: table, after: Int(last) ?? 0, limit: Self.pageLength)
      }
      let end = table.isNumbered ? rows.last?.value("id", in: table) : nil
      try await step { db in
        // Another run has copied these rows.
        guard try db.setting(table.progress) == last else { return }
        if !table.isNumbered { try db.run("DELETE FROM \(table.name)") }
        for start in stride(from: 0, to: rows.count, by: Self.pageLength) {
          try db.add(Array(rows[start..<min(start + Self.pageLength, rows.count)]), to: own)
        }
        try db.setSetting(table.progress, end ?? last)
      }
      isOver = end == nil
      copied += rows.count
      onProgress(copied, count)
    }
    guard table.isNumbered, table.name != "deleted_posts" else { return }
    let number = try await tables.read { db in try db.lastNumber(of: table.name) }
    try await step { db in try db.setLastNumber(number, of: table.name) }
  }

  private func checksum(of table: StoredTable) async throws -> TableChecksum {
    try await Self.checksum(of: table) { [target] body in
      try await target.read(within: Self.timeout, body)
    }
  }

  private static func checksum(
    of table: StoredTable,
    read: (@escaping @Sendable (any SQLSession) throws -> [StoredRow]) async throws -> [StoredRow]
  ) async throws -> TableChecksum {
    var (sum, last) = (TableChecksum(), 0)
    while true {
      let rows = try await read { [last] db in
        try db.rows(of: table, after: last, limit: Self.pageLength)
      }
      for row in rows { sum.add(row) }
      guard table.isNumbered, let end = rows.last?.value("id", in: table) else { return sum }
      last = Int(end) ?? Int.max
    }
  }

  func refusal(_ reason: String) -> StoreError {
    .unavailable(target.location, .other(reason: reason))
  }
}

extension StoredTable {
  /// The setting with the progress of copying the table.
  fileprivate var progress: String { "migrated \(name)" }
}
