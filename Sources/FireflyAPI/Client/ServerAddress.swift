import FireflyCore
import Foundation

/// Where a server is: what `--server` names, or the embedded one.
public struct ServerAddress: Hashable, Sendable, CustomStringConvertible {
  /// `http` or `https`, host, port and any path before `/api`; no slash at the end.
  public let description: String
  /// Host and port, as a sentence names the server.
  public let host: String
  /// The Unix socket that the server listens on; nil where it is reached over the network.
  public let socket: String?

  /// A name that no server has (RFC 2606), for the one behind the socket.
  private static let socketHost = "firefly.invalid"

  /// The server of this program, behind a Unix socket.
  public init(socket path: String) {
    socket = path
    host = "Firefly's own server"
    description = "http://\(Self.socketHost)"
  }

  /// Reads `https://host`, `http://host:8080/prefix/`, `host:8080`, `[::1]:8080`; without a scheme it is
  /// http.
  ///
  /// - Throws: `APIError.invalidAddress`, with the reason; a password in the text is not repeated.
  public init(_ text: String) throws(APIError) {
    let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
    let shown = Self.withoutUserInfo(trimmed)
    guard !trimmed.isEmpty else { throw .invalidAddress(shown, reason: "it is empty") }
    var (scheme, rest) = ("http", trimmed)
    if let end = trimmed.range(of: "://") {
      scheme = trimmed[..<end.lowerBound].lowercased()
      rest = String(trimmed[end.upperBound...])
    }
    guard ["http", "https"].contains(scheme) else {
      throw .invalidAddress(shown, reason: "it has to be http or https")
    }
    guard
      let parts = URLComponents(
        string: "\(scheme)://\(rest)", encodingInvalidCharacters: false),
      let name = parts.percentEncodedHost, !name.isEmpty
    else { throw .invalidAddress(shown, reason: "there is no host in it") }
    guard parts.user == nil, parts.password == nil else {
      throw .invalidAddress(shown, reason: "a user name or a password can't be part of it")
    }
    guard parts.query == nil, parts.fragment == nil else {
      throw .invalidAddress(shown, reason: "it has to end before ? and #")
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

  /// The address as it is the same however it is written: the host in lower case, without the port that
  /// its scheme has anyway.
  public var normalized: String {
    guard var parts = URLComponents(string: description, encodingInvalidCharacters: false) else {
      return description
    }
    parts.percentEncodedHost = parts.percentEncodedHost?.lowercased()
    if parts.port == (parts.scheme == "https" ? 443 : 80) { parts.port = nil }
    return parts.string ?? description
  }

  /// Whether others on the way can read what is said: it is not encrypted, and leaves this machine.
  public var isOverheard: Bool {
    guard socket == nil, description.hasPrefix("http:") else { return false }
    let name = URLComponents(string: description)?.host?.lowercased() ?? ""
    return name != "localhost" && name != "::1" && name != "[::1]" && !name.hasPrefix("127.")
  }

  /// The field of a request that names the account, and goes to this server only.
  static let tokenField = "Authorization"

  /// Whether a URL leads to this server: the same scheme, host and port, below the same path.
  func contains(_ url: URL) -> Bool {
    guard let own = URLComponents(string: description, encodingInvalidCharacters: false),
      let other = URLComponents(url: url, resolvingAgainstBaseURL: false), other.user == nil
    else { return false }
    func port(_ parts: URLComponents) -> Int {
      parts.port ?? (parts.scheme?.lowercased() == "https" ? 443 : 80)
    }
    let path = other.percentEncodedPath.lowercased()
    // What leads up leads elsewhere, whoever resolves it.
    let leadsUp = path.split(separator: "/").contains { $0.replacing("%2e", with: ".") == ".." }
    return own.scheme == other.scheme?.lowercased() && port(own) == port(other)
      && own.percentEncodedHost?.lowercased() == other.percentEncodedHost?.lowercased()
      && (other.percentEncodedPath + "/").hasPrefix(own.percentEncodedPath + "/") && !leadsUp
  }

  /// The socket by which a URL is reached; nil if it is not this server's, or the network leads there.
  func socket(for url: URL?) -> String? {
    url?.host == Self.socketHost ? socket : nil
  }

  /// The whole URL of a call.
  public func url(for endpoint: Endpoint) -> URL? {
    URL(string: description + endpoint.target)
  }

  /// The whole URL of a picture: the address itself if it is http or https, else a path on this server.
  ///
  /// - Returns: nil for other schemes, and for what is no address at all.
  public func url(forPicture address: String) -> URL? {
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

  /// Percent-encodes what can't stand in a URL, and leaves alone what is encoded already.
  private static func escaped(_ text: String) -> String {
    let kept = Set("/?&=+,:;@!$()*~-._%[]".utf8)
    return text.utf8.map { byte in
      let letter = Character(UnicodeScalar(byte))
      let isKept = byte < 0x80 && (letter.isLetter || letter.isNumber || kept.contains(byte))
      return isKept ? String(letter) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
  }

  /// The text as an error may show it.
  private static func withoutUserInfo(_ text: String) -> String {
    let shown = ForeignText.clean(text, atMost: 200)
    guard let at = shown.lastIndex(of: "@") else { return shown }
    let start = shown.range(of: "://")?.upperBound ?? shown.startIndex
    return start < at ? shown[..<start] + "…" + shown[at...] : shown
  }
}
