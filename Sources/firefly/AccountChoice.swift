import FireflyAPI
import FireflyCore
import FireflyRuntime
import Foundation

/// Which of several accounts on a server is meant.
struct AccountChoice: Hashable, Sendable {
  /// `User.key` of the account, where a session of this run knows it; nil for a name.
  private var key: String?
  /// The variable with the name of an account.
  static let variable = "FIREFLY_AS"

  /// What the user has written.
  let name: String
  /// Whether it stands on the command line; a variable applies only where there are accounts.
  let isOption: Bool

  /// Reads `--as`, also before the command, or else the variable; nil without both.
  init?(
    _ options: AccountOptions?, _ browsing: Firefly,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) {
    let given = options?.account ?? browsing.identity.account
    let name = (given ?? environment[Self.variable] ?? "").trimmingCharacters(in: .whitespaces)
    guard given != nil || !name.isEmpty else { return nil }
    (self.name, isOption) = (name, given != nil)
  }

  /// Creates the choice of the account with this `User.key`.
  init(key: String) { (self.key, name, isOption) = (key, "", false) }

  /// Returns the account that is meant; nil for none.
  ///
  /// - Parameters:
  ///   - accounts: the accounts on the server.
  ///   - server: what `--server` takes.
  /// - Returns: the account.
  /// - Throws: `Failure` if none or several have the name.
  func account(
    among accounts: [SavedAccount], on server: String
  ) throws(Failure) -> SavedAccount? {
    if let key { return accounts.first { $0.isOf(key) } }
    guard isOption || !accounts.isEmpty else { return nil }
    let meant = accounts.named(name)
    if meant.count == 1 { return meant[0] }
    let shown = ForeignText.cleanLine(name, limit: 100)
    let known = (meant.isEmpty ? accounts : meant).map(\.email).joined(separator: ", ")
    let origin = isOption ? "" : " (\(Self.variable))"
    if !meant.isEmpty {
      throw Failure(
        "“\(shown)”\(origin) is the name of several accounts on \(server): \(known).",
        code: Failure.usage)
    }
    let end = "`firefly login --server \(server)` adds one."
    throw Failure(
      accounts.isEmpty
        ? "No account “\(shown)” on \(server): you have none there. \(end)"
        : "No account “\(shown)”\(origin) on \(server). You have \(known); \(end)",
      code: Failure.usage)
  }
}

extension Optional where Wrapped == AccountChoice {
  /// Refuses an account on the command line where there are none.
  ///
  /// - Throws: `Failure`.
  func refuse(_ reason: @autoclosure () -> String) throws(Failure) {
    if self?.isOption == true { throw Failure(reason(), code: Failure.usage) }
  }
}
