import FireflyCore

// Handles news and their effects on the lists.
extension NewsHost {
  mutating func reduce(_ action: BadgesAction, at now: Double) -> [Effect] {
    switch action {
    case .response(let matches): badges.update(matches)
    case .viewed(let query): badges.markViewed(query)
    case .queryDeleted(let query): badges.remove(query)
    case .allRead:
      return badges.news.remove(.posts) == nil
        ? [] : [.badges(.recordViewed(.posts, newest: nil))]
    case .newsResponse(.success(let news)):
      badges.watch.pollAnswered(nil)
      return serverReturned() + apply(news)
    case .newsResponse(.failure(let failure)):
      badges.watch.pollAnswered(failure)
      return [.offline, .interrupted].contains(failure.kind) ? serverLost(failure) : []
    case .eventsOpened: return effects(of: badges.watch.eventsOpened(at: now), at: now)
    case .eventsArrived(let events, let last):
      badges.watch.received(upTo: last)
      return apply(events)
    case .eventsUnavailable: return effects(of: badges.watch.eventsUnavailable(at: now), at: now)
    case .eventsEnded(let failure):
      return effects(of: badges.watch.eventsEnded(failure, at: now), at: now)
    }
    return []
  }

  /// Starts watching for news when a user is signed in and a list has been shown.
  mutating func beginWatching(at now: Double) -> [Effect] {
    guard lists.hasShownPosts, account.hasUser else { return [] }
    return effects(of: badges.watch.begin(at: now), at: now)
  }

  /// Stops watching; it starts again for the next user.
  mutating func restartWatching() -> [Effect] {
    badges.userChanged()
    return [.cancel(.events), .cancel(.news)]
  }

  /// Requests news, if it is time.
  mutating func watchNews(at now: Double) -> [Effect] {
    effects(of: badges.watch.checkDeadline(at: now), at: now)
  }

  /// Handles a change of the terminal's keyboard focus.
  mutating func watchNews(isFocused: Bool, at now: Double) -> [Effect] {
    effects(of: badges.watch.focusChanged(isFocused, at: now), at: now)
  }

  /// Updates whether the server can be reached, after another request.
  mutating func updateReachability<Value>(
    _ response: Result<Value, LoadFailure>, at now: Double
  ) -> [Effect] {
    switch response {
    case .success:
      return effects(of: badges.watch.serverReached(at: now), at: now) + serverReturned()
    case .failure(let failure):
      guard [.offline, .interrupted].contains(failure.kind) else { return [] }
      badges.watch.serverLost()
      return serverLost(failure)
    }
  }

  private mutating func effects(of request: NewsWatch.Request?, at now: Double) -> [Effect] {
    switch request {
    case nil: return []
    case .open(let last): return [.badges(.openEvents(after: last))]
    case .poll:
      badges.polledAt = epoch + now
      return [
        .badges(.loadNews(queries: lists.ownQueries(of: account), since: unseenNewsToldAt))
      ]
    }
  }

  // MARK: News

  /// When a poll reported new posts that the user has not seen, and whose list is not on the screen; nil for none.
  ///
  /// Later polls report only what came since.
  private var unseenNewsToldAt: Double? {
    let isShown = lists.explorer == .posts && !lists.current.showsOnlyMine
    return badges.news.contains(.posts) && !isShown ? badges.toldAt : nil
  }

  private mutating func apply(_ news: News) -> [Effect] {
    var effects = news.matches.flatMap { matched($0, $1) }
    // The poll does not say where: an open list of replies may have it.
    if news.hasNewPosts { effects += lists.askAgainForReplies() }
    let staysNew: Set<Explorer> = unseenNewsToldAt == nil ? [] : [.posts]
    if news.hasNewPosts { badges.toldAt = badges.polledAt }
    for (explorer, isNew) in [(.posts, news.hasNewPosts), (Explorer.users, news.hasNewUsers)] {
      if isNew {
        effects += newsArrived(behind: explorer)
      } else if !staysNew.contains(explorer) {
        badges.news.remove(explorer)
      }
    }
    return effects
  }

  /// Learns whether a saved search has new matches: its open results are requested again, and are seen then.
  private mutating func matched(_ query: Post.ID, _ hasNewMatches: Bool) -> [Effect] {
    guard hasNewMatches, lists.current.navigator.current.destination == .results(query: query)
    else {
      badges.update([query: hasNewMatches])
      return []
    }
    return lists.askAgain()
  }

  private mutating func apply(_ events: [ServerEvent]) -> [Effect] {
    var effects: [Effect] = []
    for event in events {
      switch event {
      case .badge(let query, let hasNewMatches): effects += matched(query, hasNewMatches)
      case .user: effects += newsArrived(behind: .users)
      case .post(let post):
        effects += lists.reload(for: post)
        guard !isMarked(post.id, below: post.parent, as: .silenced) else { continue }
        if !post.isOwn, post.template != .query { effects += newsArrived(behind: .posts) }
        if let title = post.announcement {
          effects.append(.send(.readMarks(.announced(title: title))))
        }
        if post.answersYou || !post.isOwn && isMarked(post.id, below: post.parent, as: .followed) {
          let answer = UnreadPost(id: post.id, parent: post.parent)
          effects.append(.send(.readMarks(.answered(answer))))
        }
      }
    }
    // Each list is requested once, however many posts are new.
    var seen: Set<Effect> = []
    return effects.filter { seen.insert($0).inserted }
  }

  private mutating func newsArrived(behind explorer: Explorer) -> [Effect] {
    badges.news.insert(explorer)
    return explorer == lists.explorer ? viewNews() : []
  }

  /// Reloads the current list if its tab has news, unless it shows the user's own posts only.
  mutating func viewNews() -> [Effect] {
    guard badges.news.contains(lists.explorer), !lists.current.showsOnlyMine else { return [] }
    return lists.reloadRoot(lists.explorer)
  }

  /// Removes the badge of the current tab after its list was reloaded.
  mutating func markNewsSeen(in level: LevelID) -> [Effect] {
    let (explorer, current) = (lists.explorer, lists.current)
    guard level == current.navigator.root.id, current.rootList.head == nil,
      !current.showsOnlyMine,
      badges.news.remove(explorer) != nil
    else { return [] }
    return [
      .badges(
        .recordViewed(
          explorer, newest: lists[explorer].rootList.posts.compactMap(\.createdAt).max()))
    ]
  }

  // MARK: Reachability

  private mutating func serverLost(_ failure: LoadFailure) -> [Effect] {
    guard !badges.isUnreachable else { return [] }
    badges.isUnreachable = true
    return lists.serverLost(failure)
  }

  private mutating func serverReturned() -> [Effect] {
    guard badges.isUnreachable else { return [] }
    badges.isUnreachable = false
    return lists.serverReturned()
  }

  /// Checks whether the server can be reached again, when the user moves.
  ///
  /// No check is made by time alone, and no note is shown.
  mutating func recheckServer(
    since location: ListsState.Location, _ effects: [Effect], at now: Double
  ) -> [Effect] {
    guard badges.isUnreachable else {
      badges.unreachableSince = nil
      return []
    }
    guard let since = badges.unreachableSince else {
      badges.unreachableSince = now
      return []
    }
    guard location != lists.location, now - since >= BadgesState.recheckInterval else { return [] }
    badges.unreachableSince = now
    // A new level is requested anyway.
    let isAsking = effects.contains { effect in
      if case .list(let effect) = effect { effect.content != nil } else { false }
    }
    return isAsking ? [] : [.moving(.loadAbilities)]
  }
}
