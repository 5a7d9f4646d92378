import FireflyCore

/// What Firefly asks of a server about accounts, as closures: the interface, apart from its live form.
///
/// Every text in what they return has been cleaned by `ForeignText`; every call throws `APIError` and
/// nothing else, and stops when its task is cancelled.
/// - SeeAlso: `AccountClient.live(server:credentials:)` in `AccountClient+Live.swift`.
public struct AccountClient: Sendable {
  /// `POST /api/auth/send-code`: has a code sent there.
  ///
  /// 403: not invited, where the server says so; 429: too often; 400: no address.
  /// - Returns: what the server says about it, such as who has the code; nil if nothing.
  public var sendCode: @Sendable (_ email: String) async throws(APIError) -> String?
  /// `POST /api/auth/verify-code`; the credentials stay as they are.
  ///
  /// 401: wrong; 404: none pending, or void by now; 429: too often.
  public var verifyCode:
    @Sendable (_ email: String, _ code: String, _ device: DeviceIdentity) async throws(APIError)
      -> VerifiedUser
  /// `GET /api/devices`: where the account is signed in; needs a token.
  public var devices: @Sendable () async throws(APIError) -> [DeviceDescription]
  /// `DELETE /api/devices/{id}`: signs a device of the account out; needs a token.
  public var revoke: @Sendable (_ id: Int) async throws(APIError) -> Void

  /// A client made of its calls.
  public init(
    sendCode: @escaping @Sendable (String) async throws(APIError) -> String?,
    verifyCode:
      @escaping @Sendable (String, String, DeviceIdentity) async throws(APIError) -> VerifiedUser,
    devices: @escaping @Sendable () async throws(APIError) -> [DeviceDescription],
    revoke: @escaping @Sendable (Int) async throws(APIError) -> Void
  ) {
    self.sendCode = sendCode
    self.verifyCode = verifyCode
    self.devices = devices
    self.revoke = revoke
  }
}

/// What a device tells of itself when it signs in.
public struct DeviceIdentity: Hashable, Sendable {
  /// A random name that stays the same.
  public var id: String
  /// What its user reads in a list of devices; only a server that lists them is told.
  public var name: String

  /// A device.
  public init(id: String, name: String) {
    self.id = id
    self.name = name
  }
}

/// Who a right code belongs to.
public struct VerifiedUser: Hashable, Sendable {
  /// The user; without a name of their own, called by their e-mail.
  public var user: User
  /// Whether the server made the user just now.
  public var isNew: Bool
  /// What the device shows from now on; nil from a server that goes by the e-mail.
  public var token: String?
  /// Wrong codes that were entered for their e-mail since their last sign-in, as far as the server says.
  public var failedGuesses = 0

  /// A user.
  public init(user: User, isNew: Bool, token: String?) {
    self.user = user
    self.isNew = isNew
    self.token = token
  }
}
