import CCurl
import FireflyCore
import Foundation

/// The address of a server: given by `--server`, or of the embedded one.
package struct ServerAddress: Hashable, Sendable, CustomStringConvertible {
  /// `http` or `https`, host, port and any path before `/api`; without a trailing slash.
  package let description: String
  /// Host and port, for use in sentences.
  package let host: String
  /// The Unix socket that the server listens on; nil for a server on the network.
  package let socket: String?
  /// The authorities that its identity is checked with.
  package var authorities = TrustedAuthorities()

  /// A reserved host name (RFC 2606), for the server behind the socket.
  private static let socketHost = "firefly.invalid"

  /// Creates the address of the embedded server, behind a Unix socket.
  package init(socket path: String) {
    socket = path
    host = "Firefly's own server"
    description = "http://\(Self.socketHost)"
  }

  /// Parses `https://host`, `http://host:8080/prefix/`, `host:8080` or `[::1]:8080`; the default
  /// scheme is http.
  ///
  /// - Throws: `APIError.invalidAddress` with the reason; it never contains a password.
  package init(_ text: String) throws(APIError) {
    let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
    let shown = Self.withoutUserInfo(trimmed)
    guard !trimmed.isEmpty else { throw .invalidAddress(shown, reason: "it is empty") }
    var (scheme, rest) = ("http", trimmed)
    if let end = trimmed.range(of: "://") {
      scheme = trimmed[..<end.lowerBound].lowercased()
      rest = String(trimmed[end.upperBound...])
    }
    guard ["http", "https"].contains(scheme) else {
      throw .invalidAddress(shown, reason: "it must begin with http:// or https://")
    }
    guard
      let parts = URLComponents(
        string: Self.withASCIIHost("\(scheme)://\(rest)"), encodingInvalidCharacters: false),
      let name = parts.encodedHost, !name.isEmpty
    else { throw .invalidAddress(shown, reason: "it has no host") }
    guard parts.user == nil, parts.password == nil else {
      throw .invalidAddress(shown, reason: "it must not contain a user name or password")
    }
    guard parts.query == nil, parts.fragment == nil else {
      throw .invalidAddress(shown, reason: "it must not contain ? or #")
    }
    if let port = parts.port, !(1...65_535).contains(port) {
      throw .invalidAddress(shown, reason: "a port is a number from 1 to 65535")
    }
    var path = parts.percentEncodedPath[...]
    while path.hasSuffix("/") { path.removeLast() }
    socket = nil
    host = parts.port.map { "\(name):\($0)" } ?? name
    description = "\(scheme)://\(host)\(path)"
  }

  /// The address with an international host name as DNS has it (RFC 5891), such as `xn--mller-kva.de`.
  ///
  /// It is also shown in that form, in which no letter looks like another one.
  private static func withASCIIHost(_ address: String) -> String {
    guard !address.allSatisfy(\.isASCII),
      var parts = URLComponents(string: address, encodingInvalidCharacters: true),
      let host = parts.encodedHost, !host.isEmpty, !host.contains("%")
    else { return address }
    parts.encodedHost = host
    return parts.string ?? address
  }

  /// The address in canonical form: the host in lower case, without the default port.
  package var normalized: String {
    guard var parts = URLComponents(string: description, encodingInvalidCharacters: false) else {
      return description
    }
    parts.encodedHost = parts.encodedHost?.lowercased()
    if parts.port == (parts.scheme == "https" ? 443 : 80) { parts.port = nil }
    return parts.string ?? description
  }

  /// Whether the connection can be read by others: unencrypted, and not on this machine.
  package var isOverheard: Bool {
    socket == nil && description.hasPrefix("http:") && !isOnThisMachine
  }

  /// Whether the server is named by an address of this machine.
  package var isOnThisMachine: Bool {
    let name = URLComponents(string: description)?.host?.lowercased() ?? ""
    return name == "localhost" || name == "::1" || name == "[::1]" || name.hasPrefix("127.")
  }

  /// Whether the server is named by an address of this machine or of a private network.
  package var isNearby: Bool {
    let name = URLComponents(string: description)?.host?.lowercased() ?? ""
    return socket != nil || name == "localhost"
      || firefly_is_nearby(name.trimmingCharacters(in: CharacterSet(charactersIn: "[]")))
  }

  /// Whether a host is an IP address.
  static func isAddress(_ host: String) -> Bool {
    host.contains(":") || host.allSatisfy { $0.isNumber || $0 == "." }
  }

  /// The header field with the token, sent to this server only.
  static let tokenField = "Authorization"

  /// Whether a URL belongs to this server: same scheme, host and port, below the same path.
  func contains(_ url: URL) -> Bool {
    guard let own = URLComponents(string: description, encodingInvalidCharacters: false),
      let other = URLComponents(url: url, resolvingAgainstBaseURL: false), other.user == nil
    else { return false }
    func port(_ parts: URLComponents) -> Int {
      parts.port ?? (parts.scheme?.lowercased() == "https" ? 443 : 80)
    }
    let path = other.percentEncodedPath.lowercased()
    // A path with `..` leaves the prefix, whichever side resolves it.
    let leadsUp = path.split(separator: "/").contains { $0.replacing("%2e", with: ".") == ".." }
    return own.scheme == other.scheme?.lowercased() && port(own) == port(other)
      && own.encodedHost?.lowercased() == other.encodedHost?.lowercased()
      && (other.percentEncodedPath + "/").hasPrefix(own.percentEncodedPath + "/") && !leadsUp
  }

  /// The socket for a URL; nil if the URL is another server's, or is reached over the network.
  func socket(for url: URL?) -> String? {
    url?.host == Self.socketHost ? socket : nil
  }

  /// Returns the full URL of a call.
  package func url(for endpoint: Endpoint) -> URL? {
    URL(string: description + endpoint.target)
  }

  /// Returns the full URL of a picture: the address itself if it is http or https, else a path on
  /// this server.
  ///
  /// It is nil for other schemes and invalid addresses.
  package func url(forPicture address: String) -> URL? {
    let escaped = Self.escaped(address.trimmingCharacters(in: .whitespacesAndNewlines))
    guard !escaped.isEmpty, !escaped.hasPrefix("//") else { return nil }
    guard let parts = URLComponents(string: escaped, encodingInvalidCharacters: false) else {
      return nil
    }
    guard let scheme = parts.scheme else {
      return URL(string: description + (escaped.hasPrefix("/") ? "" : "/") + escaped)
    }
    guard ["http", "https"].contains(scheme.lowercased()), parts.host?.isEmpty == false,
      parts.user == nil
    else { return nil }
    return URL(string: escaped)
  }

  /// Percent-encodes characters that are invalid in a URL; keeps existing percent-encoding.
  static func escaped(_ text: String) -> String {
    let kept = Set("/?&=+,:;@!$()*~-._%[]".utf8)
    return text.utf8.map { byte in
      let letter = Character(UnicodeScalar(byte))
      let isKept = byte < 0x80 && (letter.isLetter || letter.isNumber || kept.contains(byte))
      return isKept ? String(letter) : "%" + [byte].hexadecimal
    }.joined()
  }

  /// The text without user name and password, for use in errors.
  private static func withoutUserInfo(_ text: String) -> String {
    let shown = ForeignText.clean(text, atMost: 200)
    guard let at = shown.lastIndex(of: "@") else { return shown }
    let start = shown.range(of: "://")?.upperBound ?? shown.startIndex
    return start < at ? shown[..<start] + "…" + shown[at...] : shown
  }
}
