import FireflyCore

extension PostgresSession {
  /// The sequences of tables with numbers.
  private static let sequences = [
    "users": "user_numbers", "posts": "post_numbers", "devices": "device_numbers",
  ]

  func tables() throws -> [String] {
    try query(
      """
      SELECT table_name FROM information_schema.tables
      WHERE table_schema = current_schema() AND table_type = 'BASE TABLE'
      """
    ).map { $0[0] }
  }

  func columns(of table: String) throws -> [(name: String, kind: StoredTable.Kind)] {
    try query(
      """
      SELECT column_name, data_type FROM information_schema.columns
      WHERE table_schema = current_schema() AND table_name = ?1
      """, table
    ).map { ($0[0], StoredTable.Kind(rawValue: $0[1]) ?? .text) }
  }

  func add(_ rows: [StoredRow], to table: StoredTable) throws {
    var columns = table.columns.map { (name: $0.name, type: $0.kind.rawValue) }
    var lists = table.columns.indices.map { column in rows.map { $0.values[column] } }
    if table.name == "posts" {
      columns.append(("words", "tsvector"))
      lists.append(try rows.map { try Self.words(of: $0, in: table) })
    }
    let names = columns.map(\.name).joined(separator: ", ")
    let values = columns.map {
      $0.type == "bytea" ? "decode(\($0.name), 'hex')" : "\($0.name)::\($0.type)"
    }
    let marks = columns.indices.map { "?\($0 + 1)::text[]" }
    try run(
      """
      INSERT INTO \(table.name) (\(names)) SELECT \(values.joined(separator: ", "))
      FROM unnest(\(marks.joined(separator: ", "))) AS a (\(names))
      """, with: lists.map { .text(PostgresArray.text($0)) })
  }

  /// Returns the search vector of a post; nil for a placeholder of a deleted post.
  private static func words(of row: StoredRow, in table: StoredTable) throws -> String? {
    let texts = ["title", "summary", "body"].map { row.value($0, in: table) ?? "" }
    guard row.value("template_name", in: table) != Post.Template.deleted.name else { return nil }
    return try SearchVector.text(
      of: Post(id: 0, title: texts[0], summary: texts[1], body: texts[2]))
  }

  func lastNumber(of table: String) throws -> Int {
    guard let sequence = Self.sequences[table] else { return 0 }
    return try value("SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM \(sequence)") ?? 0
  }

  func setLastNumber(_ number: Int, of table: String) throws {
    guard let sequence = Self.sequences[table] else { return }
    try query("SELECT setval('\(sequence)', ?1::bigint, ?2::boolean)", max(1, number), number > 0)
  }

  func finishCopy() throws {
    // A table that the planner takes for empty is read whole for each batch of its posts.
    try updateStatistics()
    try query(
      """
      UPDATE posts SET child_count = c.count
      FROM (
        SELECT parent_id, count(*) AS count FROM posts WHERE parent_id <> id GROUP BY parent_id
      ) c WHERE posts.id = c.parent_id AND posts.child_count <> c.count
      """)
    try PostgresStore.updatePaths(self)
    try updateStatistics()
  }
}
