import FireflyCore

/// Applies an action to the state and returns the effects to run.
///
/// Pure and synchronous. Routes each action to its feature; actions that affect several features
/// are in `AppState+Routing.swift`.
///
/// - Parameters:
///   - state: the state to change.
///   - action: what happened.
///   - now: seconds of the monotonic clock.
/// - Returns: the effects to run.
public func reduce(_ state: inout AppState, _ action: Action, at now: Double = 0) -> [Effect] {
  let location = state.lists.location
  var effects = state.apply(action, at: now)
  effects += state.reconcile(at: now)
  effects += state.recheckServer(since: location, effects, at: now)
  effects += state.prefetch()
  if state.focus.dialog != nil { state.focus.dialog?.opened(by: action, at: now) }
  return effects
}

extension AppState {
  /// Applies an action, and the actions that features send as a result.
  mutating func apply(_ action: Action, at now: Double) -> [Effect] {
    if action.actsOnPosts { lists.stopWaitingForPictures() }
    var effects: [Effect] = []
    for effect in route(action, at: now) {
      if case .send(let action) = effect {
        effects += apply(action, at: now)
      } else {
        effects.append(effect)
      }
    }
    return effects
  }

  /// Routes an action to its feature.
  private mutating func route(_ action: Action, at now: Double) -> [Effect] {
    switch action {
    case .list(let action): return reduceLists(action, at: now)
    case .find(let action): return reduceFind(action, at: now)
    case .links(let action): return reduceLinks(action, at: now)
    case .article(let action): return reduceArticle(action)
    case .later(let action): return reduceLater(action)
    case .keep(let action): return reduceKeep(action)
    case .places(let action): return reducePlaces(action)
    case .mute(let action): return reduceMute(action, at: now)
    case .command(let action): return reduceCommand(action)
    case .mark(let action): return reduceMarks(action, at: now)
    case .filter(let action): return reduceFilter(action)
    case .palette(let action): return reducePalette(action)
    case .columns(let action): return reduceColumns(action)
    case .thread(let action): return reduceThread(action, at: now)
    case .outline(let action): return reduceOutline(action)
    case .picture(let action): return reducePicture(action, at: now)
    case .sheet(let action): return reduceSheet(action)
    case .editor(let action): return reduceEditor(action, at: now)
    case .moving(let action): return reduceMoving(action, at: now)
    case .conflict(let action): return reduceConflict(action, at: now)
    case .dialog(let action): return reduceDialog(action, at: now)
    case .menu(let action): return reduceMenu(action, at: now)
    case .signIn(let action): return reduceSignIn(action, at: now)
    case .settings(let action): return reduceSettings(action, at: now)
    case .badges(let action): return reduce(action, at: now)
    case .readMarks(let action): return reduceReadMarks(action, at: now)

    case .sequence(let action): return reduceSequence(action, at: now)
    case .mouse(let event, let element):
      if event.kind != .release { sequence = nil }
      return handle(event, over: element, at: now)
    case .pasted(let text):
      sequence = nil
      return focus.top?.action(forPasted: text).map { [.send($0)] } ?? []
    case .redrawPressed: return [.terminal(.redraw)]
    case .suspendPressed: return [.terminal(.suspend)]
    case .quitPressed:
      if let warning = warnOfLeaving(again: "Press \(keyName("quit")) again to quit") {
        return warning
      }
      isQuitting = true
      return [.terminal(.quit)]

    case .typed(let action): return reduceTyped(action, at: now)
    case .unknownKeyPressed(let key):
      let help = keyLabel("help").map { " \($0) shows all keys." } ?? ""
      return [.note("\(symbols.label(of: key)) does nothing here.\(help)")]

    case .started(let post):
      // So that a post of a service begins at the key.
      let fields: [Effect] = site.has(.ownFields) && site.can(.write) ? [.writing(.loadFields)] : []
      return lists.start(at: post, context(at: now)) + findDrafts() + fields
    case .resized(let size, let cellAspect):
      return resize(to: size, cellAspect: cellAspect, at: now)
    case .keyboardFocusChanged(let isFocused):
      // Another program may have changed the drafts.
      return watchNews(isFocused: isFocused, at: now)
        + (isFocused ? findDrafts() + reloadReadMarks : [])
    case .timePassed:
      removeExpired(at: now)
      return checkSpelling(ifDueAt: now) + watchNews(at: now)
    case .terminalBackground(let color):
      setBackground(color, at: now)
      return []
    case .terminalScheme(let isDark):
      setScheme(isDark: isDark, at: now)
      return []
    case .terminalLagged:
      lists.finishMotions()
      return []
    case .noted(let text, let isError, let inList):
      note = Note(
        text: text, isError: isError, until: now + settings.tunables.noteSeconds,
        level: inList ? lists.level : nil)
      return []
    case .noticed(let text):
      focus.replace(with: Sheet(.complaints([], notices: [text])))
      return []
    }
  }

  /// Updates what is derived from the state of several features, after each action.
  ///
  /// Each line needs the ones above it.
  ///
  /// | derived | from | why here |
  /// |---|---|---|
  /// | whether the splash ends | lists, time | cards can be seen only without it |
  /// | what is unseen | lists, window | what is seen counts from now on |
  /// | the row of the posts saved for later | those posts | the next lines read it |
  /// | folds of replies that have come | threads, muted words | folded rows have no sentences |
  /// | sentences of results | search, rows in view | they change the height of rows |
  /// | note and find of a level that was left | level | they take rows from the window |
  /// | the editor of a card that is gone | lists, level | a dialog may cover the rest |
  /// | rows of the answered post | editor | the editor may be gone |
  /// | rows of the note | note, editor | the window is what all rows above leave |
  /// | what is read | rows in the window, time | the window is final |
  /// | pictures, texts and replies to load | rows in the window | as before |
  /// | parents to ask for | unread replies in the window | lists come before them |
  /// | the text of the right column | selection | nothing below moves the selection |
  /// | the watch for news | account, lists | it begins after the first list |
  fileprivate mutating func reconcile(at now: Double) -> [Effect] {
    lists.updateHasShownPosts(at: now, patience: settings.tunables.splashPatience)
    let before = context(at: now)
    lists.updateUnseen(before)
    lists.showLater(later.row)
    lists.foldArrived(muted, before)
    lists.findSentences(before)
    if let level = note?.level, level != lists.level { note = nil }
    showWaitingSheet()
    if !isListInFront { sequence = nil }
    if let find = focus.find, find.level != lists.level { focus.find = nil }
    var effects = parkLostEditor(at: now)
    effects += updateAnsweredRows(at: now)
    updateNoteRows(at: now)
    effects += updateReading(at: now)
    let context = context(at: now)
    effects += loadPictures(context)
    effects += lists.fillThread(context)
    effects += askForParents(context)
    effects += updateColumns()
    return effects + beginWatching(at: now)
  }
}
