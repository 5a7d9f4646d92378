import FireflyCore

/// The account calls of a server, as closures: the interface, apart from its live implementation.
///
/// All texts in the results have been cleaned by `ForeignText`. Every call throws only `APIError`,
/// and stops when its task is cancelled.
/// - SeeAlso: `AccountClient.live(server:credentials:)` in `AccountClient+Live.swift`.
package struct AccountClient: Sendable {
  /// `POST /api/auth/send-code`: sends a sign-in code to the e-mail address.
  ///
  /// 403: not invited, where the server says so; 429: too often; 400: not an address.
  /// - Returns: the server's message, if any, such as who delivers the code.
  package var sendCode: @Sendable (_ email: String) async throws(APIError) -> String?
  /// `POST /api/auth/verify-code`; the credentials don't change.
  ///
  /// 401: wrong code; 404: no code pending, or it is void; 429: too often.
  package var verifyCode:
    @Sendable (_ email: String, _ code: String, _ device: DeviceIdentity) async throws(APIError)
      -> VerifiedUser
  /// `GET /api/devices`: the devices that the account is signed in on; needs a token.
  package var devices: @Sendable () async throws(APIError) -> [DeviceDescription]
  /// `DELETE /api/devices/{id}`: signs a device of the account out; needs a token.
  package var revoke: @Sendable (_ id: Int) async throws(APIError) -> Void
}

/// How a device describes itself when it signs in.
package struct DeviceIdentity: Hashable, Sendable {
  /// A random, permanent identifier.
  package var id: String
  /// The name in the user's list of devices; sent only to servers that keep such a list.
  package var name: String

  /// Creates a device identity.
  package init(id: String, name: String) {
    self.id = id
    self.name = name
  }
}

/// The user whom a correct code has signed in.
package struct VerifiedUser: Hashable, Sendable {
  /// The user; a user without a name gets their e-mail address as name.
  package var user: User
  /// Whether the server has just created the user.
  package var isNew: Bool
  /// The token to send from now on; nil from a server that identifies users by e-mail only.
  package var token: String?
  /// Wrong codes entered for this e-mail address since the last sign-in, if the server counts them.
  package var failedGuesses = 0
}
