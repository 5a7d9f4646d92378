import FireflyCore
import Foundation
import GRDB

/// A connection of GRDB for the duration of a call to the store.
struct SQLiteSession: SQLSession {
  let db: Database

  init(_ db: Database) { self.db = db }

  var dialect: SQLDialect { .sqlite }

  @discardableResult
  func run(_ statement: String, with arguments: [SQLValue]) throws -> Int {
    try db.cachedStatement(sql: statement).execute(arguments: Self.encoded(arguments))
    return db.changesCount
  }

  func read(
    _ statement: String, with arguments: [SQLValue], _ visit: (SQLRow) throws -> Bool
  ) throws {
    let rows = try Row.fetchCursor(
      db.cachedStatement(sql: statement), arguments: Self.encoded(arguments))
    while let row = try rows.next() {
      guard try visit(SQLRow(columns: SQLiteColumns(row: row))) else { return }
    }
  }

  /// Nothing needs locks: only one transaction writes at a time.
  func lock(_ name: String) {}

  private static func encoded(_ values: [SQLValue]) -> StatementArguments {
    StatementArguments(
      values.map { value -> (any DatabaseValueConvertible)? in
        switch value {
        case .null: nil
        case .integer(let number): number
        case .real(let number): number
        case .boolean(let value): value
        case .text(let text): text
        case .bytes(let bytes): Data(bytes)
        case .integers(let numbers): "[" + numbers.map(String.init).joined(separator: ",") + "]"
        case .texts(let texts):
          (try? JSONEncoder().encode(texts)).map { String(decoding: $0, as: UTF8.self) }
        }
      })
  }
}

/// The columns of a row of GRDB.
private struct SQLiteColumns: SQLColumns {
  let row: Row

  func integer(_ column: Int) -> Int64? { row[column] }
  func real(_ column: Int) -> Double? { row[column] }
  func boolean(_ column: Int) -> Bool? { row[column] }
  func text(_ column: Int) -> String? { row[column] }
  func bytes(_ column: Int) -> [UInt8]? { (row[column] as Data?).map(Array.init) }
}
