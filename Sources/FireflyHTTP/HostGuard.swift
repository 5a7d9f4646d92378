internal import Foundation

/// Protects a local server from web pages in the user's browser.
///
/// A page can reach 127.0.0.1 in two ways: through its own host name that resolves to this machine
/// (DNS rebinding), detected by `Host`, or directly, detected by `Origin` and `Sec-Fetch-Site`.
package struct HostGuard: Sendable {
  private let names: Set<String>
  private let isEverywhere: Bool

  /// Creates a guard.
  ///
  /// - Parameters:
  ///   - host: the address the server listens on. The machine's own names are also allowed, and any
  ///     address if it listens on all (`0.0.0.0`, `::`).
  ///   - names: additional host names, such as that of a proxy.
  package init(host: String, names: [String] = []) {
    let own = ["localhost", "127.0.0.1", "[::1]", host, "[\(host)]"]
    isEverywhere = host == "0.0.0.0" || host == "::"
    self.names = Set((own + names).map { $0.lowercased() })
  }

  /// Whether the request comes from a program, or from a page of this server.
  package func admits(_ request: HTTPRequest) -> Bool {
    guard ["same-origin", "none", nil].contains(request.fields["sec-fetch-site"]) else {
      return false
    }
    // Web pages can't reach a Unix socket, and DNS rebinding doesn't apply to it.
    if request.peer == .unixSocket { return request.fields["origin"] == nil }
    guard let text = request.fields["host"], let host = Authority(text), isOwn(host.name) else {
      return false
    }
    guard let origin = request.fields["origin"] else { return true }
    return host.isOrigin(origin)
  }

  private func isOwn(_ name: String) -> Bool {
    // When listening on all addresses, any address is allowed, since an address can't be rebound.
    names.contains(name) || isEverywhere && (Self.isAddress(name) || name == Self.machine)
  }

  private static let machine: String = {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return "" }
    return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
      .lowercased()
  }()

  private static func isAddress(_ name: String) -> Bool {
    var address = in6_addr()
    let bare =
      name.hasPrefix("[") && name.hasSuffix("]") ? String(name.dropFirst().dropLast()) : name
    return inet_pton(AF_INET, bare, &address) == 1 || inet_pton(AF_INET6, bare, &address) == 1
  }
}

/// The `name:port` of the field `Host`.
private struct Authority {
  /// In lower case; an IPv6 address with its brackets.
  let name: String
  let port: Int?

  init?(_ text: some StringProtocol) {
    var name = text.lowercased()[...]
    var port: Int?
    if let colon = name.lastIndex(of: ":"), !name[colon...].contains("]") {
      guard let number = Int(name[name.index(after: colon)...]) else { return nil }
      port = number
      name = name[..<colon]
    }
    guard !name.isEmpty else { return nil }
    self.name = String(name)
    self.port = port
  }

  /// Whether an origin is this server: the same name and port.
  func isOrigin(_ origin: String) -> Bool {
    guard let start = origin.range(of: "://"), let other = Authority(origin[start.upperBound...])
    else { return false }
    let standard = ["http": 80, "https": 443][origin[..<start.lowerBound].lowercased()]
    // A proxy may use https where the server uses http: a missing port is the default of the
    // scheme.
    return other.name == name && (other.port ?? standard) == (port ?? standard)
  }
}
