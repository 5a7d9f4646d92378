import FireflyCore
import FireflyModel
import FireflyScreen

// Actions that affect several features: each function passes a feature its own state and updates
// the others.
extension AppState {
  /// Lets the read marks change: what they read does not share them, because all would be copied.
  mutating func updateReadMarks<Value>(
    at now: Double, _ change: (inout ReadMarksState, Surroundings) -> Value
  ) -> Value {
    var marks = ReadMarksState()
    swap(&marks, &readMarks)
    defer { swap(&marks, &readMarks) }
    return change(&marks, surroundings(at: now))
  }

  /// Lets a feature change its own state, and its own layer in the focus.
  mutating func update<Feature>(
    _ feature: WritableKeyPath<AppState, Feature>, at now: Double,
    _ reduce: (inout Feature, inout FocusStack, Surroundings) -> [Effect]
  ) -> [Effect] {
    let surroundings = surroundings(at: now)
    var focus = focus
    defer { self.focus = focus }
    return reduce(&self[keyPath: feature], &focus, surroundings)
  }

  /// Learns which of some posts are unread.
  mutating func learn(_ posts: [Post], in level: LevelID, at now: Double) -> [Effect] {
    updateReadMarks(at: now) { $0.learn(posts, in: level, $1) }
  }

  /// Signs in or out; what all features have of the former account goes.
  mutating func reduceSignIn(_ action: SignInAction, at now: Double) -> [Effect] {
    let surroundings = surroundings(at: now)
    var changed: [Effect] = []
    // The new account applies even if the sign-in was closed in the meantime.
    if case .verified(.success(let signedIn)) = action, !site.has(.personal),
      !surroundings.beginsAgain(for: signedIn.user)
    {
      // An open draft belongs to the user who began it.
      if signedIn.user.key != account.key {
        changed = closeEditor(keeping: true, at: now)
      }
      // What was begun is done where that was: its list stays.
      let staying = focus[SignIn.self]?.isForAct == true ? explorer : nil
      let audiences = signedIn.audiences.filter { $0.key != staying }
      changed += accountChanged(to: .signedIn(signedIn.user), audiences, at: now)
      writing.hasFoundDrafts = false
      if focus[SignIn.self] == nil { changed += findDrafts() }
    }
    let effects = update(\.accounts, at: now) { $0.reduce(action, &$1, in: $2) }
    ignoreTypingAtWelcome(after: action, at: now)
    guard case .signedOut(_, nil) = action, !site.has(.personal) else { return changed + effects }
    moving.userSignedOut()
    return effects
      + accountChanged(
        to: .signedOut, [.posts: .everyone, .searches: .everyone], at: now)
  }

  /// Ignores letters just after the welcome page has come: they were typed for what stood there before.
  private mutating func ignoreTypingAtWelcome(after action: SignInAction, at now: Double) {
    switch action {
    // Who leaves the page has read it: the next letter is a key.
    case .accepted: input.typingIgnoredUntil = nil
    case .edited(let command) where !command.isTyping: break
    case .verified where focus[SignIn.self]?.isWelcome == true,
      .edited where focus[SignIn.self]?.isWelcome == true:
      input.ignoreTyping(at: now, for: InputState.afterText)
    default: break
    }
  }

  private mutating func accountChanged(
    to account: Account, _ audiences: [Explorer: FirstAudience], at now: Double
  ) -> [Effect] {
    if account.key != self.account.key || !account.isSignedIn { moving.undo = UndoStack() }
    self.account = account
    // The users are sorted and named for the reader; the current list is reloaded anyway.
    let showsUsers = explorer == .users && current.navigator.depth == 0
    return badges.restartWatching() + lists.showAudiences(audiences, surroundings(at: now))
      + (showsUsers ? [] : lists.reloadRoot(.users)) + readMarks.reload + [.thread(.loadPlaces)]
  }

  mutating func reduceDialog(_ action: DialogAction, at now: Double) -> [Effect] {
    if case .asked(let dialog) = action {
      ask(dialog)
      return []
    }
    if case .refused(let words) = action {
      note = nil
      ask(Dialog(refusal: words))
      return []
    }
    if case .explained(let choice, let detail) = action {
      if focus.dialog?.buttons.contains(where: { $0.action == choice }) == true {
        focus.dialog?.detail = detail
      }
      return []
    }
    if case .withdrawn(let choice) = action {
      if focus.dialog?.buttons.contains(where: { $0.action == choice }) == true {
        focus.dialog = nil
      }
      return []
    }
    guard focus.dialog != nil else {
      // A key typed for a closed dialog goes to the layer below.
      guard case .typed(let key) = action else { return [] }
      return surroundings(at: now).action(for: key).map { [.send($0)] } ?? []
    }
    let width = DialogView.width(in: layout, settings.tunables)
    return focus.update(Dialog.self) { $0.reduce(action, width: width, at: now) }
  }

