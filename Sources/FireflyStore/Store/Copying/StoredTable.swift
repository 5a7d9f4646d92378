import FireflyCore

/// A table that is copied from one store to another, as its schema describes it.
struct StoredTable: Sendable {
  /// The type of a column.
  enum Kind: String, Sendable {
    case integer = "bigint"
    case real = "double precision"
    case boolean
    case text
    case bytes = "bytea"
  }

  let name: String
  let columns: [(name: String, kind: Kind)]
  /// Whether its rows are numbered, in the column `id`.
  var isNumbered: Bool { columns.contains { $0.name == "id" } }

  /// The tables with what users have written.
  static let names = [
    "users", "posts", "deleted_posts", "devices", "query_views", "creation_keys", "pictures",
    "posts_made", "invitations", "sign_in_attempts", "deleted_sources",
    "post_pictures", "source_pages", "uploads", "marks",
  ]

  /// The tables that are not copied: settings, of which `settings` lists those of the data; codes,
  /// which expire after ten minutes; pieces of pictures, which go where the pictures go; and those
  /// of one database only.
  static let others = [
    "settings", "sign_in_codes", "picture_pieces", "locks", "changes", "templates",
    "grdb_migrations",
  ]

  /// The settings that belong to the data.
  static let settings = ["id", "local-name", "local-email"]

  /// The columns that each store derives from others, or that mean nothing in another one.
  static let derived = [
    "posts": [
      "words", "root_id", "path", "depth", "path_parent", "child_count", "answers_user",
      "last_reply_at", "descendants",
    ],
    "pictures": ["kept_until"],
  ]

  /// Reads the columns of a table from the schema, except derived ones, in the order of their names.
  init(_ name: String, _ db: any SQLSession) throws {
    self.name = name
    let derived = Self.derived[name] ?? []
    columns = try db.columns(of: name).filter { !derived.contains($0.name) }
      .sorted { $0.name < $1.name }
  }
}

/// A row of a table: the columns as text, Booleans as 0 or 1; nil is NULL.
struct StoredRow: Sendable {
  var values: [String?]

  func value(_ column: String, in table: StoredTable) -> String? {
    zip(table.columns, values).first { $0.0.name == column }?.1
  }

  /// A hash of the values.
  var digest: UInt64 {
    var hash = SHA256()
    for value in values {
      hash.update("\(value?.utf8.count ?? -1):".utf8)
      if let value { hash.update(value.utf8) }
    }
    return hash.finish().prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
  }
}

/// The number of rows of a table, and a checksum that doesn't depend on their order.
struct TableChecksum: Hashable, Sendable {
  var count = 0
  var digest: UInt64 = 0

  mutating func add(_ row: StoredRow) {
    count += 1
    digest &+= row.digest
  }
}

extension SQLSession {
  /// Returns rows of a table: of numbered tables a page after a number, of others all.
  func rows(of table: StoredTable, after number: Int, limit: Int) throws -> [StoredRow] {
    let names = table.columns.map(\.name).joined(separator: ", ")
    let page = table.isNumbered ? " WHERE id > ?1 ORDER BY id LIMIT ?2" : ""
    return try rows(
      "SELECT \(names) FROM \(table.name)\(page)",
      with: table.isNumbered ? [number.sqlValue, limit.sqlValue] : [],
      convert: { row in
        StoredRow(
          values: table.columns.enumerated().map { index, column in
            switch column.kind {
            case .integer: (row[index] as Int64?).map { String($0) }
            case .real: (row[index] as Double?)?.description
            case .boolean: (row[index] as Bool?).map { $0 ? "1" : "0" }
            case .text: (row[index] as String?).map(StoredText.clean)
            case .bytes: (row[index] as [UInt8]?)?.hexadecimal
            }
          })
      })
  }
}
