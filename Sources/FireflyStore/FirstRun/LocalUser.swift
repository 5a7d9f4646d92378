/// The user of this computer.
package struct LocalUser: Hashable, Sendable {
  /// The name that others see.
  package var name: String
  /// The e-mail.
  package var email: String

  /// Creates a user.
  package init(name: String, email: String) {
    self.name = name
    self.email = email
  }
}