  mutating func reduceFind(_ action: FindAction, at now: Double) -> [Effect] {
    if action == .pressed {
      focus.find = nil
      focus.push(FindState(level: lists.level, origin: lists.current.position))
      return []
    }
    if action == .ended { focus.find = nil }
    guard var find = focus.find else { return [] }
    if case .matchPressed(let step) = action, findLine(step, &find, at: now) {
      focus.find = find
      return []
    }
    let selected = list.index(of: current.position.selectedID) ?? 0
    let start = list.index(of: find.origin.selectedID)
    let searched = FindState.List(
      posts: list.posts, selected: list.postsInRow(of: selected),
      start: start ?? 0, isThread: list.isThread,
      isStartOpen: start.map { isOpen(list.posts[$0]) } ?? false, hasMore: lists.hasMore)
    let effects = find.reduce(action, in: searched, index: &lists.current.list.findIndex)
    if action == .accepted, !find.isOver { _ = findLine(0, &find, at: now) }
    focus.find = find.isOver ? nil : find
    return effects + (find.isOver ? [.cancel(.level(find.level, .matches))] : [])
  }

  mutating func reduceEditor(_ action: EditorAction, at now: Double) -> [Effect] {
    // A user who is moving a post wants to put it there.
    if action == .firstChildWanted, moving.movedPost != nil { return [] }
    let leavesText =
      action == .cancelPressed
      && focus.editor.map { $0.isWorthKeeping || $0.resumed != nil } == true
    var effects = reduce(action, at: now)
    // Words that are typed on are no keys.
    if leavesText, !focus.isWriting, !isSpoken {
      input.ignoreTyping(
        at: now, for: InputState.afterText, but: .moving(.undoPressed))
    }
    if case .saveResponse(_, .success(let post), _, _) = action, post.contents != nil {
      if site.offeredFeed.take() != nil { places.isKnown(serverID.argument) }
      effects += learn([post], in: lists.level, at: now)
      effects += lists.feedsChanged()
    }
    focus.offerLinks(after: action, in: surroundings(at: now))
    return effects
  }

  mutating func reduceOutline(_ action: OutlineAction, at now: Double) -> [Effect] {
    switch action {
    case .heading(let action):
      let layout = layout
      return focus.update(Headings.self) { $0.reduce(action, layout) }
    case .headingChosen(let number):
      goToHeading(number, at: now)
      return []
    default: break
    }
    if action == .pressed {
      if let headings = headings(at: now) {
        focus.replace(with: headings)
        return []
      }
      guard focus[ArticleSheet.self] == nil else {
        let words = isSpoken ? "Headings are read with the text." : "This text has no headings."
        return [.note(words, inList: true)]
      }
      guard let top = lists.outlineTop, !top.isLocal else { return [] }
      focus.replace(with: Outline(top: top, muted, reader: account))
      return [.outline(top.template == .query ? .loadResults(of: top.id) : .load(of: top.id))]
    }
    let page = max(1, layout.sheet(columns: settings.tunables.outlineColumns).inner.height - 1)
    let selected = current.position.selectedID
    let effects = focus.update(Outline.self) {
      $0.reduce(action, page: page, selectedPost: selected)
    }
    guard case .response(let top, .success) = action, site.has(.fireflyPosts),
      focus[Outline.self]?.top.id == top, focus[Outline.self]?.top.template != .query
    else { return effects }
    return effects + [.outline(.findLinks(to: top))]
  }

  /// Closes the outline and cancels its request.
  mutating func closeOutline() -> [Effect] {
    let isLoading = focus[Outline.self]?.isLoading == true
    focus[Outline.self] = nil
    return isLoading ? [.cancel(.outline)] : []
  }

  /// The kind of the list over which the help is shown.
  private var helpedList: SheetText.HelpScope.List {
    if list.isThread { return .thread }
    if list.isOfEntries { return .entries }
    guard current.navigator.depth == 0 else { return .posts }
    return switch explorer {
    case .posts: .posts
    case .searches: .searches
    case .users: .users
    }
  }

  mutating func reduceSheet(_ action: SheetAction) -> [Effect] {
    if action == .helpPressed {
      focus.replace(with: Sheet(.help, at: site, in: explorer, over: helpedList))
      return []
    }
    let (keymap, layout) = (settings.keymap, layout)
    return focus.update(Sheet.self) { sheet in
      let text = sheet.text(keymap, layout)
      sheet.reduce(action, lines: text.lines.count, window: text.window)
      return []
    }
  }

  /// Loads the pictures that are visible, or will be after the next key.
  mutating func loadPictures(_ context: inout Context) -> [Effect] {
    guard context.showsPictures else { return [] }
    let wanted = lists.wantedPictures(context) + (focus.top?.pictures ?? [])
    // If they were shared, all would be copied for each new one.
    context.pictures = PicturesState()
    pictures.forgetFailures(except: wanted)
    if pictures.isCrowded { pictures.removeAll(except: wanted + lists.expandedPictures()) }
    let effects = pictures.request(wanted)
    context.pictures = pictures
    return effects
  }

  /// Applies the terminal's new size; formats the expanded body again.
  mutating func resize(to size: Size, cellAspect: Double?, at now: Double) -> [Effect] {
    let cellAspect = cellAspect ?? abilities.cellAspect
    guard size != self.size || cellAspect != abilities.cellAspect else { return [] }
    self.size = size
    abilities.cellAspect = cellAspect
    lists.finishMotions()
    focus[SignIn.self]?.resize(columns: size.width - 6)
    return layOutAgain(at: now)
  }

  /// Adjusts the lists after sizes may have changed; formats edited and open texts again.
  mutating func layOutAgain(at now: Double) -> [Effect] {
    resizeEditor(at: now)
    let context = context(at: now)
    lists.scrollSelectionsIntoView(context)
    return lists.reformatExpandedBody(context) + formatAnsweredPost(at: now)
      + surroundings(at: now).reformatArticle() + reformatPreview(at: now)
  }
}
