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
///   - isKey: whether the user pressed a key for it: then a note that was read goes.
package func reduce(
  _ state: inout AppState, _ action: Action, at now: Double = 0, isKey: Bool = false
) -> [Effect] {
  let location = state.lists.location
  if isKey, state.note?.goesWithKey(at: now, state.settings.tunables) == true { state.note = nil }
  let failure = state.note.flatMap { isKey && $0.isError && !$0.isAboutFile ? $0 : nil }
  let screen = failure == nil ? nil : state.screen
  let effects = state.apply(action, at: now)
  // What failed on another screen is said no longer.
  if let failure, state.note == failure, state.screen != screen { state.note = nil }
  return state.reconcile(after: action, from: location, effects, at: now)
}

extension AppState {
  /// Which screen is shown.
  fileprivate var screen: ShownScreen {
    ShownScreen(level: lists.level, layers: focus.layers.map { ObjectIdentifier(type(of: $0)) })
  }

  /// A list, and the kinds of the layers over it.
  fileprivate struct ShownScreen: Equatable {
    let level: LevelID
    let layers: [ObjectIdentifier]
  }

  /// Applies an action, and the actions that features send as a result.
  mutating func apply(_ action: Action, at now: Double) -> [Effect] {
    if action.actsOnPosts { lists.stopWaitingForPictures() }
    return send(route(action, at: now), at: now)
  }

  /// Applies the actions among effects; returns the others, and those that follow.
  mutating func send(_ all: [Effect], at now: Double) -> [Effect] {
    var effects: [Effect] = []
    for effect in all {
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
    case .links(let action): return update(\.links, at: now) { $0.reduce(action, &$1, in: $2) }
    case .article(let action): return focus.reduce(action, in: surroundings(at: now))
    case .later(let action): return later.reduce(action, in: surroundings(at: now))
    case .keep(let action): return keep.reduce(action, in: surroundings(at: now))
    case .places(let action): return places.reduce(action, in: surroundings(at: now))
    case .mute(let action): return mute.reduce(action, in: surroundings(at: now))
    case .person(let action): return people.reduce(action, in: surroundings(at: now))
    case .command(let action): return commands.reduce(action, in: surroundings(at: now))
    case .mark(let action): return action.effects(in: surroundings(at: now))
    case .filter(let action): return focus.reduce(filter: action)
    case .palette(let action): return focus.reduce(action, in: surroundings(at: now))
    case .columns(let action): return columns.reduce(action, in: surroundings(at: now))
    case .thread(let action): return lists.reduce(action, context(at: now))
    case .outline(let action): return reduceOutline(action, at: now)
    case .picture(let action):
      return pictures.reduce(action) + focus.reduce(action, in: surroundings(at: now))
    case .sheet(let action): return reduceSheet(action)
    case .editor(let action): return reduceEditor(action, at: now)
    case .moving(let action): return reduceMoving(action, at: now)
    case .conflict(let action): return reduceConflict(action, at: now)
    case .dialog(let action): return reduceDialog(action, at: now)
    case .menu(let action): return focus.reduce(action, in: surroundings(at: now))
    case .signIn(let action): return reduceSignIn(action, at: now)
    case .settings(let action): return reduceSettings(action, at: now)
    case .badges(let action):
      return badges.reduce(action, &lists, in: surroundings(at: now))
    case .readMarks(let action): return updateReadMarks(at: now) { $0.reduce(action, in: $1) }

    case .sequence(let action): return input.reduce(action, at: now)
    case .mouse(let event, let element):
      return input.handle(event, over: element, in: surroundings(at: now))
    case .pasted(let text):
      input.sequence = nil
      return focus.top?.action(forPasted: text).map { [.send($0)] } ?? []
    case .redrawPressed: return [.terminal(.redraw)]
    case .suspendPressed: return [.terminal(.suspend)]
    case .quitPressed:
      let again = "Press \(keyName(.quitPressed)) again to quit"
      let surroundings = surroundings(at: now)
      if let warning = places.warnOfLeaving(again: again, surroundings) { return warning }
      isQuitting = true
      return [.terminal(.quit)]

    case .typed(let action):
      if let until = input.typingIgnoredUntil, now < until, action != input.typingAllowed {
        input.ignored(action, at: now)
        return []
      }
      input.typingIgnoredUntil = nil
      let sheets = focus.sheetCount
      let effects = apply(action, at: now)
      if focus.sheetCount < sheets { input.ignoreTyping(at: now, for: InputState.afterSheet) }
      return effects
    case .unknownKeyPressed(let key):
      let help = focus.isEmpty ? keySentence(.sheet(.helpPressed), "shows all keys.") : ""
      return [.note("\(symbols.label(of: key)) does nothing here.\(help)")]

    case .started(let post):
      // So that a post of a service begins at the key.
      let fields: [Effect] = site.has(.ownFields) && site.can(.write) ? [.writing(.loadFields)] : []
      let arrival = arrive()
      return lists.start(at: post, context(at: now)) + findDrafts() + fields + wayBackFromTop
        + arrival
    case .resized(let size, let cellAspect):
      return resize(to: size, cellAspect: cellAspect, at: now)
    case .keyboardFocusChanged(let isFocused):
      // Another program may have changed the drafts.
      return badges.watchNews(isFocused: isFocused, surroundings(at: now))
        + (isFocused ? findDrafts() + readMarks.reload : [])
    case .timePassed:
      removeExpired(at: now)
      return checkSpelling(ifDueAt: now) + badges.watchNews(surroundings(at: now))
    case .terminalBackground(let color):
      return setBackground(color, at: now)
    case .terminalScheme(let isDark):
      return setScheme(isDark: isDark, at: now)
    case .terminalLagged:
      lists.finishMotions()
      return []
    case .noted(let text, let isError, let inList):
      note = Note(
        text: text, isError: isError, until: now + settings.tunables.noteSeconds,
        level: inList ? lists.level : nil)
      return []
    case .noteEnded:
      note = nil
      return []
    case .noticed(let text):
      focus.replace(with: Sheet(.complaints([], notices: [text])))
      return []
    }
  }
}

extension AppState {
  /// Says how to go back to where the user was, where a list begins at its top instead.
  fileprivate var wayBackFromTop: [Effect] {
    guard lists.explorer == .posts, case .begunAtTop? = moving.undo.steps.last else { return [] }
    let way = keySentence(.moving(.undoPressed), "leads back to where you were.")
    return [.note("The list begins at its top.\(way)", inList: true)]
  }
}
