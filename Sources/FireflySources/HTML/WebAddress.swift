import Foundation

/// Addresses in texts from the web.
enum WebAddress {
  private static let maximumLength = 2_000

  /// Returns an absolute http, https or mailto address, percent-encoded where necessary.
  ///
  /// - Parameters:
  ///   - text: the address in the text.
  ///   - base: the base of relative addresses.
  /// - Returns: nil if it can't be opened.
  static func full(_ text: String, base: String = "") -> String? {
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
    return encoded(text)
  }

  /// Returns the host of an address without `www.`; nil if it has none.
  static func site(of address: String) -> String? {
    guard let host = URLComponents(string: address)?.host?.lowercased(), !host.isEmpty else {
      return nil
    }
    return host.hasPrefix("www.") ? String(host.dropFirst(4)) : host
  }

  private static func scheme(of text: String) -> String? {
    guard let colon = text.firstIndex(of: ":") else { return nil }
    let scheme = text[..<colon]
    let isScheme =
      scheme.first?.isLetter == true
      && scheme.utf8.allSatisfy {
        $0 < 0x80 && (Character(UnicodeScalar($0)).isLetter || "0123456789+.-".utf8.contains($0))
      }
    return isScheme ? scheme.lowercased() : nil
  }

  private static let plain = Set("/?&=+,:;@!$'()*~-._%[]#".utf8)

  private static func encoded(_ text: String) -> String {
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      let isLetter = byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A || byte >= 0x30 && byte <= 0x39
      if isLetter || plain.contains(byte) {
        bytes.append(byte)
      } else {
        bytes += "%\(byte < 16 ? "0" : "")\(String(byte, radix: 16, uppercase: true))".utf8
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
