/// An effect of signing in or out.
public enum SignInEffect: Hashable, Sendable {
  /// Request a code.
  case sendCode(to: String)
  /// Sign in with a code.
  case verify(email: String, code: String)
  /// Sign out.
  case signOut
}

extension JobID {
  /// Signing in or out.
  public static let account = JobID.named("account")
}
