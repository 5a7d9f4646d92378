import FireflyCore

// Whether replies are shown as threads or as cards.
extension AppState {
  mutating func reduceThread(_ action: ThreadAction, at now: Double) -> [Effect] {
    let wasThread = list.isThread
    let level = lists.level
    let effects = lists.reduce(action, context(at: now))
    guard action == .pressed, lists[level]?.isThread != wasThread else { return effects }
    focus.find = nil
    let view = wasThread ? Settings.View.cards : .thread
    chosenView = view
    return effects + [.thread(.storeView(view))]
  }

  /// Whether the replies to a post are shown as a thread.
  var opensThreads: Bool {
    switch chosenView ?? settings.view {
    case .cards: false
    case .thread: true
    case .auto: site.has(.wholeThreads)
    }
  }
}

extension ThreadAction {
  /// Whether the action needs loaded posts.
  var needsPosts: Bool {
    switch self {
    case .textsFormatted, .parentPressed, .placesLoaded, .foldsOutdated, .branchesSilenced: false
    default: true
    }
  }
}
