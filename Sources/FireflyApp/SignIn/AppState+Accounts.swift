import FireflyCore

// The accounts on this machine.
extension AppState {
  /// The account of the session; nil if signed out, or where there are none.
  var ownAccount: KnownAccount? {
    guard site.can(.signIn), account.isSignedIn, let user = account.user else { return nil }
    return KnownAccount(user, on: serverID, place: site.name)
  }

  /// The accounts on this machine: that of the session, others of its server, then those elsewhere.
  var knownAccounts: [KnownAccount] {
    let own = ownAccount
    let others = accounts.filter { $0.id != own?.id }
    return [own].compactMap(\.self) + others.filter { $0.id.site == serverID }
      + others.filter { $0.id.site != serverID }
  }

  /// The handle of the account that writes, if there are several on the server.
  var writerName: String? {
    guard let own = ownAccount,
      accounts.contains(where: { $0.id.site == serverID && $0.id != own.id })
    else { return nil }
    return own.user.shortHandle
  }

  /// The account that is named: on Firefly servers that are not the user's own it is always there, because they look
  /// alike.
  var shownWriter: String? { site.host == nil ? writerName : ownAccount?.user.shortHandle }

  func otherAccount(_ key: PersonID) -> KnownAccount? {
    let id = AccountID(key, on: serverID)
    return id == ownAccount?.id ? nil : accounts.first { $0.id == id }
  }

  mutating func reduceAccounts(_ action: AccountAction) -> [Effect] {
    switch action {
    case .came(let accounts):
      self.accounts = accounts
      showAccounts()
      return []
    case .pressed(let id):
      // An account is being signed out.
      if focus[SignIn.self]?.isWaiting == true { return [] }
      focus.removeAll(SignIn.self)
      return id == ownAccount?.id ? [] : leave(.useAccount(id), again: "Choose it again to leave")
    case .signOutPressed:
      if let signIn = focus[SignIn.self], !signIn.canSignOut { return [] }
      let chosen = focus[SignIn.self]?.selectedAccount ?? ownAccount
      guard let chosen else { return [.note("You are not signed in.", inList: true)] }
      let name = chosen.user.nameAndEmail
      ask(
        Dialog(
          "Sign \(name) out of \(chosen.place)?",
          detail: "Drafts stay on this machine.",
          [
            Dialog.Button(title: "Stay", action: nil),
            Dialog.Button(
              title: "Sign out", action: .signIn(.account(.signOutConfirmed(chosen.id)))),
          ]))
      return []
    case .signOutConfirmed(let id):
      focus[SignIn.self]?.wait()
      return [.signIn(id == ownAccount?.id ? .signOut : .signOutOther(id))]
    case .otherSignedOut(let id, let complaint):
      let name = accounts.first { $0.id == id }?.user.nameAndEmail ?? ""
      accounts.removeAll { $0.id == id }
      let words = "\(name) is signed out." + (complaint.map { " " + $0 } ?? "")
      showAccounts()
      return say(words, isError: complaint != nil)
    case .signOutFailed(let sentence): return say(sentence, isError: true)
    }
  }

  /// Says how a sign-out has ended.
  private mutating func say(_ words: String, isError: Bool) -> [Effect] {
    guard focus[SignIn.self] != nil else { return [.note(words, isError: isError)] }
    focus[SignIn.self]?.stopWaiting(saying: words)
    return []
  }

  /// Shows the accounts in the open sign-in.
  mutating func showAccounts() {
    let known = knownAccounts
    focus[SignIn.self]?.accounts = known
  }

  /// The accounts that can be switched to, and the way out, as lines of the palette.
  var accountItems: [ActionPalette.Item] {
    let own = ownAccount
    let others = knownAccounts.filter { $0.id != own?.id }.map { account in
      ActionPalette.Item(
        name: "switch account",
        help: account.user.serviceID == nil
          ? "\(account.user.handle) on \(account.place)" : account.user.handle,
        keys: [], action: .signIn(.account(.pressed(account.id))))
    }
    return others
      + (own.map { own in
        [
          ActionPalette.Item(
            name: "sign out", help: own.user.nameAndEmail, keys: [],
            action: .signIn(.account(.signOutPressed)))
        ]
      } ?? [])
  }
}
