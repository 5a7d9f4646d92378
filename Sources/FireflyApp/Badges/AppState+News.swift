import FireflyCore

// What is new, and what that means for the lists.
extension AppState {
  mutating func reduceBadges(_ action: BadgesAction, at now: Double) -> [Effect] {
    switch action {
    case .response(let matches): badges.learn(matches)
    case .viewed(let query): badges.markViewed(query)
    case .newsResponse(.success(let news)):
      badges.watch.answered(nil)
      return lists.serverReturned() + adopt(news)
    case .newsResponse(.failure(let failure)):
      badges.watch.answered(failure)
      return [.offline, .interrupted].contains(failure.kind) ? lists.serverLeft(failure) : []
    case .eventsOpened: return effects(of: badges.watch.opened(at: now))
    case .eventsArrived(let events, let last):
      badges.watch.heard(upTo: last)
      return adopt(events)
    case .eventsUnavailable: return effects(of: badges.watch.tellsNothing(at: now))
    case .eventsEnded(let failure): return effects(of: badges.watch.ended(failure, at: now))
    }
    return []
  }

  /// Begins to watch for news when there is somebody to tell, and something has been seen.
  mutating func beginWatching(at now: Double) -> [Effect] {
    guard lists.hasShownPosts, account.email != nil else { return [] }
    return effects(of: badges.watch.begin(at: now))
  }

  /// Watches for nobody any more, or for somebody else from the next moment on.
  mutating func restartWatching() -> [Effect] {
    badges = BadgesState(watch: badges.watch)
    // What somebody has thrown away is nobody else's.
    writing.thrownAway = nil
    badges.watch.reset()
    return [.cancel(.events), .cancel(.news)]
  }

  /// Asks what is new, if it is time to.
  mutating func watchNews(at now: Double) -> [Effect] {
    effects(of: badges.watch.passTime(to: now))
  }

  /// The terminal got the keyboard, or lost it.
  mutating func watchNews(isFocused: Bool, at now: Double) -> [Effect] {
    effects(of: badges.watch.focusChanged(isFocused, at: now))
  }

  /// Takes note of whether the server was reached by something that was asked of it.
  mutating func noteAnswer<Value>(
    _ response: Result<Value, LoadFailure>, at now: Double
  ) -> [Effect] {
    switch response {
    case .success:
      return effects(of: badges.watch.serverReached(at: now)) + lists.serverReturned()
    case .failure(let failure):
      guard [.offline, .interrupted].contains(failure.kind) else { return [] }
      badges.watch.serverLost()
      return lists.serverLeft(failure)
    }
  }

  private func effects(of request: NewsWatch.Request?) -> [Effect] {
    switch request {
    case nil: []
    case .open(let last): [.badges(.openEvents(after: last))]
    case .poll: [.badges(.loadNews(queries: lists.ownQueries(of: account.email)))]
    }
  }

  // MARK: News

  private mutating func adopt(_ news: News) -> [Effect] {
    badges.learn(news.matches)
    var effects: [Effect] = []
    for (explorer, isNew) in [(.posts, news.hasNewPosts), (Explorer.users, news.hasNewUsers)] {
      if isNew {
        effects += somethingIsNew(behind: explorer)
      } else {
        badges.news.remove(explorer)
      }
    }
    return effects
  }

  private mutating func adopt(_ events: [ServerEvent]) -> [Effect] {
    var effects: [Effect] = []
    for event in events {
      switch event {
      case .badge(let query, let hasNewMatches): badges.learn([query: hasNewMatches])
      case .user: effects += somethingIsNew(behind: .users)
      case .post(let post):
        effects += lists.reload(for: post)
        if !post.isOwn, post.template != .query { effects += somethingIsNew(behind: .posts) }
      }
    }
    // However many posts were written, a list is asked for once.
    var seen: Set<Effect> = []
    return effects.filter { seen.insert($0).inserted }
  }

  private mutating func somethingIsNew(behind explorer: Explorer) -> [Effect] {
    badges.news.insert(explorer)
    return explorer == self.explorer ? viewNews() : []
  }

  /// Brings what is new into the list in front, unless that shows only the user's own posts.
  mutating func viewNews() -> [Effect] {
    guard badges.news.contains(explorer), !current.showsOnlyMine else { return [] }
    return lists.reloadRoot(explorer)
  }

  /// What is new has come into the list in front: now it has been seen.
  mutating func noteNewsSeen(in level: LevelID) -> [Effect] {
    guard level == current.navigator.root.id, !current.showsOnlyMine,
      badges.news.remove(explorer) != nil
    else { return [] }
    return [
      .badges(
        .noteViewed(explorer, newest: lists[explorer].rootList.posts.compactMap(\.createdAt).max()))
    ]
  }
}
