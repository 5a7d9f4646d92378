import FireflyCore

/// A table that is copied from one store to another; both have the same columns.
struct StoredTable: Sendable {
  /// The type of a column.
  enum Kind: String {
    case integer = "bigint"
    case real = "double precision"
    case boolean = "boolean"
    case text
    case bytes = "bytea"
  }

  let name: String
  let columns: [(name: String, kind: Kind)]
  /// Whether its rows are numbered, in the column `id`.
  var isNumbered: Bool { columns.first?.name == "id" }
  /// The sequence for its numbers.
  var sequence: String?

  /// All tables except `settings`, and the codes, which expire after ten minutes.
  static let all = [
    StoredTable(
      "users",
      "id:bigint email:text name:text name_key:text shown_name:text invited_by:bigint created_at:bigint",
      sequence: "user_numbers"),
    StoredTable("posts", post + " child_count:bigint", sequence: "post_numbers"),
    StoredTable("deleted_posts", post + " deleted_at:bigint deleted_by:bigint"),
    StoredTable(
      "devices",
      "id:bigint user_id:bigint device_id:text name:text token_hash:bytea created_at:bigint "
        + "used_at:bigint revoked_at:bigint", sequence: "device_numbers"),
    StoredTable("query_views", "query_id:bigint user_id:bigint newest_post_id:bigint"),
    StoredTable("creation_keys", "user_id:bigint name:text post_id:bigint created_at:bigint"),
    StoredTable("pictures", "name:text user_id:bigint bytes:bigint"),
    StoredTable("posts_made", "user_id:bigint at:bigint"),
    StoredTable("invitations", "email:text invited_by:bigint created_at:bigint"),
    StoredTable("sign_in_attempts", "kind:text email:text peer:text is_known:boolean at:bigint"),
  ]

  /// The settings that belong to the data.
  static let settings = ["id", "local-name", "local-email"]

  private static let post =
    "id:bigint user_id:bigint parent_id:bigint title:text summary:text body:text image_url:text "
    + "clip_offset_x:double_precision clip_offset_y:double_precision created_at:bigint "
    + "timezone:text location_tag:text ai_generated:boolean template_name:text "
    + "source:text source_key:text source_digest:bigint"

  private init(_ name: String, _ columns: String, sequence: String? = nil) {
    self.name = name
    self.sequence = sequence
    self.columns = columns.split(separator: " ").map { column in
      let parts = column.split(separator: ":")
      let kind = Kind(rawValue: String(parts[1]).replacing("_", with: " "))
      return (String(parts[0]), kind ?? .text)
    }
  }
}

/// A row of a table: the columns as text, Booleans as 0 or 1; nil is NULL.
struct StoredRow: Sendable {
  var values: [String?]

  /// Returns the value of a column.
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

  /// Adds a row.
  mutating func add(_ row: StoredRow) {
    count += 1
    digest &+= row.digest
  }
}
