/// A person the server knows.
public struct RegisteredUser: Hashable, Sendable {
  /// The server's number.
  public var id: Int
  /// Their identity; upper and lower case are the same.
  public var email: String
  /// Their name, if known.
  public var name: String?
}
