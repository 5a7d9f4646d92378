import FireflyCore

/// An effect of signing in or out.
package enum SignInEffect: Hashable, Sendable {
  /// Request a code.
  case sendCode(to: String)
  /// Sign in with a code.
  case verify(email: String, code: String)
  /// Ask a service for the page on which the user allows the program, and wait for the browser to come back from it.
  case openPage
  /// Sign in with the code of that page.
  case verifyPage(code: String)
  /// Sign in with a name and a password.
  case verifyPassword(name: String, password: String)
  /// Sign out.
  case signOut
  /// Sign out another account than that of the session.
  case signOutOther(AccountID)
  /// Read the accounts on this machine.
  case readAccounts
}

extension JobID {
  /// Reading the accounts on this machine.
  package static let accounts = JobID.named("accounts")
  /// Signing in or out.
  package static let account = JobID.named("account")
  /// Waiting for the browser to come back from a service's page.
  package static let returnOfBrowser = JobID.named("the return of the browser")
}
