import FireflyCore
import Foundation
import Logging
import Synchronization

/// Loads pages of the web as everyone gets them: without an account, cookies or scripts.
public struct PageClient: Sendable {
  /// Maximum bytes of a page.
  public static let byteLimit = 4 << 20
  /// Seconds for a page in total.
  public static let seconds = 10.0

  /// A page.
  public struct Page: Sendable {
    /// The address, after redirects.
    public var address: String
    /// `Content-Type`, such as `text/html; charset=utf-8`; empty if the server sends none.
    public var contentType: String
    /// The contents.
    public var bytes: [UInt8]

    /// Creates a page.
    public init(address: String, contentType: String, bytes: [UInt8]) {
      (self.address, self.contentType, self.bytes) = (address, contentType, bytes)
    }
  }

  /// An address that contains no page: all requests of its client leave the server.
  private static let nowhere = try? ServerAddress("https://firefly.invalid")

  private let origin: ServerAddress?
  private let userAgent: String
  private let authorities: TrustedAuthorities
  private let logger: Logger

  /// Creates a client.
  ///
  /// - Parameters:
  ///   - origin: the server that the addresses come from; nil if the user has typed them. From a server that
  ///     is not nearby, and after redirects, only public addresses are loaded: a page must not lead into the
  ///     user's own network.
  ///   - userAgent: the program's name and version, for the header of that name.
  ///   - authorities: the certificate authorities.
  ///   - logger: logs requests and errors.
  public init(
    origin: ServerAddress?, userAgent: String, authorities: TrustedAuthorities = .init(),
    logger: Logger
  ) {
    self.origin = origin
    self.userAgent = userAgent
    self.authorities = authorities
    self.logger = logger
  }

  /// Loads a page.
  ///
  /// - Parameter address: an http or https address.
  /// - Returns: the page.
  /// - Throws: `APIError`.
  public func page(at address: String) async throws(APIError) -> Page {
    guard let (own, url) = Self.parts(of: address),
      var server = origin?.isNearby == false ? Self.nowhere : own
    else {
      let shown = ForeignText.cleanLine(address, limit: 80)
      throw .notOffered("“\(shown)” is not the address of a page on the web.")
    }
    server.authorities = authorities
    var limits = ClientLimits()
    (limits.seconds, limits.steadySeconds) = (Self.seconds, Self.seconds)
    let http = HTTPClient(
      server: server, credentials: Credentials(), limits: limits, logger: logger,
      userAgent: userAgent)
    let bytes = Mutex(Data())
    let request = HTTPClient.Request(
      name: own.description, url: url, expects: .page, byteLimit: Self.byteLimit,
      seconds: Self.seconds)
    let head = try await http.perform(request) { data in bytes.withLock { $0.append(data) } }
    return Page(
      address: (head.url ?? url).absoluteString, contentType: head.contentType ?? "",
      bytes: bytes.withLock { Array($0) })
  }

  /// Returns the server of an address, and its URL without the fragment; nil if it is none.
  private static func parts(of address: String) -> (ServerAddress, URL)? {
    let address = address.trimmingCharacters(in: .whitespacesAndNewlines)
    guard let scheme = address.range(of: "://"), address.utf8.count <= 2_048 else { return nil }
    let path = address[scheme.upperBound...].firstIndex { "/?#".contains($0) } ?? address.endIndex
    guard let server = try? ServerAddress(String(address[..<path])) else { return nil }
    let rest = address[path...].prefix { $0 != "#" }
    let target = rest.hasPrefix("/") ? String(rest) : "/" + rest
    return URL(string: server.description + ServerAddress.escaped(target)).map { (server, $0) }
  }
}
