import FireflyCore
import GRDB

extension SQLiteSession {
  func tables() throws -> [String] {
    try rows(
      """
      SELECT name FROM sqlite_master
      WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE 'post_words%'
      """, convert: { $0[0] as String })
  }

  func columns(of table: String) throws -> [(name: String, kind: StoredTable.Kind)] {
    try db.columns(in: table).map { column in
      switch column.type {
      case "INTEGER": (column.name, .integer)
      case "REAL": (column.name, .real)
      case "BLOB": (column.name, .bytes)
      default: (column.name, .text)
      }
    }
  }

  func add(_ rows: [StoredRow], to table: StoredTable) throws {
    let names = table.columns.map(\.name).joined(separator: ", ")
    let marks = table.columns.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
    for row in rows {
      try run(
        "INSERT INTO \(table.name) (\(names)) VALUES (\(marks))",
        with: zip(row.values, table.columns).map { Self.value($0, $1.kind) })
      guard table.name == "posts", row.value("template_name", in: table) != "deleted" else {
        continue
      }
      let texts = ["title", "summary", "body"].map { row.value($0, in: table) ?? "" }
      try index(
        Post(
          id: row.value("id", in: table).flatMap { Int($0) } ?? 0, title: texts[0],
          summary: texts[1], body: texts[2]))
    }
  }

  private static func value(_ text: String?, _ kind: StoredTable.Kind) -> SQLValue {
    guard let text else { return .null }
    return switch kind {
    case .integer, .boolean: .integer(Int64(text) ?? 0)
    case .real: .real(Double(text) ?? 0)
    case .text: .text(text)
    case .bytes: .bytes(Array(hexadecimal: text))
    }
  }

  func lastNumber(of table: String) throws -> Int {
    try value("SELECT seq FROM sqlite_sequence WHERE name = ?1", table) ?? 0
  }

  func setLastNumber(_ number: Int, of table: String) throws {
    try run("DELETE FROM sqlite_sequence WHERE name = ?1", table)
    try run("INSERT INTO sqlite_sequence (name, seq) VALUES (?1, ?2)", table, number)
  }

  // Triggers have counted the children, and the transaction sets the positions.
  func finishCopy() {}
}

extension [UInt8] {
  /// Decodes hexadecimal digits.
  fileprivate init(hexadecimal text: String) {
    let digits = text.utf8.map { UInt8(hexDigit: $0) }
    self = stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }
}

extension UInt8 {
  fileprivate init(hexDigit: UInt8) {
    self = Character(UnicodeScalar(hexDigit)).hexDigitValue.map { UInt8($0) } ?? 0
  }
}
