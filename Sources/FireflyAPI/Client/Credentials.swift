import FireflyCore
import Synchronization

/// Who asks a server: shared by everything that talks to it, so that signing in holds for all at once.
public final class Credentials: Sendable {
  private struct Current {
    var account: Account
    var token: String?
  }

  private let current: Mutex<Current>

  /// Those of an account; nobody's if nothing else is said.
  ///
  /// - `token`: what the device shows to the server, if that has given it one.
  public init(_ account: Account = .signedOut, token: String? = nil) {
    current = Mutex(Current(account: account, token: token))
  }

  /// Who is signed in.
  public var account: Account { current.withLock { $0.account } }

  /// What the device shows to the server; nil where nobody is signed in, or by e-mail alone.
  public var token: String? { current.withLock { $0.token } }

  /// Somebody has signed in.
  public func signIn(_ user: User, token: String?) {
    current.withLock { $0 = Current(account: .signedIn(user), token: token) }
  }

  /// Nobody is signed in any more.
  public func signOut() {
    current.withLock { $0 = Current(account: .signedOut) }
  }
}
