import FireflyCore

/// An account on one server, as it is kept between runs.
public struct SavedAccount: Codable, Hashable, Sendable {
  /// Their identity.
  public var email: String
  /// How they are called.
  public var name: String
  /// What the device shows to the server; nil where that goes by the e-mail.
  public var token: String?

  /// An account.
  public init(user: User, token: String?) {
    email = user.email
    name = user.name
    self.token = token
  }

  /// Who it is.
  public var user: User { User(email: email, name: name) }
}
