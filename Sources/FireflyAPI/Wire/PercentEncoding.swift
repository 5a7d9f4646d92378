import Foundation

/// Percent-encoding and decoding of one part of a URL.
///
/// Encodes all but RFC 3986's unreserved characters, including `+`, `&` and the space, so that all
/// servers decode the same text, however they treat a bare `+`.
package enum PercentEncoding {
  private static let unreserved = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")

  /// Encodes a path segment, or a name or value of a query or a form.
  package static func encode(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
  }

  /// Decodes a text.
  ///
  /// - Parameters:
  ///   - encoded: the percent-encoded text.
  ///   - plusIsSpace: true in queries and forms, false in paths.
  /// - Returns: nil if a `%` is not followed by two digits, or the bytes are not UTF-8.
  package static func decode(_ encoded: some StringProtocol, plusIsSpace: Bool = false) -> String? {
    let text =
      plusIsSpace
      ? String(encoded).replacingOccurrences(of: "+", with: " ") : String(encoded)
    // Most texts contain no percent sign.
    return text.utf8.contains(UInt8(ascii: "%")) ? text.removingPercentEncoding : text
  }
}
