import FireflyAPI
import FireflyClient
import FireflyCore
import Foundation

/// Which of several accounts on a server is meant.
package enum AccountChoice: Hashable, Sendable {
  /// What the user has written, on the command line or in a variable, which applies only where there are accounts.
  case named(String, isOption: Bool)
  /// The account with this `User.key`, which a session of this run knows.
  case key(PersonID)

  /// The variable with the name of an account.
  static let variable = "FIREFLY_AS"

  /// Reads `--as`, also before the command, or else the variable; nil without both.
  init?(_ options: AccountOptions?, _ browsing: Firefly) {
    self.init(options?.account ?? browsing.identity.account)
  }

  /// Creates the choice of a name that was given, or else of the variable; nil without both.
  init?(
    _ given: String?, environment: [String: String] = VerbEnvironment.current.variables
  ) {
    let name = (given ?? environment[Self.variable] ?? "").trimmingCharacters(in: .whitespaces)
    guard given != nil || !name.isEmpty else { return nil }
    self = .named(name, isOption: given != nil)
  }

  /// Returns whose drafts are kept: a draft for a name that is no account's stays with that name, and no other account
  /// may send it.
  ///
  /// - Parameter accounts: those of the server.
  func person(among accounts: [SavedAccount]) -> PersonID {
    switch self {
    case .named(let name, let isOption):
      let meant = accounts.named(name)
      if meant.count == 1 { return meant[0].user.key }
      return isOption || !accounts.isEmpty ? PersonID(kept: name) : .nobody
    case .key(let key): return key
    }
  }

  /// Returns the account that is meant; nil for none.
  ///
  /// - Parameter server: what `--server` takes.
  /// - Throws: `Failure` if none or several have the name.
  func account(
    among accounts: [SavedAccount], on server: String
  ) throws(Failure) -> SavedAccount? {
    let (name, isOption): (String, Bool)
    switch self {
    case .key(let key): return accounts.first { $0.isOf(key) }
    case .named(let given, let isGiven): (name, isOption) = (given, isGiven)
    }
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
  func refuse(_ reason: @autoclosure () -> String) throws(Failure) {
    if case .named(_, isOption: true) = self { throw Failure(reason(), code: Failure.usage) }
  }
}
