import Foundation

/// Percent-encoding of one part of a URL, and the way back.
///
/// Everything but RFC 3986's unreserved characters is encoded, `+`, `&` and the space among them, so
/// that every server reads the same text, whatever it makes of a bare `+`.
public enum PercentEncoding {
  private static let unreserved = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")

  /// The text as a path segment, or as a name or value of a query or a form.
  public static func encode(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
  }

  /// The text that `encoded` stands for.
  ///
  /// - `plusIsSpace`: true in queries and forms, false in paths.
  /// - Returns: nil if a `%` is not followed by two digits, or the bytes are not UTF-8.
  public static func decode(_ encoded: some StringProtocol, plusIsSpace: Bool = false) -> String? {
    let text =
      plusIsSpace
      ? String(encoded).replacingOccurrences(of: "+", with: " ") : String(encoded)
    // Most texts need nothing done to them.
    return text.utf8.contains(UInt8(ascii: "%")) ? text.removingPercentEncoding : text
  }
}
