/// A user of a server.
public struct User: Hashable, Sendable {
  /// What tells whose a post is, `Post.authorKey`: handles change on a service.
  public let key: PersonID
  /// The address by which people know the user: the e-mail, or `@ada@example.org` on a service.
  public var handle: String
  /// The display name.
  public var name: String

  /// Creates a user of a Firefly server.
  public init(email: String, name: String) {
    (key, handle, self.name) = (PersonID(email: email), email, name)
  }

  /// Creates a user of a service, who is known there by a number.
  public init(id: String, handle: String, name: String) {
    (key, self.handle, self.name) = (PersonID(number: id), handle, name)
  }

  /// The number by which a service knows the user; nil for a user of a Firefly server.
  public var serviceID: String? { key.number }

  /// The e-mail address, for what is sent to a Firefly server.
  public var email: String { handle }
}

extension User {
  /// Returns the name by which a user without one is shown: the part of the e-mail address before
  /// the @, or all of it if that is empty.
  public static func shortName(of email: String) -> String {
    let start = email.prefix { $0 != "@" }
    return start.isEmpty ? email : String(start)
  }

  /// The user's name; empty if only the e-mail address is known.
  public var ownName: String { name.lowercased() == handle.lowercased() ? "" : name }
}

/// The current user's account on a server.
public enum Account: Hashable, Sendable {
  /// Signed out: reading only.
  case signedOut
  /// Signed in as this user.
  case signedIn(User)
  /// Not signed in to a source of posts; this machine keeps searches and read marks for its user.
  case reader(User)

  /// The current user; nil when signed out.
  public var user: User? {
    switch self {
    case .signedOut: nil
    case .signedIn(let user), .reader(let user): user
    }
  }

  /// Whether there is a current user: who is signed in, or the reader of a source.
  public var hasUser: Bool { user != nil }

  /// Whether the current user is signed in.
  public var isSignedIn: Bool { if case .signedIn = self { true } else { false } }

  /// What identifies the current user, also in the names of what is kept for them; nil when signed out.
  public var key: PersonID? { user?.key }

  /// Whether a post is the current user's.
  public func owns(_ post: Post) -> Bool { post.isOwned(by: key) }
}
