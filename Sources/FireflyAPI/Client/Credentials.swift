import FireflyCore
import Synchronization

/// The current user's credentials for a server, shared by all clients so that signing in applies to
/// all at once.
package final class Credentials: Sendable {
  private let current: Mutex<(account: Account, token: String?, mayWrite: Bool)>
  /// What is left after signing out.
  private let none: Account

  /// Creates the credentials of an account.
  ///
  /// - Parameters:
  ///   - account: the account; by default signed out.
  ///   - token: the device's token, if the server has issued one.
  ///   - mayWrite: whether the token allows to write.
  ///   - none: the account without one: on a source, that of the reader.
  package init(
    _ account: Account = .signedOut, token: String? = nil, mayWrite: Bool = true,
    without none: Account = .signedOut
  ) {
    current = Mutex((account, token, mayWrite))
    self.none = none
  }

  /// The current account.
  package var account: Account { current.withLock { $0.account } }

  /// The current user's e-mail address, for requests to Firefly's servers; nil when signed out.
  package var email: String? { account.user?.email }

  /// The device's token; nil when signed out, or signed in by e-mail only.
  package var token: String? { current.withLock { $0.token } }

  /// Whether the token allows to write, as far as is known.
  package var mayWrite: Bool { current.withLock { $0.mayWrite } }

  /// Changes to the account of a user who has signed in.
  package func signIn(_ user: User, token: String?, mayWrite: Bool = true) {
    current.withLock { $0 = (.signedIn(user), token, mayWrite) }
  }

  /// Changes to the signed-out state.
  package func signOut() {
    current.withLock { $0 = (none, nil, true) }
  }
}
