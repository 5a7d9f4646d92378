import FireflyCore

/// The accounts that are signed in on this machine, as they were read last.
package struct AccountsState: Equatable, Sendable {
  /// The accounts.
  package var known: [KnownAccount] = []
  /// Whether the sign-in has opened by itself once, or the user has signed out; then it doesn't again.
  var hasOffered = false
  /// What was wanted before a sign-in that began the session again.
  var interrupted: Interrupted?

  /// Handles an action.
  ///
  /// - Parameter focus: the layers, among them the sign-in.
  mutating func reduce(
    _ action: AccountAction, _ focus: inout FocusStack, in surroundings: Surroundings
  ) -> [Effect] {
    let own = surroundings.ownAccount
    switch action {
    case .came(let accounts):
      known = accounts
      focus[SignIn.self]?.accounts = listed(surroundings)
      return []
    case .pressed(let id):
      // An account is being signed out.
      if focus[SignIn.self]?.isWaiting == true { return [] }
      focus.removeAll(SignIn.self)
      return id == own?.id
        ? [] : [.send(.places(.left(.useAccount(id), again: "Choose it again to leave")))]
    case .signOutPressed:
      if let signIn = focus[SignIn.self], !signIn.canSignOut { return [] }
      let chosen = focus[SignIn.self]?.selectedAccount ?? own
      guard let chosen else { return [.note("You are not signed in.", inList: true)] }
      let question = Dialog(
        "Sign \(chosen.user.nameAndEmail) out of \(chosen.place)?",
        detail: "Drafts stay on this machine.",
        [
          Dialog.Button(title: "Stay", action: nil),
          Dialog.Button(
            title: "Sign out", action: .signIn(.account(.signOutConfirmed(chosen.id)))),
        ])
      return [.send(.dialog(.asked(question)))]
    case .signOutConfirmed(let id):
      focus[SignIn.self]?.wait()
      return [.signIn(id == own?.id ? .signOut : .signOutOther(id))]
    case .otherSignedOut(let id, let complaint):
      let name = known.first { $0.id == id }?.user.nameAndEmail ?? ""
      known.removeAll { $0.id == id }
      let words = "\(name) is signed out." + (complaint.map { " " + $0 } ?? "")
      focus[SignIn.self]?.accounts = listed(surroundings)
      return say(words, isError: complaint != nil, &focus)
    case .signOutFailed(let sentence): return say(sentence, isError: true, &focus)
    }
  }

  /// Says how a sign-out has ended.
  private func say(_ words: String, isError: Bool, _ focus: inout FocusStack) -> [Effect] {
    guard focus[SignIn.self] != nil else { return [.note(words, isError: isError)] }
    focus[SignIn.self]?.stopWaiting(saying: words)
    return []
  }

  /// Returns the account of the session, others of its server, then those elsewhere.
  func listed(_ surroundings: Surroundings) -> [KnownAccount] {
    let (own, server) = (surroundings.ownAccount, surroundings.serverID)
    let others = known.filter { $0.id != own?.id }
    return [own].compactMap(\.self) + others.filter { $0.id.site == server }
      + others.filter { $0.id.site != server }
  }
}

extension Surroundings {
  /// The account of the session; nil if signed out, or where there are none.
  var ownAccount: KnownAccount? {
    guard site.can(.signIn), account.isSignedIn, let user = account.user else { return nil }
    return KnownAccount(user, on: self.serverID, place: site.name)
  }

  /// The other accounts on the server that are known.
  private var otherAccounts: [KnownAccount] {
    let own = ownAccount?.id
    return self.accounts.known.filter { $0.id.site == self.serverID && $0.id != own }
  }

  /// The name of the account that writes, if there are several on the server.
  var writerName: String? { otherAccounts.isEmpty ? nil : ownName }

  /// What the account is called: as on its posts, or by its e-mail if another one on the server is called the same.
  private var ownName: String? {
    guard let user = ownAccount?.user else { return nil }
    return otherAccounts.contains { $0.user.shownName == user.shownName }
      ? user.shortHandle : user.shownName
  }

  /// The account that is named: always where it can write, and on Firefly servers that are not the user's own, because
  /// they look alike; of several elsewhere.
  var shownWriter: String? {
    site.host == nil && !site.can(.write) ? writerName : ownName
  }

  /// Returns another account on this server by its `User.key`; nil if it is signed out.
  func otherAccount(_ key: PersonID) -> KnownAccount? {
    let id = AccountID(key, on: self.serverID)
    return id == ownAccount?.id ? nil : self.accounts.known.first { $0.id == id }
  }

  /// The accounts that can be switched to, and the way out, as lines of the palette.
  var accountItems: [ActionPalette.Item] {
    let own = ownAccount
    let others = self.accounts.listed(self).filter { $0.id != own?.id }.map { account in
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
