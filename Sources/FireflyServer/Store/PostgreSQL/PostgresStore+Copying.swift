import FireflyCore

// Rows of another store.
extension PostgresStore {
  /// Inserts rows of another store into a table.
  /// - Throws: `PostgresError`.
  static func add(
    _ rows: [StoredRow], to table: StoredTable, _ db: PostgresSession
  ) throws {
    var columns = table.columns.map { (name: $0.name, type: $0.kind.rawValue) }
    var lists = table.columns.indices.map { column in rows.map { $0.values[column] } }
    if let email = columns.firstIndex(where: { $0.name == "email" }) {
      columns.append(("email_key", "text"))
      lists.append(lists[email].map { $0.map(emailKey) })
      // This table stores only the key of the e-mail.
      if table.name == "sign_in_attempts" {
        columns.remove(at: email)
        lists.remove(at: email)
      }
    }
    if table.name == "posts" {
      columns.append(("words", "tsvector"))
      lists.append(try rows.map { try words(of: $0, in: table) })
    }
    let names = columns.map(\.name).joined(separator: ", ")
    let values = columns.map {
      $0.type == "bytea" ? "decode(\($0.name), 'hex')" : "\($0.name)::\($0.type)"
    }
    let marks = columns.indices.map { "$\($0 + 1)::text[]" }
    try db.run(
      """
      INSERT INTO \(table.name) (\(names)) SELECT \(values.joined(separator: ", "))
      FROM unnest(\(marks.joined(separator: ", "))) AS a (\(names))
      """, with: lists.map { PostgresList(texts: $0) })
  }

  /// Returns the search vector of a post; nil for a placeholder of a deleted post.
  private static func words(of row: StoredRow, in table: StoredTable) throws -> String? {
    let texts = ["title", "summary", "body"].map { row.value($0, in: table) ?? "" }
    guard row.value("template_name", in: table) != Post.Template.deleted.name else { return nil }
    return try SearchVector.text(
      of: Post(id: 0, title: texts[0], summary: texts[1], body: texts[2]))
  }

  /// Returns a checksum of a table.
  /// - Throws: `PostgresError`.
  static func checksum(of table: StoredTable, _ db: PostgresSession) throws -> TableChecksum {
    let names = table.columns.map { column in
      switch column.kind {
      case .bytes: "upper(encode(\(column.name), 'hex'))"
      default:
        column.name == "email" && table.name == "sign_in_attempts" ? "email_key" : column.name
      }
    }
    var (sum, last) = (TableChecksum(), 0)
    while true {
      let page = table.isNumbered ? " WHERE id > $1 ORDER BY id LIMIT 500" : ""
      let rows = try db.run(
        "SELECT \(names.joined(separator: ", ")) FROM \(table.name)\(page)",
        with: table.isNumbered ? [last] : [])
      for row in rows {
        sum.add(
          StoredRow(values: table.columns.indices.map { text(row, $0, table.columns[$0].kind) }))
      }
      guard table.isNumbered, let end = rows.last else { return sum }
      last = end[0]
    }
  }

  private static func text(_ row: PostgresRow, _ column: Int, _ kind: StoredTable.Kind) -> String? {
    switch kind {
    case .real: (row[column] as Double?)?.description
    case .boolean: (row[column] as Bool?).map { $0 ? "1" : "0" }
    case .integer, .text, .bytes: row[column]
    }
  }
}
