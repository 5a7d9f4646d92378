import FireflyCore
import Synchronization

/// Who asks a server: shared by everything that talks to it, so that signing in holds for all at once.
public final class Credentials: Sendable {
  private let current: Mutex<Account>

  /// Those of an account; nobody's if nothing else is said.
  public init(_ account: Account = .signedOut) { current = Mutex(account) }

  /// Who is signed in.
  public var account: Account {
    get { current.withLock { $0 } }
    set { current.withLock { $0 = newValue } }
  }
}
