import FireflyCore
import FireflyScreen

/// Applies what happened to the state; returns what is to be done outside of it.
///
/// Pure and synchronous. This is where every action is told to the function that knows it.
/// - Parameter now: seconds of a monotonic clock.
public func reduce(_ state: inout AppState, _ action: Action, at now: Double = 0) -> [Effect] {
  let pictures = action.actsOnPosts ? state.showPosts() : []
  defer {
    state.noteFirstPosts(at: now)
    state.dropNoteOfOtherList()
  }
  return pictures + apply(action, to: &state, at: now)
}

private func apply(_ action: Action, to state: inout AppState, at now: Double) -> [Effect] {
  switch action {
  case .moved(let cards): return state.move(by: cards, at: now)
  case .paged(let pages): return state.page(by: pages, at: now)
  case .jumpedToStart: return state.select(0, at: now)
  case .jumpedToEnd: return state.select(state.list.posts.count - 1, showsEnd: true, at: now)
  case .cardEntered: return state.enterCard(at: now)
  case .cardPressed: return state.toggleCard(at: now)
  case .childIndicatorPressed: return state.followIndicator(at: now)
  case .backPressed: return state.goBack(at: now)
  case .explorerPressed(let explorer): return state.press(explorer, at: now)
  case .nextExplorerPressed: return state.pressNextExplorer(at: now)
  case .audiencePressed: return state.toggleAudience(at: now)
  case .profilePressed: return state.showProfile(at: now)
  case .refreshPressed: return state.refresh(at: now)
  case .linkPressed: return state.openLink(at: now)
  case .copyPressed: return state.copyPost(at: now)
  case .findPressed: return state.beginFind()
  case .nextMatchPressed(let direction): return state.goToMatch(direction, at: now)
  case .outlinePressed: return state.showOutline()
  case .picturePressed: return state.showPicture(at: now)
  case .helpPressed:
    state.overlay = .help(scroll: 0)
    return []
  case .redrawPressed: return [.redraw]
  case .suspendPressed: return [.suspend]
  case .quitPressed:
    state.isQuitting = true
    return [.quit]
  case .keyTyped(let key): return state.type(key, at: now)
  case .mouse(let event): return state.mouse(event, at: now)

  case .started(let post): return state.start(at: post, now: now)
  case .resized(let size, let cellAspect):
    return state.resize(to: size, cellAspect: cellAspect, at: now)
  case .timePassed: return state.passTime(to: now)
  case .settingsChanged(let settings): return state.change(settings, at: now)
  case .settingsMisread(let complaints):
    if !complaints.isEmpty { state.overlay = .complaints(complaints, scroll: 0) }
    return []
  case .settingsRefused(let complaints):
    state.refuse(complaints, at: now)
    return []
  case .terminalBackground(let color): return state.adopt(background: color)
  case .terminalLagged: return state.finishMotions(at: now)

  case .postsResponse(let level, let response): return state.receive(response, level, at: now)
  case .nextPageResponse(let level, let response):
    return state.receiveNextPage(response, level, at: now)
  case .parentResponse(let level, let response):
    // The capsule keeps showing `...` when the parent can't be had (seed 000).
    if case .success(let post) = response { state.updateList(level) { $0.parent = post } }
    return []
  case .bodyFormatted(let level, let post, let text):
    return state.receive(text, of: post, level, at: now)
  case .pathResponse(let response): return state.receivePath(response, at: now)
  case .outlineResponse(let top, let response): return state.receiveOutline(response, of: top)
  case .pictureResponse(let address, let ratio):
    return state.receivePicture(address, aspectRatio: ratio, at: now)
  case .pictureGivenUp(let address):
    // It is asked for again where it comes into sight.
    state.pictures[address] = nil
    return state.showPosts { awaited, _ in awaited == address }
  case .badgesResponse(let badges):
    state.badges.merge(badges) { $1 }
    return []
  case .noted(let text, let isError):
    state.note(text, isError: isError, at: now)
    return []
  }
}

extension AppState {
  /// Seconds that a note stays.
  static let messageDuration = 4.0

  /// Shows a short note.
  mutating func note(_ text: String, isError: Bool = false, at now: Double) {
    message = Message(text: text, isError: isError, until: now + Self.messageDuration)
  }

  /// Shows a short note that means nothing outside of the list one is in.
  mutating func noteInList(_ text: String, at now: Double) {
    let level = current.navigator.current.id
    note(text, at: now)
    message?.level = level
  }

  /// Takes away a note about a list that has been left.
  fileprivate mutating func dropNoteOfOtherList() {
    if let level = message?.level, level != current.navigator.current.id { message = nil }
  }

  /// Changes the list of a level, if it is still there.
  mutating func updateList(_ level: Navigator.Level.ID, _ change: (inout ListState) -> Void) {
    guard let explorer = explorer(ofLevel: level) else { return }
    explorers[explorer]?.lists[level].map { list in
      var list = list
      change(&list)
      explorers[explorer]?.lists[level] = list
    }
  }

  /// How long the motion of a card takes, in seconds: 0 where nothing is to move.
  var cardMotion: Double { settings.motion == .none ? 0 : Animated.duration }

  /// How long the slide between levels takes, in seconds.
  var slideMotion: Double { settings.motion == .full ? Animated.duration : 0 }
}
