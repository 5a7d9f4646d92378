import FireflyCore

// Signing in and out.
extension AppState {
  mutating func reduceSignIn(_ action: SignInAction, at now: Double) -> [Effect] {
    var effects: [Effect] = []
    switch action {
    case .password(let action):
      if action == .accepted, let prompt = focus[PasswordPrompt.self], !prompt.password.isEmpty {
        focus.editor?.givenPassword = prompt.request
      }
      return focus.update(PasswordPrompt.self) { $0.reduce(action) }
    case .pressed where site.has(.personal):
      // A list that was refused says that the token is void.
      let isRefused =
        if case .failed(let failure) = list.phase { failure.kind == .signedOut } else { false }
      guard isRefused else { return signIn(for: nil) }
      guard account.isSignedIn, knownAccounts.count > 1 else {
        return signIn(for: .list(.refreshPressed))
      }
      // Another account may do.
      let effects = signIn(for: nil)
      let key = keyName("another", in: .accounts)
      let words = "\(SignIn.over(on: site.name)) \(key) signs in again."
      focus[SignIn.self]?.problem = words
      return effects
    case .needed(let purpose) where site.has(.personal): return signIn(for: purpose)
    case .account(let action): return reduceAccounts(action)
    case .verified(.success(let signedIn)) where isAnother(signedIn.user):
      let kept = keptNote(for: signedIn.user)
      return closeEditor(keeping: true, at: now) + beginAgain(after: action, kept)
    case .verified(.success) where site.has(.personal): break
    case .signedOut(let complaint, let next) where site.has(.personal) || next != nil:
      return [.places(.beginAgain([signedOutNote(complaint, next)]))]
    case .pressed:
      if let user = account.user, let refusal = site.refusal(of: .signIn) {
        return site.has(.near) ? showOwner(user, refusal.words) : refuse(refusal.words)
      }
      open(SignIn(account))
      return account.isSignedIn ? [.signIn(.readAccounts)] : []
    case .needed(let purpose):
      let former = account.user?.handle ?? ""
      open(SignIn(.signedOut, purpose: purpose, email: former, on: site.name))
    // The new account applies even if the sign-in was closed in the meantime.
    case .verified(.success(let signedIn)):
      // An open draft belongs to the user who began it.
      if signedIn.user.key != account.key {
        effects += closeEditor(keeping: true, at: now)
        undoStack = UndoStack()
      }
      account = .signedIn(signedIn.user)
      effects +=
        restartWatching() + showAudiences(signedIn.audiences, at: now) + reloadUsers()
        + reloadReadMarks + [.thread(.loadPlaces)]
      writing.hasFoundDrafts = false
      guard focus[SignIn.self] != nil else { return effects + findDrafts() }
    case .signedOut(let complaint, _):
      focus.removeAll(SignIn.self)
      effects += [.send(signedOutNote(complaint, nil)), .send(.list(.refreshPressed))]
      if let own = ownAccount { accounts.removeAll { $0.id == own.id } }
      account = .signedOut
      moving.userSignedOut()
      undoStack = UndoStack()
      effects +=
        restartWatching() + showAudiences([.posts: .everyone, .searches: .everyone], at: now)
        + reloadUsers() + reloadReadMarks + [.thread(.loadPlaces)]
    default: break
    }
    return effects + focus.update(SignIn.self) { $0.reduce(action) }
  }

  /// Whether the session begins anew for a user who has signed in; on a service also for the rights of the same user.
  private func isAnother(_ user: User) -> Bool {
    site.has(.personal)
      ? user.key != account.key || !site.can(.write)
      : account.isSignedIn && user.key != account.key
  }

  /// Asks a service for the page of its sign-in, or shows who is signed in.
  private mutating func signIn(for purpose: Action?) -> [Effect] {
    let signIn = SignIn(to: site, purpose: purpose)
    open(signIn)
    if case .account = signIn.step { return [.signIn(.readAccounts)] }
    return signIn.firstEffects
  }

  /// Starts the session again after a change of the account of a service: what is kept depends on it.
  ///
  /// What needed the account isn't repeated: another post may be selected then.
  ///
  /// - Parameter kept: the note about an open text; nil without one.
  private mutating func beginAgain(after action: SignInAction, _ kept: Action?) -> [Effect] {
    let notes = focus.update(SignIn.self) { $0.reduce(action) }.compactMap { effect -> Action? in
      if case .send(let next) = effect, case .noted = next { next } else { nil }
    }
    let next = kept.map { [$0] } ?? notes
    if next.isEmpty, case .verified(.success(let new)) = action {
      return [
        .places(
          .beginAgain([.noted("Welcome, \(new.user.name). Your account is new.", isError: false)]))
      ]
    }
    return [.places(.beginAgain(next))]
  }

  /// The note that the open text is a draft of the former account; nil without such a text.
  private func keptNote(for user: User) -> Action? {
    guard let former = account.user, former.key != user.key, let editor = focus.editor,
      editor.isWorthKeeping
    else { return nil }
    let words =
      "You are \(user.nameAndEmail) now. Your text is kept as a draft of \(former.nameAndEmail)."
    return .noticed(words)
  }

  /// The sentence that the user was signed out, and who they are now.
  private func signedOutNote(_ complaint: String?, _ next: User?) -> Action {
    let out = next == nil ? nil : account.user?.nameAndEmail
    let words = [
      out.map { "\($0) is signed out." } ?? "You are signed out.",
      next.map { "You are \($0.nameAndEmail) here now." }, complaint,
    ]
    let sentence = words.compactMap(\.self).joined(separator: " ")
    // What the lists say next must not take the place of a complaint.
    return complaint == nil ? .noted(sentence, isError: false) : .noticed(sentence)
  }

  /// Shows the user of their own server, who can't sign in or out.
  private mutating func showOwner(_ user: User, _ words: String) -> [Effect] {
    ask(
      Dialog(
        "You are \(user.nameAndEmail).", detail: words,
        [
          Dialog.Button(title: "Close", action: nil),
          Dialog.Button(title: "Your profile", action: .editor(.profilePressed)),
        ]))
    return []
  }

  /// Reloads the users, who are sorted and named for the reader, unless they are the current list,
  /// which is reloaded anyway.
  private func reloadUsers() -> [Effect] {
    let isShown = lists.explorer == .users && lists.current.navigator.depth == 0
    return isShown ? [] : lists.reloadRoot(.users)
  }

  private mutating func open(_ signIn: SignIn) {
    var signIn = signIn
    signIn.resize(columns: size.width - 6)
    signIn.accounts = knownAccounts
    focus.replace(with: signIn)
    note = nil
  }
}
