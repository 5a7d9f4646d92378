import FireflyCore

/// An account that is signed in on this machine.
package struct KnownAccount: Hashable, Sendable {
  /// The ID.
  package let id: AccountID
  /// The user.
  package let user: User
  /// The name of the server.
  package let place: String

  /// Creates an account.
  package init(_ user: User, on server: SiteID, place: String) {
    (id, self.user, self.place) = (AccountID(user.key, on: server), user, place)
  }
}

extension User {
  /// The name with the e-mail, or the e-mail alone if there is no name.
  var nameAndEmail: String { name == handle ? handle : "\(name) (\(handle))" }

  /// The name that stands on the user's posts; on a service the handle without its host.
  var shownName: String {
    guard serviceID == nil else { return shortHandle }
    return ownName.isEmpty ? User.shortName(of: handle) : ownName
  }

  /// The handle without its host, or the e-mail.
  var shortHandle: String {
    guard handle.hasPrefix("@") else { return handle }
    return "@" + handle.dropFirst().prefix { $0 != "@" }
  }
}

/// An event of the accounts on this machine.
package enum AccountAction: Hashable, Sendable {
  /// The accounts were read.
  case came([KnownAccount])
  /// Using an account was requested.
  case pressed(AccountID)
  /// Signing out the selected account, or that of the session, was requested.
  case signOutPressed
  /// Signing out was confirmed.
  case signOutConfirmed(AccountID)
  /// Another account than that of the session was signed out, optionally with a problem.
  case otherSignedOut(AccountID, complaint: String?)
  /// An account could not be signed out, for the reason in a sentence.
  case signOutFailed(String)
}
