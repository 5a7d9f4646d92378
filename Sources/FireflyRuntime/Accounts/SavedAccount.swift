import FireflyCore

/// An account on one server, as it is saved.
public struct SavedAccount: Codable, Hashable, Sendable {
  /// The e-mail, which identifies the user.
  public var email: String
  /// The user's name.
  public var name: String
  /// The token of this device; nil on servers that trust the e-mail.
  public var token: String?

  /// Creates an account.
  public init(user: User, token: String?) {
    email = user.email
    name = user.name
    self.token = token
  }

  /// The user.
  public var user: User { User(email: email, name: name) }
}
