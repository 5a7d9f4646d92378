/// A user of a server.
public struct User: Hashable, Sendable {
  /// The e-mail address, which identifies the user.
  public var email: String
  /// The display name.
  public var name: String

  /// Creates a user.
  public init(email: String, name: String) {
    self.email = email
    self.name = name
  }
}

extension User {
  /// Returns the name by which a user without one is shown: the part of the e-mail address before
  /// the @, or all of it if that is empty.
  public static func shortName(of email: String) -> String {
    let start = email.prefix { $0 != "@" }
    return start.isEmpty ? email : String(start)
  }

  /// The user's name; empty if only the e-mail address is known.
  public var ownName: String { name.lowercased() == email.lowercased() ? "" : name }
}

/// The current user's account on a server.
public enum Account: Hashable, Sendable {
  /// Signed out: reading only.
  case signedOut
  /// Signed in as this user.
  case signedIn(User)

  /// The current user; nil when signed out.
  public var user: User? {
    if case .signedIn(let user) = self { user } else { nil }
  }

  /// The current user's e-mail address; nil when signed out.
  public var email: String? { user?.email }
}
