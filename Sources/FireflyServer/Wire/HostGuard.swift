import Foundation

/// Keeps web pages out: a browser must not be talked into using a server on its own machine.
///
/// A page can reach 127.0.0.1 in two ways: by a name of its own that it lets point here (DNS
/// rebinding), which the `Host` header betrays, or openly, which `Origin` and `Sec-Fetch-Site` do.
struct HostGuard: Sendable {
  /// The host the server was started for.
  let host: String

  /// Whether the request comes from a program, or from a page of this server itself.
  func admits(_ headers: [String: String]) -> Bool {
    guard let name = headers["host"], isOwn(name) else { return false }
    if let origin = headers["origin"] {
      guard let start = origin.range(of: "://"), isOwn(String(origin[start.upperBound...])) else {
        return false
      }
    }
    return ["same-origin", "none", nil].contains(headers["sec-fetch-site"])
  }

  private func isOwn(_ hostAndPort: String) -> Bool {
    let name = Self.withoutPort(hostAndPort).lowercased()
    if ["localhost", "127.0.0.1", "[::1]", host.lowercased(), "[\(host.lowercased())]"]
      .contains(name)
    {
      return true
    }
    // Listening everywhere: any address will do, for an address can't be rebound.
    guard host == "0.0.0.0" || host == "::" else { return false }
    return Self.isAddress(name) || name == LocalUser.hostName.lowercased()
  }

  private static func withoutPort(_ text: String) -> String {
    guard let colon = text.lastIndex(of: ":"), !text[colon...].contains("]") else { return text }
    return String(text[..<colon])
  }

  private static func isAddress(_ name: String) -> Bool {
    var address = in6_addr()
    let bare =
      name.hasPrefix("[") && name.hasSuffix("]") ? String(name.dropFirst().dropLast()) : name
    return inet_pton(AF_INET, bare, &address) == 1 || inet_pton(AF_INET6, bare, &address) == 1
  }
}
