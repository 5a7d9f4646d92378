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
struct PostgresRow: SQLColumns {
  fileprivate let rows: PostgresRows
  fileprivate let index: Int32

  /// The value of a column; nil for NULL.
  subscript<Value: SQLReadable>(column: Int) -> Value? { Value(self, column) }

  /// The value of a column that can't be NULL.
  subscript<Value: SQLReadable>(column: Int) -> Value { Value(self, column) ?? Value.empty }

  func integer(_ column: Int) -> Int64? { text(column).map { Int64($0) ?? 0 } }
  func real(_ column: Int) -> Double? { text(column).map { Double($0) ?? 0 } }
  func boolean(_ column: Int) -> Bool? {
    rows.text(index, Int32(column)).map { $0.first == UInt8(ascii: "t") }
  }
  func text(_ column: Int) -> String? {
    rows.text(index, Int32(column)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Decodes hexadecimal digits after `\x`.
  func bytes(_ column: Int) -> [UInt8]? {
    rows.text(index, Int32(column)).map { text in
      func value(_ letter: UInt8) -> UInt8 { letter <= 0x39 ? letter &- 0x30 : letter &- 0x57 }
      let length = max(0, text.count / 2 - 1)
      return [UInt8](unsafeUninitializedCapacity: length) { bytes, count in
        count = length
        for index in 0..<length {
          bytes[index] = value(text[2 * index + 2]) << 4 | value(text[2 * index + 3]) & 0xF
        }
      }
    }
  }
}
