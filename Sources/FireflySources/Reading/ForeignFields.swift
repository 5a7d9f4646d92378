import FireflyCore
import Foundation

// Lenient decoding of foreign JSON: fields that are missing or of another type are nil or empty.
extension KeyedDecodingContainer {
  /// Returns a string; nil if it is not one.
  func text(_ key: Key) -> String? { isNull(key) ? nil : try? decode(String.self, forKey: key) }

  /// Returns whether a field is missing or null.
  ///
  /// Checked first, because errors are slow and thousands of fields are missing.
  private func isNull(_ key: Key) -> Bool {
    !contains(key) || (try? decodeNil(forKey: key)) == true
  }

  /// Returns an integer, also from a string; nil if it is neither, or too large for an ID.
  func number(_ key: Key) -> Int? {
    guard !isNull(key) else { return nil }
    let number =
      (try? decode(Int.self, forKey: key))
      ?? (try? decode(String.self, forKey: key)).flatMap { Int($0) }
    return number.flatMap { abs($0) < SourceNumbers.first ? $0 : nil }
  }

  /// Returns a boolean; false if it is missing.
  func flag(_ key: Key) -> Bool { (try? decode(Bool.self, forKey: key)) ?? false }

  /// Returns a date, in any format of ISO 8601 or HTTP.
  func date(_ key: Key) -> Date? { text(key).flatMap(WireDate.date) }

  /// Returns the elements of a list that can be decoded.
  func list<Element: Decodable & Sendable>(_ type: Element.Type, _ key: Key) -> [Element] {
    isNull(key) ? [] : (try? decode(LossyList<Element>.self, forKey: key))?.elements ?? []
  }

  /// Returns an object; nil if it can't be decoded.
  func object<Value: Decodable>(_ type: Value.Type, _ key: Key) -> Value? {
    isNull(key) ? nil : try? decode(type, forKey: key)
  }
}

extension String {
  /// The text, percent-encoded for a path or a query.
  var percentEncoded: String {
    utf8.map { byte in
      let isPlain =
        byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A || byte >= 0x30 && byte <= 0x39
        || "-._~".utf8.contains(byte)
      return isPlain
        ? String(UnicodeScalar(byte))
        : "%\(byte < 16 ? "0" : "")\(String(byte, radix: 16, uppercase: true))"
    }.joined()
  }

  /// The text on one line; nil if it is blank.
  var line: String? {
    let line = ForeignText.cleanLine(self)
    return line.isEmpty ? nil : line
  }
}

/// Counts as text.
enum Counted {
  /// `1 point`, `3 points`; nil without a number.
  static func words(_ count: Int?, _ noun: String, _ plural: String? = nil) -> String? {
    count.map { $0 == 1 ? "1 \(noun)" : "\($0) \(plural ?? noun + "s")" }
  }

  /// `1 reply`, `3 replies`; nil if there are none.
  static func replies(_ count: Int?) -> String? {
    words(count.flatMap { $0 > 0 ? $0 : nil }, "reply", "replies")
  }

  /// Returns the parts that are not nil, separated by dots.
  static func line(_ parts: String?...) -> String {
    parts.compactMap { $0?.line }.joined(separator: " · ")
  }
}
