/// Something to be done for signing in and out.
public enum SignInEffect: Hashable, Sendable {
  /// Have a sign-in code sent.
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
