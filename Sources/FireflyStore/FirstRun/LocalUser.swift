/// The user of this computer.
public struct LocalUser: Hashable, Sendable {
  /// The name that others see.
  public var name: String
  /// The e-mail.
  public var email: String

  /// Creates a user.
  public init(name: String, email: String) {
    self.name = name
    self.email = email
  }
}
