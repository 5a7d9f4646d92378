import FireflyCore

/// A user of the server.
package struct RegisteredUser: Hashable, Sendable {
  /// The number of the user.
  package var id: Int
  /// The e-mail, which is case-insensitive.
  package var email: String
  /// The name, if known.
  package var name: String?

  /// The e-mail after the user was removed; a later sign-in with the old one creates a new user.
  ///
  /// Such an address cannot exist (RFC 2606).
  var removedEmail: String { "removed-\(id)@firefly.invalid" }

  /// The name under which the posts stay after the user was removed.
  var removedName: String {
    guard let name, !name.isEmpty else { return User.shortName(of: email) }
    return name
  }
}
