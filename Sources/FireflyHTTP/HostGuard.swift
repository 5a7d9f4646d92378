internal import Foundation

/// Keeps web pages out: a browser must not be talked into using a server on its own machine.
///
/// A page can reach 127.0.0.1 in two ways: by a name of its own that it lets point here (DNS
/// rebinding), which the `Host` field betrays, or openly, which `Origin` and `Sec-Fetch-Site` do.
public struct HostGuard: Sendable {
  private let names: Set<String>
  private let isEverywhere: Bool

  /// A guard.
  ///
  /// - Parameters:
  ///   - host: the address the server listens on; the names of this machine for itself are admitted
  ///     besides, and where it listens everywhere (`0.0.0.0`, `::`) every address.
  ///   - names: other names it is reached by, such as that of a proxy before it.
  public init(host: String, names: [String] = []) {
    let own = ["localhost", "127.0.0.1", "[::1]", host, "[\(host)]"]
    isEverywhere = host == "0.0.0.0" || host == "::"
    self.names = Set((own + names).map { $0.lowercased() })
  }

  /// Whether the request comes from a program, or from a page of this server itself.
  public func admits(_ request: HTTPRequest) -> Bool {
    guard ["same-origin", "none", nil].contains(request.fields["sec-fetch-site"]) else {
      return false
    }
    // No page can reach a Unix socket, and nobody is misled by its name.
    if request.peer == .unixSocket { return request.fields["origin"] == nil }
    guard let text = request.fields["host"], let host = Authority(text), isOwn(host.name) else {
      return false
    }
    guard let origin = request.fields["origin"] else { return true }
    return host.isOrigin(origin)
  }

  private func isOwn(_ name: String) -> Bool {
    // Listening everywhere: any address will do, for an address can't be rebound.
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

/// `name:port`, as in the field `Host`.
private struct Authority {
  /// In lower case; an IPv6 address in its brackets.
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

  /// Whether a page of this origin comes from here: the same name and the same port.
  func isOrigin(_ origin: String) -> Bool {
    guard let start = origin.range(of: "://"), let other = Authority(origin[start.upperBound...])
    else { return false }
    let standard = ["http": 80, "https": 443][origin[..<start.lowerBound].lowercased()]
    // A proxy may speak https where we speak http: without a port, its scheme says which one it is.
    return other.name == name && (other.port ?? standard) == (port ?? standard)
  }
}
