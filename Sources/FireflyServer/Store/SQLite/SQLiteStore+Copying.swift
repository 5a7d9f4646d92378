import GRDB

/// A snapshot of all tables, for copying.
struct SQLiteTables: Sendable {
  private let store: SQLiteStore
  private let database: DatabaseSnapshot

  /// Creates a snapshot.
  /// - Throws: `StoreError`.
  init(_ store: SQLiteStore) throws(StoreError) {
    self.store = store
    do {
      try store.files.check()
      database = try store.database.makeSnapshot()
    } catch {
      throw store.failure(error)
    }
  }

  /// Returns rows of a table: of numbered tables a page after a number, of others all.
  /// - Throws: `StoreError`.
  func rows(
    of table: StoredTable, after number: Int, limit: Int
  ) async throws(StoreError) -> [StoredRow] {
    let columns = table.columns.map { $0.kind == .bytes ? "hex(\($0.name))" : $0.name }
    let page = table.isNumbered ? " WHERE id > ? ORDER BY id LIMIT ?" : ""
    do {
      return try await database.read { db in
        let rows = try Row.fetchCursor(
          db, sql: "SELECT \(columns.joined(separator: ", ")) FROM \(table.name)\(page)",
          arguments: table.isNumbered ? [number, limit] : [])
        var all: [StoredRow] = []
        while let row = try rows.next() {
          all.append(
            StoredRow(
              values: table.columns.indices.map { Self.text(row[$0], table.columns[$0].kind) }))
        }
        return all
      }
    } catch {
      throw store.failure(error)
    }
  }

  /// Returns the highest number that a table ever had.
  /// - Throws: `StoreError`.
  func lastNumber(of table: StoredTable) async throws(StoreError) -> Int {
    do {
      return try await database.read { db in
        try Int.fetchOne(
          db, sql: "SELECT seq FROM sqlite_sequence WHERE name = ?", arguments: [table.name]) ?? 0
      }
    } catch {
      throw store.failure(error)
    }
  }

  /// Returns a setting of the data.
  /// - Throws: `StoreError`.
  func setting(_ name: String) async throws(StoreError) -> String? {
    do {
      return try await database.read { db in try SQLiteStore.setting(name, db) }
    } catch {
      throw store.failure(error)
    }
  }

  private static func text(_ value: DatabaseValue, _ kind: StoredTable.Kind) -> String? {
    switch value.storage {
    case .null: nil
    case .int64(let number): kind == .real ? Double(number).description : String(number)
    case .double(let number): number.description
    case .string(let text): kind == .text ? StoredText.clean(text) : text
    case .blob(let bytes): String(decoding: bytes, as: UTF8.self)
    }
  }
}
