import FireflyCore
import FireflyTransfer
import Foundation

/// A JSON value of unknown type: what is missing or of another type is nil or empty.
///
/// For archives in which one field is a list, an object or a text, as its place says. The fields that
/// a service names once and for all are `Lenient` ones of a type.
struct JSONTree {
  /// The value, cast to its own type once: casting dictionaries to classes would copy them.
  private enum Value {
    case object([String: Any])
    case list([Any])
    case text(String)
    case number(NSNumber)
    case nothing
  }

  private let value: Value

  /// Maximum bytes of a document, which takes about ten times as much memory.
  static let maxBytes = 64 << 20

  private init(_ any: Any?) {
    value =
      if let text = any as? String {
        .text(text)
      } else if let object = any as? [String: Any] {
        .object(object)
      } else if let list = any as? [Any] {
        .list(list)
      } else if let number = any as? NSNumber {
        .number(number)
      } else {
        .nothing
      }
  }

  /// Reads a document.
  init(_ data: Data) throws(ImportError) {
    guard data.count <= Self.maxBytes else { throw .tooLarge(limit: Self.maxBytes) }
    do {
      self.init(try JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed))
    } catch {
      throw ImportError(notJSON: data)
    }
  }

  /// The value of a key.
  subscript(key: String) -> JSONTree {
    if case .object(let object) = value { JSONTree(object[key]) } else { JSONTree(nil as Any?) }
  }

  var isObject: Bool { if case .object = value { true } else { false } }
  var isList: Bool { if case .list = value { true } else { false } }
  /// The elements of a list.
  var list: [JSONTree] { if case .list(let list) = value { list.map { JSONTree($0) } } else { [] } }
  /// The objects in a list, or the only one.
  var objects: [JSONTree] { isObject ? [self] : list.filter(\.isObject) }
  var text: String? { if case .text(let text) = value { text } else { nil } }
  /// A text that is not empty.
  var words: String? { text.flatMap { $0.isEmpty ? nil : $0 } }
  /// True or 1.
  var isTrue: Bool { if case .number(let number) = value { number.boolValue } else { false } }

  var number: Double? {
    if case .number(let number) = value { return number.doubleValue }
    return text.flatMap { Double($0) }
  }

  var whole: Int? { number.flatMap { Int(exactly: $0.rounded()) } }

  /// The value as an ID: a string, or a number as a string.
  var key: String? {
    if case .number(let number) = value { return number.stringValue }
    return words
  }

  /// The value as a date: seconds since 1970, or a string.
  var date: Date? {
    if let text { return WireDate.date(text) }
    guard let number, abs(number) < 253_402_300_800 else { return nil }
    return Date(timeIntervalSince1970: number)
  }
}
