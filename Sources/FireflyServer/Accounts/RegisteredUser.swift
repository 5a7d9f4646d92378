/// A user of the server.
public struct RegisteredUser: Hashable, Sendable {
  /// The number of the user.
  public var id: Int
  /// The e-mail, which is case-insensitive.
  public var email: String
  /// The name, if known.
  public var name: String?
}
