import FireflyCore
import FireflyModel

// Handles news and their effects on the lists.
extension BadgesState {
  /// Handles an action.
  ///
  /// - Parameter lists: the lists, in which what is new appears.
  mutating func reduce(
    _ action: BadgesAction, _ lists: inout ListsState, in surroundings: Surroundings
  ) -> [Effect] {
    let now = surroundings.now
    switch action {
    case .response(let matches): update(matches)
    case .viewed(let query): markViewed(query)
    case .queryDeleted(let query): remove(query)
    case .allRead:
      return news.remove(.posts) == nil
        ? [] : [.badges(.recordViewed(.posts, newest: nil))]
    case .postsArrived: return newsArrived(behind: .posts, lists)
    case .newsResponse(.success(let news)):
      watch.pollAnswered(nil)
      return serverReturned(&lists) + apply(news, &lists)
    case .newsResponse(.failure(let failure)):
      watch.pollAnswered(failure)
      return [.offline, .interrupted].contains(failure.kind) ? serverLost(failure, &lists) : []
    case .eventsOpened: return effects(of: watch.eventsOpened(at: now), lists, surroundings)
    case .eventsArrived(let events, let last):
      watch.received(upTo: last)
      return apply(events, &lists, surroundings)
    case .eventsUnavailable:
      return effects(of: watch.eventsUnavailable(at: now), lists, surroundings)
    case .eventsEnded(let failure):
      return effects(of: watch.eventsEnded(failure, at: now), lists, surroundings)
    }
    return []
  }

  /// Starts watching for news.
  mutating func beginWatching(_ surroundings: Surroundings) -> [Effect] {
    effects(of: watch.begin(at: surroundings.now), surroundings.lists, surroundings)
  }

  /// Stops watching; it starts again for the next user.
  mutating func restartWatching() -> [Effect] {
    userChanged()
    return [.cancel(.events), .cancel(.news)]
  }

  /// Requests news, if it is time.
  mutating func watchNews(_ surroundings: Surroundings) -> [Effect] {
    effects(of: watch.checkDeadline(at: surroundings.now), surroundings.lists, surroundings)
  }

  /// Handles a change of the terminal's keyboard focus.
  mutating func watchNews(isFocused: Bool, _ surroundings: Surroundings) -> [Effect] {
    effects(
      of: watch.focusChanged(isFocused, at: surroundings.now), surroundings.lists, surroundings)
  }

  /// Updates whether the server can be reached, after another request.
  mutating func updateReachability<Value>(
    _ response: Result<Value, LoadFailure>, _ lists: inout ListsState,
    in surroundings: Surroundings
  ) -> [Effect] {
    switch response {
    case .success:
      return effects(of: watch.serverReached(at: surroundings.now), lists, surroundings)
        + serverReturned(&lists)
    case .failure(let failure):
      guard [.offline, .interrupted].contains(failure.kind) else { return [] }
      watch.serverLost()
      return serverLost(failure, &lists)
    }
  }

  private mutating func effects(
    of request: NewsWatch.Request?, _ lists: ListsState, _ surroundings: Surroundings
  ) -> [Effect] {
    switch request {
    case nil: return []
    case .open(let last): return [.badges(.openEvents(after: last))]
    case .poll:
      polledAt = surroundings.date
      return [
        .badges(
          .loadNews(
            queries: lists.ownQueries(of: surroundings.account), since: unseenNewsToldAt(lists)))
      ]
    }
  }

  // MARK: News

  /// When a poll reported new posts that the user has not seen, and whose list is not on the screen; nil for none.
  ///
  /// Later polls report only what came since.
  private func unseenNewsToldAt(_ lists: ListsState) -> Double? {
    let isShown = lists.explorer == .posts && !lists.current.showsOnlyMine
    return news.contains(.posts) && !isShown ? toldAt : nil
  }

  private mutating func apply(_ news: News, _ lists: inout ListsState) -> [Effect] {
    var effects = news.matches.flatMap { matched($0, $1, &lists) }
    // The poll does not say where: an open list of replies may have it.
    if news.hasNewPosts { effects += lists.askAgainForReplies() }
    let staysNew: Set<Explorer> = unseenNewsToldAt(lists) == nil ? [] : [.posts]
    if news.hasNewPosts { toldAt = polledAt }
    for (explorer, isNew) in [(.posts, news.hasNewPosts), (Explorer.users, news.hasNewUsers)] {
      if isNew {
        effects += newsArrived(behind: explorer, lists)
      } else if !staysNew.contains(explorer) {
        self.news.remove(explorer)
      }
    }
    return effects
  }

