/// The result of checking a code.
public enum CodeCheck: Hashable, Sendable {
  /// Right.
  case right(NewSignIn)
  /// Wrong; the code stays good for as many tries as are left.
  case wrong
  /// None was asked for in the last ten minutes, or it has been tried too often.
  case nonePending
}

/// Who has signed in with a code.
public struct NewSignIn: Hashable, Sendable {
  /// The user.
  public var user: RegisteredUser
  /// Whether the user was made just now.
  public var isNew: Bool
  /// The token of their device.
  public var token: String
  /// Wrong codes that were entered for the e-mail since the sign-in before, elsewhere or earlier.
  public var failedGuesses: Int
}
