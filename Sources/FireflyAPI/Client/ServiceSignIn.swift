import FireflyCore

/// Signing in to a service on a page of its own (OAuth 2.0, RFC 6749), as closures.
///
/// Every call throws only `APIError`, and stops when its task is cancelled.
package struct ServiceSignIn: Sendable {
  /// Registers the program with the service, which the user then allows on a page; `place` is an address on this
  /// machine to which the service may send the browser.
  package var begin: @Sendable (_ place: String?) async throws(APIError) -> ServiceSignInPage
  /// Signs in with the code that the page has shown, or with the address to which the browser was sent.
  ///
  /// `.notOffered` with a sentence if the code is wrong, or too old.
  package var finish:
    @Sendable (_ code: String, _ page: ServiceSignInPage) async throws(APIError)
      -> ServiceSignedIn
  /// Signs in with a name and a password, where the service has no page.
  ///
  /// `.notOffered` with a sentence if it refuses them.
  package var withPassword:
    (@Sendable (_ name: String, _ password: String) async throws(APIError) -> ServiceSignedIn)?
  /// Asks whether the current token is good; 401 if it is void.
  package var check: @Sendable () async throws(APIError) -> Void
  /// Makes a token void.
  package var revoke:
    @Sendable (_ token: String, _ client: ServiceClient) async throws(APIError) -> Void

  /// Creates a value.
  package init(
    begin: @escaping @Sendable (_ place: String?) async throws(APIError) -> ServiceSignInPage,
    finish:
      @escaping @Sendable (_ code: String, _ page: ServiceSignInPage) async throws(APIError)
      -> ServiceSignedIn,
    check: @escaping @Sendable () async throws(APIError) -> Void,
    revoke:
      @escaping @Sendable (_ token: String, _ client: ServiceClient) async throws(APIError) -> Void
  ) {
    (self.begin, self.finish, self.check, self.revoke) = (begin, finish, check, revoke)
  }

  /// Creates a value for a service without a page, which keeps its tokens valid.
  package init(
    password:
      @escaping @Sendable (_ name: String, _ password: String) async throws(APIError)
      -> ServiceSignedIn,
    check: @escaping @Sendable () async throws(APIError) -> Void
  ) {
    let noPage = APIError.notOffered("This service has no page to sign in on.")
    self.init(
      begin: { _ async throws(APIError) in throw noPage },
      finish: { _, _ async throws(APIError) in throw noPage }, check: check,
      revoke: { _, _ async throws(APIError) in })
    withPassword = password
  }
}

/// The name and secret under which a service knows this program.
package struct ServiceClient: Codable, Hashable, Sendable {
  /// The public name.
  package var id: String
  /// The secret.
  package var secret: String

  /// Creates a value.
  package init(id: String, secret: String) { (self.id, self.secret) = (id, secret) }
}

/// The page on which a user allows the program to act for them.
package struct ServiceSignInPage: Codable, Hashable, Sendable {
  /// The program, as it was registered for this page.
  package var client: ServiceClient
  /// The address of the page that shows a code, for any browser.
  package var address: String
  /// The address of the page that sends the browser to `place`; nil if there is no such place.
  package var returning: String?
  /// An address on this machine; nil for none, or if the service does not take it.
  package var place: String?
  /// What it asks for, separated by spaces.
  package var scopes: String
  /// A random word of the address, which comes back with the code.
  package var state: String

  /// Creates a value.
  package init(client: ServiceClient, address: String, scopes: String, state: String) {
    (self.client, self.address, self.scopes, self.state) = (client, address, scopes, state)
  }
}

/// What a correct code has brought.
package struct ServiceSignedIn: Hashable, Sendable {
  /// The user.
  package var user: User
  /// The token to send from now on.
  package var token: String
  /// What the token allows, separated by spaces; it may be less than was asked for.
  package var scopes: String

  /// Whether the token allows to write.
  package var mayWrite: Bool { Self.allowWriting(scopes) }

  /// Whether scopes, separated by spaces, allow to write.
  package static func allowWriting(_ scopes: String) -> Bool {
    scopes.split(separator: " ").contains { $0 == "write" || $0 == "write:statuses" }
  }

  /// Creates a value.
  package init(user: User, token: String, scopes: String) {
    (self.user, self.token, self.scopes) = (user, token, scopes)
  }
}
