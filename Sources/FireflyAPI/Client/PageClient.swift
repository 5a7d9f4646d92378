import FireflyCore
import Foundation
import Logging
import Synchronization

/// Loads pages of the web as everyone gets them: without an account, cookies or scripts.
package struct PageClient: Sendable {
  /// Maximum bytes of a page.
  package static let byteLimit = 4 << 20
  /// Seconds for a page in total.
  package static let seconds = 10.0

  /// Seconds for a feed in total.
  package static let feedSeconds = 60.0

  /// A page.
  package struct Page: Sendable {
    /// The address, after redirects.
    package var address: String
    /// `Content-Type`, such as `text/html; charset=utf-8`; empty if the server sends none.
    package var contentType: String
    /// The contents.
    package var bytes: [UInt8]

    /// Creates a page.
    package init(address: String, contentType: String, bytes: [UInt8]) {
      (self.address, self.contentType, self.bytes) = (address, contentType, bytes)
    }
  }

  /// An address that contains no page: all requests of its client leave the server.
  private static let nowhere = try? ServerAddress("https://firefly.invalid")

  private let origin: ServerAddress?
  private let isNamed: @Sendable (String) -> Bool
  private let userAgent: String
  private let authorities: TrustedAuthorities
  private let login: @Sendable (ServerAddress) -> BasicLogin?
  private let logger: Logger

  /// Creates a client.
  ///
  /// - Parameters:
  ///   - origin: the server that the addresses come from; nil if the user has typed them. From a server that
  ///     is not nearby, and after redirects, only public addresses are loaded: a page must not lead into the
  ///     user's own network.
  ///   - isNamed: returns whether an address is on a server that the user has named, which may be in their own network.
  ///   - userAgent: the program's name and version, for the header of that name.
  ///   - authorities: the certificate authorities.
  ///   - login: returns the user's name and password on a server; they go to that server only.
  ///   - logger: logs requests and errors.
  package init(
    origin: ServerAddress?, isNamed: @escaping @Sendable (String) -> Bool = { _ in false },
    userAgent: String, authorities: TrustedAuthorities = .init(),
    login: @escaping @Sendable (ServerAddress) -> BasicLogin? = { _ in nil }, logger: Logger
  ) {
    (self.origin, self.isNamed) = (origin, isNamed)
    self.userAgent = userAgent
    self.authorities = authorities
    self.login = login
    self.logger = logger
  }

  /// Loads a page.
  ///
  /// - Parameter address: an http or https address.
  package func page(at address: String) async throws(APIError) -> Page {
    let (head, page) = try await load(address, expects: .page, byteLimit: Self.byteLimit)
    guard head.isSuccess else { throw .status(head.status, message: nil) }
    return page
  }

  /// What a server says about the version of a feed, to be sent back with the next request.
  package struct Version: Codable, Hashable, Sendable {
    /// `ETag`.
    package var etag: String?
    /// `Last-Modified`.
    package var modified: String?

    /// Creates a version.
    package init(etag: String? = nil, modified: String? = nil) {
      (self.etag, self.modified) = (etag, modified)
    }
  }

  /// The answer to a request for a feed.
  package enum FeedAnswer: Sendable {
    /// The feed, its version, and the address that replaces the requested one, if it has moved for good.
    case page(Page, Version, newAddress: String?)
    /// It is the same as before; the version that the server names now, and its new address.
    case unchanged(Version, newAddress: String?)
    /// The error, and after how many seconds the server wants to be asked again, if it says so.
    case failed(APIError, retryAfter: Int?)
  }

  /// Loads a feed unless it is the same as before.
  ///
  /// - Parameters:
  ///   - address: an http or https address.
  ///   - known: the version of the cached copy; nil for none.
  ///   - byteLimit: maximum bytes.
  package func feed(at address: String, unless known: Version?, byteLimit: Int) async -> FeedAnswer
  {
    let pause = Mutex<Int?>(nil)
    do throws(APIError) {
      let (head, page) = try await load(
        address, expects: .feed, byteLimit: byteLimit, known: known,
        onBusy: { _, seconds in pause.withLock { $0 = seconds } })
      let new = head.newAddress?.absoluteString
      let version = Version(etag: head.etag, modified: head.modified)
      guard head.isSuccess else { return .unchanged(version, newAddress: new) }
      return .page(page, version, newAddress: new)
    } catch {
      return .failed(error, retryAfter: pause.withLock { $0 })
    }
  }

  private func load(
    _ address: String, expects: HTTPClient.Expected, byteLimit: Int, known: Version? = nil,
    onBusy: (@Sendable (Int, Int?) -> Void)? = nil
  ) async throws(APIError) -> (ResponseHead, Page) {
    guard let (own, url) = Self.parts(of: address),
      var server = origin?.isNearby == false ? Self.nowhere : own
    else {
      let shown = ForeignText.cleanLine(address, limit: 80)
      throw .notOffered("“\(shown)” is not the address of a page on the web.")
    }
    server.authorities = authorities
    var limits = ClientLimits()
    limits.seconds = Self.seconds
    limits.steadySeconds = expects == .feed ? Self.feedSeconds : Self.seconds
    let http = HTTPClient(
      server: server, credentials: Credentials(), limits: limits, logger: logger,
      userAgent: userAgent, onBusy: onBusy)
    let bytes = Mutex(Data())
    var request = HTTPClient.Request(
      name: own.description, url: url, expects: expects, byteLimit: byteLimit,
      seconds: Self.seconds)
    (request.etag, request.modified) = (known?.etag, known?.modified)
    if isNamed(address) { request.namedServer = own }
    // Not for an address that another server names.
    if origin == nil || origin == own { request.authorization = login(own)?.field }
    let receive: @Sendable (Data) -> Void = { data in bytes.withLock { $0.append(data) } }
    let head: ResponseHead
    do throws(APIError) {
      head = try await http.perform(request, receive: receive)
    } catch {
      // Feeds are often coded in another way than their header says: they are unpacked where they are read.
      guard expects == .feed, error == .wrongCoding else { throw error }
      bytes.withLock { $0 = Data() }
      request.isLenient = true
      head = try await http.perform(request, receive: receive)
    }
    let page = Page(
      address: (head.url ?? url).absoluteString, contentType: head.contentType ?? "",
      bytes: bytes.withLock { Array($0) })
    return (head, page)
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
