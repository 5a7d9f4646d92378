import Foundation

/// The name of an entry on a service of feeds, in one form for all that servers write.
///
/// A number of 64 bits is decimal, whether it was written so, with a sign, or with sixteen hexadecimal digits behind
/// `tag:google.com,2005:reader/item/`. Other names stay as they are.
struct ReaderEntryID: Hashable, Sendable, Decodable {
  private static let prefix = "tag:google.com,2005:reader/item/"
  /// Maximum bytes of a name.
  private static let maximumLength = 100

  /// The usual form.
  let text: String

  /// Reads a name; nil for one that is empty or too long.
  init?(_ text: String) {
    guard text.utf8.count <= Self.maximumLength + Self.prefix.utf8.count else { return nil }
    var name = text.trimmingCharacters(in: .whitespacesAndNewlines)
    let isLong = name.hasPrefix(Self.prefix)
    if isLong { name.removeFirst(Self.prefix.count) }
    let isPlain = name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
    guard !name.isEmpty, isPlain else { return nil }
    if isLong, name.utf8.count == 16, let number = UInt64(name, radix: 16) {
      self.text = "\(number)"
    } else if !isLong, let number = UInt64(name) ?? Int64(name).map(UInt64.init(bitPattern:)) {
      self.text = "\(number)"
    } else {
      self.text = name
    }
  }

  /// Decodes a name, which may be a number.
  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    let text =
      try (try? value.decode(Int64.self)).map { "\($0)" }
      ?? (try? value.decode(UInt64.self)).map { "\($0)" } ?? value.decode(String.self)
    guard let id = Self(text) else {
      throw DecodingError.dataCorruptedError(in: value, debugDescription: "no name of an entry")
    }
    self = id
  }

  /// Returns the form that is sent: the long one, because some servers take decimal digits for hexadecimal ones.
  static func sent(_ text: String) -> String {
    guard let number = UInt64(text) else { return prefix + text }
    let digits = String(number, radix: 16)
    return prefix + String(repeating: "0", count: 16 - digits.count) + digits
  }
}