  /// Learns whether a saved search has new matches: its open results are requested again, and are seen then.
  private mutating func matched(
    _ query: Post.ID, _ hasNewMatches: Bool, _ lists: inout ListsState
  ) -> [Effect] {
    guard hasNewMatches, lists.current.navigator.current.destination == .results(query: query)
    else {
      update([query: hasNewMatches])
      return []
    }
    return lists.askAgain()
  }

  private mutating func apply(
    _ events: [ServerEvent], _ lists: inout ListsState, _ surroundings: Surroundings
  ) -> [Effect] {
    let (mute, index) = (surroundings.mute, surroundings.readMarks.index)
    var effects: [Effect] = []
    // Whether posts are muted, which a badge would announce, their texts tell.
    let asks =
      lists.explorer != .posts && surroundings.muted.hasWordsOrPeople
      && surroundings.readMarks.marks != nil
    var unknown: [Post.ID] = []
    for event in events {
      switch event {
      case .badge(let query, let hasNewMatches): effects += matched(query, hasNewMatches, &lists)
      case .user: effects += newsArrived(behind: .users, lists)
      case .marks(let version): effects.append(.readMarks(.agree(version: version)))
      case .post(let post):
        effects += lists.reload(for: post)
        if !post.isOwn, post.template == .post, lists.explorer != .users,
          surroundings.site.has(.fireflyPosts)
        {
          mayHaveNewUsers = true
        }
        guard !mute.isMarked(post.id, below: post.parent, as: .silenced, index) else { continue }
        if !post.isOwn, post.template != .query {
          if asks {
            unknown.append(post.id)
          } else {
            effects += newsArrived(behind: .posts, lists)
          }
        }
        if let title = post.announcement {
          effects.append(.send(.readMarks(.announced(title: title))))
        }
        let isFollowed = mute.isMarked(post.id, below: post.parent, as: .followed, index)
        if post.answersYou || !post.isOwn && isFollowed {
          let answer = UnreadPost(id: post.id, parent: post.parent)
          effects.append(.send(.readMarks(.answered(answer))))
        }
      }
    }
    if !unknown.isEmpty {
      effects.append(.readMarks(.findTexts(of: Array(unknown.suffix(100)), isNews: true)))
    }
    // Each list is requested once, however many posts are new.
    var seen: Set<Effect> = []
    return effects.filter { seen.insert($0).inserted }
  }

  private mutating func newsArrived(behind explorer: Explorer, _ lists: ListsState) -> [Effect] {
    news.insert(explorer)
    return explorer == lists.explorer ? viewNews(lists) : []
  }

  /// Reloads the current list if its tab has news, unless it shows the user's own posts only; and the users if there
  /// may be new ones.
  mutating func viewNews(_ lists: ListsState) -> [Effect] {
    let isOutdated = lists.explorer == .users && mayHaveNewUsers
    if isOutdated { mayHaveNewUsers = false }
    guard isOutdated || news.contains(lists.explorer) && !lists.current.showsOnlyMine else {
      return []
    }
    return lists.reloadRoot(lists.explorer)
  }

  /// Removes the badge of the current tab after its list was reloaded.
  mutating func markNewsSeen(in level: LevelID, _ lists: ListsState) -> [Effect] {
    let (explorer, current) = (lists.explorer, lists.current)
    guard level == current.navigator.root.id, current.rootList.head == nil,
      !current.showsOnlyMine,
      news.remove(explorer) != nil
    else { return [] }
    return [
      .badges(
        .recordViewed(
          explorer, newest: lists[explorer].rootList.posts.compactMap(\.createdAt).max()))
    ]
  }

  // MARK: Reachability

  private mutating func serverLost(
    _ failure: LoadFailure, _ lists: inout ListsState
  ) -> [Effect] {
    guard !isUnreachable else { return [] }
    isUnreachable = true
    return lists.serverLost(failure)
  }

  private mutating func serverReturned(_ lists: inout ListsState) -> [Effect] {
    guard isUnreachable else { return [] }
    isUnreachable = false
    return lists.serverReturned()
  }

  /// Checks whether the server can be reached again, when the user moves.
  ///
  /// No check is made by time alone, and no note is shown.
  mutating func recheckServer(
    since location: ListsState.Location, _ effects: [Effect], _ surroundings: Surroundings
  ) -> [Effect] {
    let now = surroundings.now
    guard isUnreachable else {
      unreachableSince = nil
      return []
    }
    guard let since = unreachableSince else {
      unreachableSince = now
      return []
    }
    guard location != surroundings.lists.location, now - since >= BadgesState.recheckInterval else {
      return []
    }
    unreachableSince = now
    // A new level is requested anyway.
    let isAsking = effects.contains { effect in
      if case .list(let effect) = effect { effect.content != nil } else { false }
    }
    return isAsking ? [] : [.moving(.loadAbilities)]
  }
}
