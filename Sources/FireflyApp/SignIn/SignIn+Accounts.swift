import FireflyEditor

// The list of accounts.
extension SignIn {
  /// The account that is selected; nil unless they are shown.
  var selectedAccount: KnownAccount? {
    guard case .account = step else { return nil }
    return accounts.first { $0.id == selected } ?? accounts.first
  }

  /// Whether an account can be signed out now.
  var canSignOut: Bool { selectedAccount != nil && !isWaiting }

  mutating func moveSelection(_ step: Int) {
    guard !isWaiting, let selectedAccount,
      let index = accounts.firstIndex(of: selectedAccount)
    else { return }
    problem = nil
    selected = accounts[max(0, min(accounts.count - 1, index + step))].id
  }

  /// Signs in with another account, beside the others.
  mutating func addAccount() -> [Effect] {
    guard canSignOut else { return [] }
    problem = nil
    if isOnPage { return askForPage() }
    if takesPassword { email = TextEditor(mode: .line, width: Self.fieldColumns) }
    step = .email
    return []
  }

  /// Waits for the end of a sign-out.
  mutating func wait() { (isWaiting, problem) = (true, nil) }

  /// Says how a sign-out has ended.
  mutating func stopWaiting(saying words: String) { (isWaiting, problem) = (false, words) }
}
