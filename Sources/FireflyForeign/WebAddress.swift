import Foundation

/// Addresses in texts from the web.
package enum WebAddress {
  /// Maximum bytes of an address.
  package static let maximumLength = 2_000

  /// Returns an absolute http, https or mailto address, percent-encoded where necessary.
  ///
  /// - Parameter base: the base of relative addresses.
  /// - Returns: nil if it can't be opened.
  package static func full(_ text: String, base: String = "") -> String? {
    var text = text.trimmingCharacters(in: .whitespacesAndNewlines)
    guard !text.isEmpty, text.utf8.count <= maximumLength else { return nil }
    if text.hasPrefix("//") {
      text = "https:" + text
    } else if text.hasPrefix("/") {
      text = base + text
    } else if scheme(of: text) == nil {
      guard !text.hasPrefix("#"), !base.isEmpty else { return nil }
      text = base + "/" + text
    }
    guard let scheme = scheme(of: text), ["http", "https", "mailto"].contains(scheme) else {
      return nil
    }
    return text.addingPercentEncoding(withAllowedCharacters: plain)
  }

  /// Returns the host of an address without `www.`; nil if it has none.
  package static func site(of address: String?) -> String? {
    let host = address.flatMap { URLComponents(string: $0)?.host?.lowercased() } ?? ""
    guard !host.isEmpty else { return nil }
    return host.hasPrefix("www.") ? String(host.dropFirst(4)) : host
  }

  /// Returns the scheme of an address in lower case; nil if it has none.
  package static func scheme(of text: String) -> String? {
    guard let colon = text.firstIndex(of: ":") else { return nil }
    let scheme = text[..<colon]
    let isScheme =
      scheme.first?.isLetter == true
      && scheme.utf8.allSatisfy {
        $0 < 0x80 && (Character(UnicodeScalar($0)).isLetter || "0123456789+.-".utf8.contains($0))
      }
    return isScheme ? scheme.lowercased() : nil
  }

  /// The characters that stand for themselves everywhere in an address (RFC 3986).
  package static let unreserved = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
  /// The characters that an address may have.
  package static let plain = unreserved.union(CharacterSet(charactersIn: "/?&=+,:;@!$'()*%[]#"))
}
