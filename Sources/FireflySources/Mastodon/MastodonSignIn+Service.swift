import FireflyAPI

extension MastodonSignIn {
  /// The sign-in as the rest of the program uses it.
  ///
  /// - Parameter credentials: the account whose token is checked.
  /// - Returns: the calls.
  package func service(for credentials: Credentials) -> ServiceSignIn {
    ServiceSignIn(
      begin: { place async throws(APIError) in try await begin(returningTo: place) },
      finish: { code, page async throws(APIError) in try await finish(page, code: code) },
      check: { () async throws(APIError) in try await check(credentials) },
      revoke: { token, app async throws(APIError) in try await revoke(token, of: app) })
  }
}
