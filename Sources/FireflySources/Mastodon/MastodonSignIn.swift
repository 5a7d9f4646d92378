import FireflyAPI
import FireflyCore
import Foundation
import Logging

/// Signing in to an instance with Mastodon's API: its page shows a code, in any browser on any machine, or sends a
/// browser on this machine back with it.
///
/// `begin` registers Firefly and returns the address of the page, `finish` exchanges the code for a token.
package struct MastodonSignIn: Sendable {
  /// The instance shows the code instead of sending the browser to an address.
  private static let outOfBand = "urn:ietf:wg:oauth:2.0:oob"
  /// What Firefly may do: read, write, remove and mark posts, follow, mute and block people, change lists, pin posts to
  /// the profile.
  ///
  /// All are asked for at once, so that nobody has to sign in again for one.
  static let scopes = [
    "read", "write:statuses", "write:media", "write:favourites", "write:bookmarks",
    "write:follows", "write:mutes", "write:blocks", "write:lists", "write:accounts",
  ].joined(separator: " ")
  /// The same for instances that don't know its parts.
  private static let plainScopes = "read write"

  private let server: ServerAddress
  private let name: String
  private let client: @Sendable (Credentials) -> WebClient

  /// Creates the sign-in of an instance.
  ///
  /// - Parameters:
  ///   - source: the source, of Mastodon's kind.
  ///   - server: where it is asked.
  ///   - userAgent: the program's name and version.
  ///   - logger: logs requests and errors, without codes and tokens.
  package init(_ source: SourceAddress, server: ServerAddress, userAgent: String, logger: Logger) {
    (self.server, name) = (server, source.instance)
    client = { [name] credentials in
      WebClient(
        server: server, name: name, userAgent: userAgent, credentials: credentials, logger: logger)
    }
  }

  /// Registers Firefly, and returns the page that the user opens.
  ///
  /// It is done for each sign-in: an instance may forget a client that has no token.
  ///
  /// - Parameter place: an address on this machine to which the instance may send the browser.
  /// - Returns: the page, which `finish` needs; good for a day.
  /// - Throws: `APIError`; `.notOffered` with a sentence if it is no such instance, or refuses.
  package func begin(
    returningTo place: String? = nil
  ) async throws(APIError) -> ServiceSignInPage {
    // Some take one address only, and some don't know the parts of scopes (`invalid_scope`).
    var ways: [(scopes: String, place: String?)] = [(Self.scopes, nil), (Self.plainScopes, nil)]
    if place != nil { ways.insert((Self.scopes, place), at: 0) }
    var (app, scopes, place) = (App(), Self.scopes, place)
    do throws(APIError) {
      while !ways.isEmpty {
        (scopes, place) = ways.removeFirst()
        do throws(APIError) {
          app = try await register(scopes, place)
          break
        } catch  where error.isAboutTheRequest && !ways.isEmpty {
          continue
        }
      }
    } catch .status(429, _) {
      throw .notOffered("\(name) takes no more sign-ins from this network for some minutes.")
    } catch  where error.isAboutTheRequest || error.isForeign {
      throw .notOffered("\(name) does not speak Mastodon's API.")
    }
    guard let id = app.id?.safe, let secret = app.secret, secret.isToken else {
      throw .notOffered("\(name) does not speak Mastodon's API.")
    }
    let state = UUID().uuidString.lowercased()
    func address(to place: String) -> String {
      let query: [QueryItem] = [
        QueryItem("response_type", "code"), QueryItem("client_id", id),
        QueryItem("redirect_uri", place), QueryItem("scope", scopes),
        // Otherwise the account is the one that the browser is signed in with.
        QueryItem("force_login", "true"), QueryItem("state", state),
      ]
      return "\(server.description)/oauth/authorize?\(query.encoded)"
    }
    var page = ServiceSignInPage(
      client: ServiceClient(id: id, secret: secret), address: address(to: Self.outOfBand),
      scopes: scopes, state: state)
    (page.place, page.returning) = (place, place.map(address))
    return page
  }

  private func register(_ scopes: String, _ place: String?) async throws(APIError) -> App {
    try await client(Credentials()).send(
      [
        QueryItem("client_name", "Firefly"),
        QueryItem(
          "redirect_uris", [Self.outOfBand, place].compactMap(\.self).joined(separator: "\n")),
        QueryItem("scopes", scopes),
      ], to: "/api/v1/apps", as: App.self)
  }

  /// Exchanges the code of the page for a token, and asks whose it is.
  ///
  /// - Parameters:
  ///   - page: what `begin` returned.
  ///   - code: the code, or the address to which the browser was sent.
  /// - Returns: the token and the account.
  /// - Throws: `APIError`; `.notOffered` with a sentence for a code that is not valid.
  package func finish(
    _ page: ServiceSignInPage, code: String
  ) async throws(APIError) -> ServiceSignedIn {
    let invalid = APIError.notOffered(
      "That code is not valid, or too old: open the page again.")
    guard !code.contains("error=access_denied") else {
      throw .notOffered("Firefly was not allowed on the page of \(name).")
    }
    let place = page.place.flatMap { code.contains($0) ? $0 : nil }
    guard let code = Self.code(in: code, state: page.state) else { throw invalid }
    let answer: Token
    do throws(APIError) {
      answer = try await client(Credentials()).send(
        [
          QueryItem("grant_type", "authorization_code"), QueryItem("code", code),
          QueryItem("client_id", page.client.id),
          QueryItem("client_secret", page.client.secret),
          QueryItem("redirect_uri", place ?? Self.outOfBand), QueryItem("scope", page.scopes),
        ], to: "/oauth/token", as: Token.self)
    } catch .status(500, _) {
      // As Takahē answers to a code that it doesn't know.
      throw invalid
    } catch  where error.isAboutTheRequest {
      throw invalid
    }
    guard let token = answer.token, token.isToken else { throw invalid }
    let owner = try await account(of: token)
    guard let id = owner.id?.safe, let handle = owner.handle?.line else {
      throw .notOffered("\(name) does not say whose sign-in this is.")
    }
    let whole = handle.contains("@") ? handle : "\(handle)@\(await domain())"
    return ServiceSignedIn(
      user: User(id: id, handle: "@" + whole, name: owner.name ?? handle), token: token,
      scopes: answer.scopes?.line ?? page.scopes)
  }

  /// Takes a token back.
  ///
  /// - Parameter app: the client that it was given to.
  /// - Throws: `APIError` if the instance does not answer, or refuses.
  package func revoke(_ token: String, of app: ServiceClient) async throws(APIError) {
    try await client(Credentials()).send(
      [
        QueryItem("client_id", app.id), QueryItem("client_secret", app.secret),
        QueryItem("token", token),
      ], to: "/oauth/revoke")
  }

  /// Asks whose the token of some credentials is.
  ///
  /// - Throws: `APIError`; `.status(401)` if it is void.
  func check(_ credentials: Credentials) async throws(APIError) {
    let owner = try await client(credentials).answer(
      "/api/v1/accounts/verify_credentials", as: MastodonAccount.self)
    try owner.require(credentials, on: name, host: server.host)
  }

  private func account(of token: String) async throws(APIError) -> MastodonAccount {
    try await client(Credentials(.signedOut, token: token)).answer(
      "/api/v1/accounts/verify_credentials", as: MastodonAccount.self)
  }

  /// The right side of the handles of its people.
  private func domain() async -> String {
    let own = try? await client(Credentials()).answer("/api/v2/instance", as: MastodonInstance.self)
    return own?.accountDomain?.line ?? own?.domain?.line ?? server.host
  }

  /// The code in what a user has typed: itself, or in the address to which the browser was sent.
  ///
  /// - Returns: nil if there is none, or the address belongs to another sign-in.
  static func code(in text: String, state: String) -> String? {
    let text = text.filter { !$0.isWhitespace }
    guard text.contains("://") || text.contains("code=") else { return text.isEmpty ? nil : text }
    let items = URLComponents(string: text)?.queryItems ?? []
    func value(_ name: String) -> String? { items.first { $0.name == name }?.value }
    guard value("state") == state || !text.contains("://") else { return nil }
    return value("code").flatMap { $0.isEmpty ? nil : $0 }
  }

  private struct App: Decodable, Sendable {
    @Lenient var id: MastodonID?
    @Lenient var secret: String?

    enum CodingKeys: String, CodingKey {
      case id = "client_id"
      case secret = "client_secret"
    }
  }

  private struct Token: Decodable, Sendable {
    @Lenient var token: String?
    @Lenient var scopes: String?

    enum CodingKeys: String, CodingKey {
      case token = "access_token"
      case scopes = "scope"
    }
  }
}

extension APIError {
  /// Whether a request without a token was refused for what it says.
  fileprivate var isAboutTheRequest: Bool {
    switch self {
    case .notOffered, .status(400, _), .status(401, _), .status(403, _), .status(422, _): true
    default: false
    }
  }
}
