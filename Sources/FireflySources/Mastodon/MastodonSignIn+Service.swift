import FireflyAPI
import FireflyCore

extension MastodonSignIn {
  /// The sign-in as the rest of the program uses it.
  ///
  /// - Parameter credentials: the account whose token is checked.
  /// - Returns: the calls.
  public func service(for credentials: Credentials) -> ServiceSignIn {
    ServiceSignIn(
      begin: { () async throws(APIError) in
        let pending = try await begin()
        return ServiceSignInPage(
          client: ServiceClient(id: pending.client.id, secret: pending.client.secret),
          address: pending.page, scopes: pending.scopes, state: pending.state)
      },
      finish: { code, page async throws(APIError) in
        let pending = Pending(
          client: Client(id: page.client.id, secret: page.client.secret), scopes: page.scopes,
          redirect: Self.outOfBand, state: page.state, page: page.address)
        let grant = try await finish(pending, code: code)
        return ServiceSignedIn(user: grant.user, token: grant.token, scopes: grant.scopes)
      },
      check: { () async throws(APIError) in try await check(credentials) },
      revoke: { token, app async throws(APIError) in
        try await revoke(token, of: Client(id: app.id, secret: app.secret))
      })
  }
}
