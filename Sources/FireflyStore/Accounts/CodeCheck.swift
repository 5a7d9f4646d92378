/// The result of checking a sign-in code.
package enum CodeCheck: Hashable, Sendable {
  /// The code is correct.
  case right(NewSignIn)
  /// The code is wrong; it stays valid for the remaining attempts.
  case wrong
  /// No code is valid: none was requested in the last ten minutes, or there were too many wrong
  /// attempts.
  case nonePending
}

/// A user who has signed in with a code.
package struct NewSignIn: Hashable, Sendable {
  /// The user.
  package var user: RegisteredUser
  /// Whether this sign-in created the user.
  package var isNew: Bool
  /// The token of the new device.
  package var token: String
  /// Number of wrong codes for the e-mail since the previous sign-in, without the user's own recent
  /// ones.
  package var failedGuesses: Int
}
