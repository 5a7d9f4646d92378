import FireflyCore

/// An account that is signed in on this machine.
public struct KnownAccount: Hashable, Sendable {
  /// Which account it is.
  public struct ID: Hashable, Sendable {
    /// The permanent ID of the server.
    public let server: String
    /// `User.key` in small letters.
    public let key: String

    /// Creates an ID.
    public init(server: String, key: String) {
      (self.server, self.key) = (server, key.lowercased())
    }
  }

  /// The ID.
  public let id: ID
  /// The user.
  public let user: User
  /// The name of the server.
  public let place: String

  /// Creates an account.
  public init(_ user: User, on server: String, place: String) {
    (id, self.user, self.place) = (ID(server: server, key: user.key), user, place)
  }
}

extension User {
  /// The handle without its host, or the e-mail.
  var shortHandle: String {
    guard handle.hasPrefix("@") else { return handle }
    return "@" + handle.dropFirst().prefix { $0 != "@" }
  }
}

/// An event of the accounts on this machine.
public enum AccountAction: Hashable, Sendable {
  /// The accounts were read.
  case came([KnownAccount])
  /// Using an account was requested.
  case pressed(KnownAccount.ID)
  /// Signing out the selected account, or that of the session, was requested.
  case signOutPressed
  /// Signing out was confirmed.
  case signOutConfirmed(KnownAccount.ID)
  /// Another account than that of the session was signed out, optionally with a problem.
  case otherSignedOut(KnownAccount.ID, complaint: String?)
  /// An account could not be signed out, for the reason in a sentence.
  case signOutFailed(String)
}
