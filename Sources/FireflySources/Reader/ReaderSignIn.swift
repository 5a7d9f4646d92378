import FireflyAPI
import FireflyCore
import Logging

/// Signs in to a service of feeds with a name and the password of its API.
package struct ReaderSignIn: Sendable {
  private let server: ServerAddress
  private let name: String
  /// Where the password is.
  private let hint: String
  private let client: @Sendable (Credentials) -> WebClient

  /// Creates the sign-in of a service.
  ///
  /// - Parameters:
  ///   - source: the source, of this kind.
  ///   - server: where it is asked.
  ///   - userAgent: the program's name and version.
  ///   - logger: logs requests and errors, without passwords and tokens.
  package init(_ source: SourceAddress, server: ServerAddress, userAgent: String, logger: Logger) {
    (self.server, name) = (server, source.name)
    hint = source.site(as: .signedOut).passwordHint ?? ""
    client = { credentials in
      WebClient(
        server: server, name: source.name, userAgent: userAgent, credentials: credentials,
        tokenPrefix: source.kind.tokenPrefix, logger: logger)
    }
  }

  /// The sign-in as the rest of the program uses it.
  ///
  /// - Parameter credentials: the account whose token is checked.
  /// - Returns: the calls.
  package func service(for credentials: Credentials) -> ServiceSignIn {
    ServiceSignIn(
      password: { name, password async throws(APIError) in try await signIn(name, password) },
      check: { () async throws(APIError) in
        try await ReaderAPI(client(credentials)).user()
      })
  }

  /// Exchanges a name and a password for a token, and asks whose it is.
  ///
  /// - Throws: `APIError`; `.notOffered` with a sentence if the service refuses them, or has another API.
  func signIn(_ user: String, _ password: String) async throws(APIError) -> ServiceSignedIn {
    guard !server.isOverheard else {
      throw .notOffered(
        "The connection to \(name) is not encrypted, so your password is not sent. Use https.")
    }
    let web = client(Credentials())
    let found: String?
    do throws(APIError) {
      found = try await ReaderAPI.find(ReaderAPI.places) {
        place async throws(APIError) in
        let answer = try await web.send(
          [QueryItem("Email", user), QueryItem("Passwd", password)],
          to: "\(place)/accounts/ClientLogin")
        let lines = String(decoding: answer.prefix(16 << 10), as: UTF8.self)
          .split(whereSeparator: \.isNewline)
        guard let line = lines.first(where: { $0.hasPrefix("Auth=") }),
          case let token = String(line.dropFirst("Auth=".count)), token.isToken
        else { throw .webPage }
        return token
      }
    } catch  where error.isRefusal {
      throw .notOffered("\(name) refuses this name or password. \(hint)")
    }
    guard let token = found else { throw ReaderAPI.missing(on: name) }
    let owner = try await ReaderAPI(client(Credentials(.signedOut, token: token))).user()
    return ServiceSignedIn(
      user: User(id: owner.id, handle: owner.name, name: owner.name), token: token, scopes: "write")
  }
}
