import FireflyCore

// Signing in and out.
extension AccountsState {
  /// Handles an action.
  ///
  /// - Parameter focus: the layers, among them the sign-in.
  mutating func reduce(
    _ action: SignInAction, _ focus: inout FocusStack, in surroundings: Surroundings
  ) -> [Effect] {
    let (site, account) = (surroundings.site, surroundings.account)
    switch action {
    case .account(let action): return reduce(action, &focus, in: surroundings)
    case .password(let action): return focus.update(PasswordPrompt.self) { $0.reduce(action) }
    case .pressed: return open(&focus, surroundings)
    case .needed(let purpose):
      if site.has(.personal) { return signIn(for: purpose, &focus, surroundings) }
      let former = account.user?.handle ?? ""
      return open(
        SignIn(.signedOut, purpose: purpose, email: former, on: site.name), &focus, surroundings)
    case .listRefused:
      guard surroundings.site.asksForSignIn, focus.isEmpty, !hasOffered else { return [] }
      hasOffered = true
      return reduce(.needed(for: .list(.refreshPressed)), &focus, in: surroundings)
    case .verified(.success(let signedIn)) where surroundings.beginsAgain(for: signedIn.user):
      return [.send(.editor(.keptAsDraft))]
        + beginAgain(
          after: action, surroundings.keptNote(for: signedIn.user), &focus, surroundings)
    case .signedOut(let complaint, let next) where site.has(.personal) || next != nil:
      return [.places(.beginAgain([account.signedOutNote(complaint, next)]))]
    case .signedOut(let complaint, _):
      hasOffered = true
      focus.removeAll(SignIn.self)
      if let own = surroundings.ownAccount { known.removeAll { $0.id == own.id } }
      return [.send(account.signedOutNote(complaint, nil)), .send(.list(.refreshPressed))]
    default: return focus.update(SignIn.self) { $0.reduce(action, in: surroundings) }
    }
  }

  /// Opens the sign-in, or shows who is signed in.
  private mutating func open(_ focus: inout FocusStack, _ surroundings: Surroundings) -> [Effect] {
    let (site, account) = (surroundings.site, surroundings.account)
    guard site.has(.personal) else {
      if let user = account.user, let refusal = site.refusal(of: .signIn) {
        return site.can(.write)
          ? [.send(.dialog(.asked(user.card(refusal.words))))]
          : [.refusal(refusal.words)]
      }
      // A list that was refused says that the token is void.
      if account.isSignedIn, surroundings.list.isSignedOut {
        return reduce(.needed(for: .list(.refreshPressed)), &focus, in: surroundings)
      }
      return open(SignIn(account), &focus, surroundings)
        + (account.isSignedIn ? [.signIn(.readAccounts)] : [])
    }
    guard surroundings.list.isSignedOut else {
      return signIn(for: nil, &focus, surroundings)
    }
    guard account.isSignedIn, listed(surroundings).count > 1 else {
      return signIn(for: .list(.refreshPressed), &focus, surroundings)
    }
    // Another account may do.
    let effects = signIn(for: nil, &focus, surroundings)
    let key = surroundings.keyName(.signIn(.anotherPressed))
    focus[SignIn.self]?.problem = "\(SignIn.over(on: site.name)) \(key) signs in again."
    return effects
  }

  /// Asks a service for the page of its sign-in, or shows who is signed in.
  private func signIn(
    for purpose: Action?, _ focus: inout FocusStack, _ surroundings: Surroundings
  ) -> [Effect] {
    let signIn = SignIn(to: surroundings.site, purpose: purpose)
    let opened = open(signIn, &focus, surroundings)
    if case .account = signIn.step { return opened + [.signIn(.readAccounts)] }
    return opened + signIn.firstEffects
  }

  private func open(
    _ signIn: SignIn, _ focus: inout FocusStack, _ surroundings: Surroundings
  ) -> [Effect] {
    var signIn = signIn
    signIn.resize(columns: surroundings.size.width - 6)
    signIn.accounts = listed(surroundings)
    focus.replace(with: signIn)
    return [.send(.noteEnded)]
  }

  /// Starts the session again after a change of the account of a service: what is kept depends on it.
  ///
  /// What needed the account is done there, at the post where it was begun.
  ///
  /// - Parameter kept: the note about an open text; nil without one.
  private mutating func beginAgain(
    after action: SignInAction, _ kept: Action?, _ focus: inout FocusStack,
    _ surroundings: Surroundings
  ) -> [Effect] {
    let signIn = focus[SignIn.self]
    let effects = focus.update(SignIn.self) { $0.reduce(action, in: surroundings) }
    let notes = effects.compactMap { effect -> Action? in
      if case .send(let next) = effect, case .noted = next { next } else { nil }
    }
    var next = kept.map { [$0] } ?? notes
    if next.isEmpty, case .verified(.success(let new)) = action {
      next = [.noted("Welcome, \(new.user.name). Your account is new.")]
    }
    // An open text has become a draft.
    if kept == nil, signIn?.isForAct == true, let purpose = signIn?.purpose,
      purpose != .editor(.savePressed)
    {
      interrupted = Interrupted(purpose, surroundings)
    }
    return [.places(.beginAgain(next))]
  }
}

extension Surroundings {
  /// The keys that lead to the profile of a new user, whose name is the beginning of the address; empty where there is
  /// none to write.
  var wayToAnotherName: String {
    guard site.can(.profile) else { return "" }
    let (account, profile) = (keyName(.signIn(.pressed)), keyName(.editor(.editPressed)))
    return " \(account), then \(profile), gives you another name."
  }

  /// Whether the session begins anew for a user who has signed in; on a service also for the rights of the same user.
  func beginsAgain(for user: User) -> Bool {
    site.has(.personal)
      ? user.key != account.key || !site.can(.write)
      : account.isSignedIn && user.key != account.key
  }

  /// The note that the open text is a draft of the former account; nil without such a text.
  fileprivate func keptNote(for user: User) -> Action? {
    guard let former = account.user, former.key != user.key, let editor = focus.editor,
      editor.isWorthKeeping
    else { return nil }
    let words =
      "You are \(user.nameAndEmail) now. Your text is kept as a draft of \(former.nameAndEmail)."
    return .noticed(words)
  }
}

extension Account {
  /// The sentence that the user was signed out, and who they are now.
  fileprivate func signedOutNote(_ complaint: String?, _ next: User?) -> Action {
    let out = next == nil ? nil : user?.nameAndEmail
    let words = [
      out.map { "\($0) is signed out." } ?? "You are signed out.",
      next.map { "You are \($0.nameAndEmail) here now." }, complaint,
    ]
    let sentence = words.compactMap(\.self).joined(separator: " ")
    // What the lists say next must not take the place of a complaint.
    return complaint == nil ? .noted(sentence) : .noticed(sentence)
  }
}

extension User {
  /// The dialog that shows the user of their own server, who can't sign in or out.
  fileprivate func card(_ words: String) -> Dialog {
    Dialog(
      "You are \(nameAndEmail).", detail: words,
      [
        Dialog.Button(title: "Close", action: nil),
        Dialog.Button(title: "Your profile", action: .editor(.profilePressed)),
      ])
  }
}
