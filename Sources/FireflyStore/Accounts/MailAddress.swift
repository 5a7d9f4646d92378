import Foundation

/// An e-mail address that a code can be sent to.
///
/// It can't be mistaken for an option of a program, several addresses, or several lines.
package struct MailAddress: Hashable, Sendable {
  /// The address, without surrounding spaces.
  package let text: String

  /// Characters allowed before the `@` besides plain ones, without those special to a shell.
  private static let marks = Set("!#%'*+/=?^{}~".utf8)

  /// Parses an address; nil if it is invalid, or not plain ASCII.
  package init?(_ text: String) {
    let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
    let sides = text.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
    guard text.utf8.count <= 254, sides.count == 2, let name = sides.first,
      let host = sides.last, !name.isEmpty, !host.isEmpty,
      !text.lowercased().hasSuffix(".invalid"), name.first != UInt8(ascii: "-"),
      host.first != UInt8(ascii: "-"),
      name.allSatisfy({ $0.isPlain || Self.marks.contains($0) }),
      host.allSatisfy({ $0.isPlain && $0 != UInt8(ascii: "_") })
    else { return nil }
    self.text = text
  }
}
