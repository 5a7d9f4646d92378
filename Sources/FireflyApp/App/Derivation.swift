import FireflyCore

/// A part of the state that follows from several features: what, from what, and how.
///
/// After each action the rows of the table run in its order, because each one needs those above it. A row runs if
/// what it is derived from has changed since the action before. A row without `from` always runs: it asks a question
/// that takes less than the comparison.
struct Derivation: Sendable {
  /// What is derived.
  let what: String
  /// What it is derived from.
  let from: Basis.Parts
  let derive: @Sendable (inout AppState, inout Turn) -> Void

  init(
    _ what: String, from: Basis.Parts = [],
    _ derive: @escaping @Sendable (inout AppState, inout Turn) -> Void
  ) {
    (self.what, self.from, self.derive) = (what, from, derive)
  }

  /// What the rows pass on to each other after an action.
  struct Turn {
    let action: Action
    /// Where the user was before the action.
    let location: ListsState.Location
    var effects: [Effect]
    var context: Context
    /// What has changed since the action before.
    var changes: Basis.Parts = []

    var now: Double { context.now }
  }

  // MARK: The table

  static let table: [Derivation] = [
    Derivation("whether the splash ends") { state, turn in
      let patience = state.settings.tunables.splashPatience
      state.lists.updateHasShownPosts(at: turn.now, patience: patience)
    },
    Derivation("what is unseen") { state, turn in state.lists.updateUnseen(turn.context) },
    Derivation("the rows of this program", from: [.later, .drafts, .lists, .settings]) {
      state, _ in
      let writing = state.writing
      let rows = [state.later.row(at: state.site), writing.row].compactMap(\.self)
      state.lists.showOwnRows(rows, drafts: writing.rows)
    },
    Derivation("folds of replies that have come", from: [.posts, .muted, .settings]) {
      state, turn in
      state.lists.foldArrived(state.muted, turn.context)
    },
    Derivation("sentences of results", from: [.lists, .layout]) { state, turn in
      state.lists.findSentences(turn.context)
    },
    Derivation("the refusal of a text that was changed since") { state, _ in
      guard let editor = state.focus.editor, let refused = editor.refused, refused != editor.words
      else { return }
      state.focus.editor?.refused = nil
      state.focus.editor?.saveFailure = nil
      if state.note?.isError == true { state.note = nil }
    },
    Derivation("the note of a level that was left") { state, _ in
      if let level = state.note?.level, level != state.lists.level { state.note = nil }
    },
    Derivation("what a command has printed") { state, _ in
      guard state.focus.isEmpty, let sheet = state.commands.waiting.take() else { return }
      state.focus.push(sheet)
    },
    Derivation("whether the user was warned of what is under way") { state, turn in
      guard state.places.warnedOf != nil else { return }
      let underway = state.surroundings(at: turn.now).underway
      if state.places.warnedOf != underway { state.places.warnedOf = nil }
    },
    Derivation("the draft whose post has come") { state, turn in
      guard state.writing.awaitedDraft != nil else { return }
      let effects = state.goOnWithAwaited(isFinding: state.links.isFinding, at: turn.now)
      turn.effects += state.send(effects, at: turn.now)
      turn.context = state.context(at: turn.now)
    },
    Derivation("what was wanted before a sign-in") { state, turn in
      guard state.accounts.interrupted != nil else { return }
      turn.effects += state.send(state.goOnAfterSignIn(), at: turn.now)
      turn.context = state.context(at: turn.now)
    },
    Derivation("the first key of a sequence") { state, _ in
      if !state.isListInFront { state.input.sequence = nil }
    },
    Derivation("the search in a level that was left") { state, _ in
      if let find = state.focus.find, find.level != state.lists.level { state.focus.find = nil }
    },
    Derivation("the editor of a card that is gone") { state, turn in
      guard let effects = state.parkLostEditor(at: turn.now) else { return }
      turn.effects += effects
      turn.context = state.context(at: turn.now)
    },
    Derivation("the pictures of the text that is written") { state, turn in
      guard turn.context.showsPictures, state.focus.editor?.findPictures() == true else { return }
      turn.context = state.context(at: turn.now)
      // They take rows below the text.
      if let editor = state.focus.editor { state.lists.scrollCaretIntoView(editor, turn.context) }
    },
    // From here on, rows take a part of the window.
    Derivation(
      "rows of the answered post", from: [.lists, .layout, .writing, .unread, .settings]
    ) { state, turn in
      guard let effects = state.updateAnsweredRows(turn.context) else { return }
      turn.effects += effects
      turn.context = state.context(at: turn.now)
    },
    Derivation("rows of the note") { state, turn in
      if state.updateNoteRows(at: turn.now) { turn.context = state.context(at: turn.now) }
    },
    // The window is final.
    Derivation("what has changed") { state, turn in turn.compare(state) },
    Derivation("what is read") { state, turn in
      let context = turn.context
      let effects = state.updateReadMarks(at: turn.now) { $0.updateReading(context, $1) }
      guard !effects.isEmpty else { return }
      turn.effects += state.send(effects, at: turn.now)
      turn.context = state.context(at: turn.now)
    },
    Derivation(
      "pictures to load", from: [.lists, .layout, .writing, .focus, .pictures, .settings]
    ) { state, turn in
      turn.effects += state.loadPictures(&turn.context)
    },
    Derivation("texts and replies to load", from: [.lists, .layout, .writing, .settings]) {
      state, turn in
      turn.effects += state.lists.fillThread(turn.context)
    },
    Derivation("parents to ask for", from: [.lists, .layout, .unread, .focus, .settings]) {
      state, turn in
      guard state.isListInFront else { return }
      turn.effects += state.lists.askForParents(turn.context)
    },
    Derivation(
      "what the side columns show",
      from: [.lists, .layout, .writing, .columns, .muted, .focus, .settings]
    ) { state, turn in
      guard turn.context.layout.hasSides || state.columns.isAsking else { return }
      turn.effects += state.columns.update(in: state.surroundings(at: turn.now))
    },
    Derivation("up to where the first list was seen", from: [.lists]) { state, turn in
      // Who listens has not heard what stands on the screen.
      if !state.isSpoken { turn.effects += state.lists.tellSeen(turn.context) }
    },
    Derivation("the watch for news") { state, turn in
      guard state.badges.watch.phase == .idle, state.lists.hasShownPosts, state.watchesForNews
      else { return }
      turn.effects += state.badges.beginWatching(state.surroundings(at: turn.now))
    },
    Derivation("whether to ask a server that was lost") { state, turn in
      guard state.badges.watchesServer else { return }
      let surroundings = state.surroundings(at: turn.now)
      turn.effects += state.badges.recheckServer(
        since: turn.location, turn.effects, surroundings)
    },
    Derivation("replies to load ahead", from: [.lists, .layout, .settings]) { state, turn in
      let isBeside = turn.context.layout.columns.right != nil
      turn.effects += state.lists.prefetch(isBeside: isBeside, turn.context)
    },
    Derivation("what has opened the dialog") { state, turn in
      guard state.focus.dialog != nil else { return }
      let action = if case .typed(let action) = turn.action { action } else { turn.action }
      state.focus.dialog?.opened(by: action, at: turn.now)
    },
  ]
}

