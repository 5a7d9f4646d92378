/// The person whose computer it is.
public struct LocalUser: Hashable, Sendable {
  /// What others see.
  public var name: String
  /// Their identity.
  public var email: String

  /// A person.
  public init(name: String, email: String) {
    self.name = name
    self.email = email
  }
}
