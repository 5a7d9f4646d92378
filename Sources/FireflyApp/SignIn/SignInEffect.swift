/// An effect of signing in or out.
public enum SignInEffect: Hashable, Sendable {
  /// Request a code.
  case sendCode(to: String)
  /// Sign in with a code.
  case verify(email: String, code: String)
  /// Ask a service for the page on which the user allows the program.
  case openPage
  /// Sign in with the code of that page.
  case verifyPage(code: String)
  /// Sign out.
  case signOut
}

extension JobID {
  /// Signing in or out.
  public static let account = JobID.named("account")
}