extension Derivation.Turn {
  /// Compares the state with what it was after the action before.
  fileprivate mutating func compare(_ state: AppState) {
    // A closure would copy the state.
    guard let basis = state.basis else { return changes = .all }
    changes = Basis(state, context).changes(since: basis)
  }
}

extension AppState {
  /// Whether the place is asked for news: for an account, and for visitors of a server.
  fileprivate var watchesForNews: Bool {
    account.hasUser || site.has(.fireflyPosts) && !site.has(.keptHere)
  }

  /// Updates what is derived from the state of several features, after an action.
  ///
  /// - Parameters:
  ///   - location: where the user was before it.
  ///   - now: seconds of the monotonic clock.
  /// - Returns: these effects, and those that follow.
  mutating func reconcile(
    after action: Action, from location: ListsState.Location, _ effects: [Effect], at now: Double
  ) -> [Effect] {
    var turn = Derivation.Turn(
      action: action, location: location, effects: effects, context: context(at: now))
    let basis = Basis(self, turn.context)
    turn.changes = self.basis.map(basis.changes) ?? .all
    for row in Derivation.table where row.from.isEmpty || !row.from.isDisjoint(with: turn.changes) {
      row.derive(&self, &turn)
    }
    self.basis = basis
    return turn.effects
  }
}
