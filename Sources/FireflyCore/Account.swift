/// A person who is signed in on a server.
public struct User: Hashable, Sendable {
  /// Their identity.
  public var email: String
  /// How they are called.
  public var name: String

  /// A person.
  public init(email: String, name: String) {
    self.email = email
    self.name = name
  }
}

/// Who one is on a server.
public enum Account: Hashable, Sendable {
  /// Nobody: one may read what anybody may read.
  case signedOut
  /// Somebody.
  case signedIn(User)

  /// Who is signed in; nil for nobody.
  public var user: User? {
    if case .signedIn(let user) = self { user } else { nil }
  }

  /// The identity of who is signed in; nil for nobody.
  public var email: String? { user?.email }
}
