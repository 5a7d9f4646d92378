import CPostgres

/// The rows of a result; immutable.
final class PostgresRows: @unchecked Sendable, RandomAccessCollection {
  private let pq: firefly_postgres_functions
  private let result: OpaquePointer
  let startIndex = 0
  let endIndex: Int

  init(_ pq: firefly_postgres_functions, _ result: OpaquePointer) {
    self.pq = pq
    self.result = result
    endIndex = Int(pq.PQntuples(result))
  }

  deinit { pq.PQclear(result) }

  /// Number of rows that the statement changed.
  var changesCount: Int { pq.PQcmdTuples(result).flatMap { Int(String(cString: $0)) } ?? 0 }

  subscript(index: Int) -> PostgresRow { PostgresRow(rows: self, index: Int32(index)) }

  fileprivate func text(_ row: Int32, _ column: Int32) -> UnsafeBufferPointer<UInt8>? {
    guard pq.PQgetisnull(result, row, column) == 0, let start = pq.PQgetvalue(result, row, column)
    else { return nil }
    return UnsafeBufferPointer(
      start: UnsafeRawPointer(start).assumingMemoryBound(to: UInt8.self),
      count: Int(pq.PQgetlength(result, row, column)))
  }
}

/// A row; columns are accessed by index.
struct PostgresRow {
  fileprivate let rows: PostgresRows
  fileprivate let index: Int32

  /// The value of a column; nil for NULL.
  subscript<Value: PostgresReadable>(column: Int) -> Value? {
    rows.text(index, Int32(column)).map(Value.init(postgres:))
  }

  /// The value of a column that can't be NULL.
  subscript<Value: PostgresReadable>(column: Int) -> Value {
    Value(postgres: rows.text(index, Int32(column)) ?? UnsafeBufferPointer(start: nil, count: 0))
  }
}
