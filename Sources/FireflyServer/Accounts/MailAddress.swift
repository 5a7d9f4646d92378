import Foundation

/// An e-mail address that a code can be sent to.
///
/// It can't be mistaken for an option of a program, several addresses, or several lines.
public struct MailAddress: Hashable, Sendable {
  /// The address, without surrounding spaces.
  public let text: String

  /// Characters allowed before the `@` besides letters and digits, without those special to a
  /// shell.
  private static let marks = Set(".!#%'*+/=?^_{}~-".utf8)

  /// Parses an address; nil if it is invalid, or not plain ASCII.
  public init?(_ text: String) {
    let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
    let sides = text.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
    guard text.utf8.count <= 254, sides.count == 2, let name = sides.first,
      let host = sides.last, !name.isEmpty, !host.isEmpty,
      !text.lowercased().hasSuffix(".invalid"), name.first != UInt8(ascii: "-"),
      host.first != UInt8(ascii: "-"),
      name.allSatisfy({ Self.isAlphanumeric($0) || Self.marks.contains($0) }),
      host.allSatisfy({
        Self.isAlphanumeric($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-")
      })
    else { return nil }
    self.text = text
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"):
      true
    default: false
    }
  }
}
