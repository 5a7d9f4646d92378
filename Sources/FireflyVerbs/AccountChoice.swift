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
  init?(
    _ options: AccountOptions?, _ browsing: Firefly,
    environment: [String: String] = VerbEnvironment.current.variables
  ) {
    let given = options?.account ?? browsing.identity.account
    let name = (given ?? environment[Self.variable] ?? "").trimmingCharacters(in: .whitespaces)
    guard given != nil || !name.isEmpty else { return nil }
    self = .named(name, isOption: given != nil)
  }

  /// Whose drafts are kept: what the user has written may be nobody's name.
  var person: PersonID {
    switch self {
    case .named(let name, _): PersonID(kept: name)
    case .key(let key): key
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
