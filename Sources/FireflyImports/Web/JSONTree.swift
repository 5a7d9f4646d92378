import FireflyCore
import FireflyServer
import Foundation

/// A value of JSON of which nothing is certain: what is missing or of another kind is nil or empty.
struct JSONTree {
  private let value: Any?

  /// The most bytes of a document, which takes some ten times as much memory.
  static let maxBytes = 64 << 20

  private init(_ value: Any?) { self.value = value is NSNull ? nil : value }

  /// Reads a document.
  /// - Throws: `ImportError`.
  init(_ data: Data) throws(ImportError) {
    guard data.count <= Self.maxBytes else { throw .tooLarge(limit: Self.maxBytes) }
    do {
      value = try JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)
    } catch {
      throw ImportError(notJSON: data)
    }
  }

  /// The value of a key.
  subscript(key: String) -> JSONTree { JSONTree((value as? [String: Any])?[key]) }

  /// Whether it is an object.
  var isObject: Bool { value is [String: Any] }
  /// Whether it is a list.
  var isList: Bool { value is [Any] }
  /// Whether there is anything.
  var isThere: Bool { value != nil }
  /// The elements of a list.
  var list: [JSONTree] { (value as? [Any])?.map { JSONTree($0) } ?? [] }
  /// The object in a list, or the only one.
  var objects: [JSONTree] { isObject ? [self] : list.filter(\.isObject) }
  /// A text.
  var text: String? { value as? String }
  /// A text that is not empty.
  var words: String? { text.flatMap { $0.isEmpty ? nil : $0 } }
  /// True or 1.
  var isTrue: Bool { (value as? Bool) ?? false }

  /// A number.
  var number: Double? {
    if let number = value as? NSNumber { return number.doubleValue }
    return text.flatMap { Double($0) }
  }

  /// A whole number.
  var whole: Int? { number.flatMap { Int(exactly: $0.rounded()) } }

  /// What identifies a post: a text, or a number as text.
  var key: String? {
    if let text { return text.isEmpty ? nil : text }
    return (value as? NSNumber).map { "\($0)" }
  }

  /// A time: seconds since 1970, or a text.
  var date: Date? {
    if let text { return WireDate.date(text) }
    guard let number, abs(number) < 253_402_300_800 else { return nil }
    return Date(timeIntervalSince1970: number)
  }
}
