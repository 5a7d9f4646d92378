import Foundation

/// An encoded argument of a statement.
enum PostgresValue: Hashable, Sendable {
  case null
  /// The text form of a number, a text, or an array in braces.
  case text(String)
  case bytes([UInt8])
}

/// A type that can be an argument of a statement.
protocol PostgresParameter {
  var postgresValue: PostgresValue { get }
}

extension Int: PostgresParameter {
  var postgresValue: PostgresValue { .text(String(self)) }
}

extension Int64: PostgresParameter {
  var postgresValue: PostgresValue { .text(String(self)) }
}

extension Double: PostgresParameter {
  var postgresValue: PostgresValue { .text(description) }
}

extension Bool: PostgresParameter {
  var postgresValue: PostgresValue { .text(self ? "t" : "f") }
}

extension String: PostgresParameter {
  /// PostgreSQL's texts can't contain U+0000.
  var postgresValue: PostgresValue { .text(StoredText.clean(self)) }
}

extension Data: PostgresParameter {
  var postgresValue: PostgresValue { .bytes(Array(self)) }
}

extension [UInt8]: PostgresParameter {
  var postgresValue: PostgresValue { .bytes(self) }
}

/// An array, for `= ANY($1)` or `unnest($1)`.
struct PostgresList: PostgresParameter {
  let postgresValue: PostgresValue

  init(_ numbers: some Sequence<Int>) {
    postgresValue = .text("{" + numbers.map(String.init).joined(separator: ",") + "}")
  }

  /// Creates an array of texts, or of numbers as texts; nil is NULL.
  init(texts: [String?]) { self.init(texts.map { $0 as (any PostgresParameter)? }) }

  init(_ items: some Sequence<(any PostgresParameter)?>) {
    let texts = items.map { item in
      guard case .text(let text)? = item?.postgresValue else { return "NULL" }
      return "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
    postgresValue = .text("{" + texts.joined(separator: ",") + "}")
  }
}

/// A type that can be read from a result.
protocol PostgresReadable {
  /// Decodes the text of a column; invalid text becomes 0 or "".
  init(postgres text: UnsafeBufferPointer<UInt8>)
}

extension String: PostgresReadable {
  init(postgres text: UnsafeBufferPointer<UInt8>) { self.init(decoding: text, as: UTF8.self) }
}

extension [UInt8]: PostgresReadable {
  /// Decodes the result of `encode(…, 'hex')`.
  init(postgres text: UnsafeBufferPointer<UInt8>) {
    func value(_ letter: UInt8) -> UInt8 { letter <= 0x39 ? letter &- 0x30 : letter &- 0x57 }
    self.init(unsafeUninitializedCapacity: text.count / 2) { bytes, count in
      count = text.count / 2
      for index in 0..<count {
        bytes[index] = value(text[2 * index]) << 4 | value(text[2 * index + 1]) & 0xF
      }
    }
  }
}

extension Int: PostgresReadable {
  init(postgres text: UnsafeBufferPointer<UInt8>) {
    self = Int(String(decoding: text, as: UTF8.self)) ?? 0
  }
}

extension Int64: PostgresReadable {
  init(postgres text: UnsafeBufferPointer<UInt8>) { self = Int64(Int(postgres: text)) }
}

extension Double: PostgresReadable {
  init(postgres text: UnsafeBufferPointer<UInt8>) {
    self = Double(String(decoding: text, as: UTF8.self)) ?? 0
  }
}

extension Bool: PostgresReadable {
  init(postgres text: UnsafeBufferPointer<UInt8>) { self = text.first == UInt8(ascii: "t") }
}
