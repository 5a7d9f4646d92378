import Foundation

/// An argument of a statement.
enum SQLValue: Hashable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case boolean(Bool)
  case text(String)
  case bytes([UInt8])
  /// A list for `SQLDialect.isIn`.
  case integers([Int])
  case texts([String])
}

/// A type that can be an argument of a statement.
protocol SQLParameter {
  var sqlValue: SQLValue { get }
}

extension Int: SQLParameter {
  var sqlValue: SQLValue { .integer(Int64(self)) }
}

extension Int64: SQLParameter {
  var sqlValue: SQLValue { .integer(self) }
}

extension Double: SQLParameter {
  var sqlValue: SQLValue { .real(self) }
}

extension Bool: SQLParameter {
  var sqlValue: SQLValue { .boolean(self) }
}

extension String: SQLParameter {
  /// No database can store U+0000 in a text.
  var sqlValue: SQLValue { .text(StoredText.clean(self)) }
}

extension Data: SQLParameter {
  var sqlValue: SQLValue { .bytes(Array(self)) }
}

extension [UInt8]: SQLParameter {
  var sqlValue: SQLValue { .bytes(self) }
}

/// A list of numbers or texts, for `SQLDialect.isIn`.
struct SQLList: SQLParameter {
  let sqlValue: SQLValue

  init(_ numbers: some Sequence<Int>) { sqlValue = .integers(Array(numbers)) }

  init(texts: some Sequence<String>) { sqlValue = .texts(texts.map(StoredText.clean)) }
}

/// The columns of a row, by index; nil is NULL.
protocol SQLColumns {
  func integer(_ column: Int) -> Int64?
  func real(_ column: Int) -> Double?
  func boolean(_ column: Int) -> Bool?
  func text(_ column: Int) -> String?
  func bytes(_ column: Int) -> [UInt8]?
}

/// A type that can be read from a row.
protocol SQLReadable {
  /// The value in place of NULL, for columns that can't be NULL.
  static var empty: Self { get }
  init?(_ columns: some SQLColumns, _ column: Int)
}

/// A row, valid until the next one is read.
struct SQLRow {
  let columns: any SQLColumns

  /// The value of a column; nil for NULL.
  subscript<Value: SQLReadable>(column: Int) -> Value? { Value(columns, column) }

  /// The value of a column that can't be NULL.
  subscript<Value: SQLReadable>(column: Int) -> Value { Value(columns, column) ?? Value.empty }
}

extension Int: SQLReadable {
  static var empty: Int { 0 }

  init?(_ columns: some SQLColumns, _ column: Int) {
    guard let number = columns.integer(column) else { return nil }
    self.init(number)
  }
}

extension Int64: SQLReadable {
  static var empty: Int64 { 0 }

  init?(_ columns: some SQLColumns, _ column: Int) {
    guard let number = columns.integer(column) else { return nil }
    self = number
  }
}

extension Double: SQLReadable {
  static var empty: Double { 0 }

  init?(_ columns: some SQLColumns, _ column: Int) {
    guard let number = columns.real(column) else { return nil }
    self = number
  }
}

extension Bool: SQLReadable {
  static var empty: Bool { false }

  init?(_ columns: some SQLColumns, _ column: Int) {
    guard let value = columns.boolean(column) else { return nil }
    self = value
  }
}

extension String: SQLReadable {
  static var empty: String { "" }

  init?(_ columns: some SQLColumns, _ column: Int) {
    guard let text = columns.text(column) else { return nil }
    self = text
  }
}

extension [UInt8]: SQLReadable {
  static var empty: [UInt8] { [] }

  init?(_ columns: some SQLColumns, _ column: Int) {
    guard let bytes = columns.bytes(column) else { return nil }
    self = bytes
  }
}
