import FireflyCore

// Routes the actions of the lists.
extension ListsState {
  mutating func reduce(_ action: ListAction, _ context: Context) -> [Effect] {
    action.isJump ? jump(context) { $0.handle(action, context) } : handle(action, context)
  }

  private mutating func handle(_ action: ListAction, _ context: Context) -> [Effect] {
    if action.needsPosts || action.isTap, list.phase == .loaded { hasActed = true }
    if action.needsPosts, list.seeksEnd { list.goal = .none }
    if list.isThread, let effects = reduceInThread(action, context) { return effects }
    switch action {
    case .moved(let cards): return move(by: cards, context)
    case .paged(let pages): return page(by: Double(pages), context)
    case .halfPaged(let halves): return page(by: Double(halves) / 2, context)
    case .jumpedToStart:
      return list.unseen.isEmpty && scrollOpenCard(-1, context) ? [] : select(0, context)
    case .jumpedToEnd:
      if scrollOpenCard(1, context) { return [] }
      list.goal = canLoadMore || list.isPartial ? .end : .none
      return select(list.posts.count - 1, showsEnd: true, context)
    case .moreWanted: return canLoadMore ? loadMore(level, length: Self.longPageLength) : []
    case .wheelTurned(let notches): return wheel(notches, context)
    case .cardPressed: return toggleCard(context)
    case .welcomed: return welcome(context)
    case .readOnPressed: return readOn(context)
    case .childIndicatorPressed: return followIndicator(context)
    case .backPressed: return goBack(context)
    case .pathPressed(let depth): return goUp(to: depth, context)
    case .explorerPressed(let explorer): return show(explorer, context)
    case .nextExplorerPressed(let step): return showNextExplorer(step, context)
    // The state decides what it leads to.
    case .audiencePressed: return []
    case .densityPressed: return changeDensity(context)
    case .densityChanged(let places): return densityChanged(places, context)
    case .profilePressed: return showProfile(context)
    case .refreshPressed: return refresh(context)
    case .copyPressed: return copyPost()
    case .placePressed: return showPlace(context)

    case .cardTapped(let id): return tap(id) { $0.toggleCard(context) }
    case .moreTapped(let id): return tap(id) { $0.readOn(context) }
    case .pictureTapped(let id): return tap(id) { _ in [.send(.picture(.pressed))] }
    case .childIndicatorTapped(let id): return tap(id) { $0.followIndicator(context) }
    case .cardSwiped(let id):
      // A swipe opens existing children only (seed 000); it never begins a post.
      guard let index = list.index(of: id),
        list.posts[index].childIndicator(for: .signedOut) == .chevron
      else { return [] }
      return tap(id) { $0.followIndicator(context) }

    case .postSelected(let id), .matchFound(let id):
      return list.index(of: id).map { select($0, context) } ?? []
    case .openWanted(let id):
      if let index = list.index(of: id) { return open(index, context) }
      list.goal = .openPost(id)
      return []
    case .replyWanted: return beginReply(context)
    case .postCentered(let id): return center(id, context)
    case .positionRestored(let position): return restore(position, context)
    case .linkedPostFound(let post, let parent): return open(post, below: parent, context)
    case .rowFilled(let id):
      wantedRow = id
      return []
    case .cardPointed(let id):
      if list.index(of: id) != nil { current.position.selectedID = id }
      return []
    case .factsChanged(let id, let facts): return change(id, context) { $0.adopt(facts) }
    case .postChanged(let new):
      return change(new.id, context) { post in
        (post.summary, post.body) = (new.summary, new.body)
        post.adopt(new.facts)
      }
    case .authorLeft(let author):
      leave(author, context)
      return []
    case .authorReturned(let author):
      comeBack(author, context)
      return []
    case .pictureOpened(let id):
      return change(id, context) { post in
        post.imageURL = post.service?.hiddenPicture ?? post.imageURL
        post.facts.service?.hiddenPicture = nil
      }
    case .pictureChanged(let address, let isKnown):
      stopWaitingForPictures { awaited, _ in awaited == address }
      if isKnown { pictureShapeLoaded(address, context) }
      return []
    case .answersWanted:
      let tab = explorer == .posts ? [] : show(.posts, context)
      return tab + goDown(to: .answers, of: nil, context)
    case .pathWanted(let id, let hasCome):
      selectsPathEnd = true
      awaitedPath = AwaitedPath(post: id, enters: hasCome, since: context.now)
      return [.list(.loadPath(to: id))]
    case .postsTakenBack(let ids):
      for id in ids { _ = remove(id, context) }
      return []
    case .returned(let path, let audience, let explorer):
      let effects = goBack(to: path, in: audience, context)
      return effects + (explorer == .posts ? [] : show(explorer, context))
    case .outlineEntered(let top, let path): return goDown(from: top, along: path, context)

    case .postsResponse(let level, let response): return postsAnswered(response, level, context)
    case .nextBranchResponse(let level, let skipped, let response):
      return nextBranchAnswered(response, skipped: skipped, level, context)
    case .repliesResponse(let level, let id, let response):
      return repliesAnswered(response, to: id, level, context)
    case .beginningResponse(let level, let onlyMine, let response):
      return beginningAnswered(response, onlyMine: onlyMine, level, context)
    case .cachedListResponse(let level, let kept): return cachedListLoaded(kept, level, context)
    case .nextPageResponse(let level, let response):
      return nextPageAnswered(response, level, context)
    case .parentResponse(let level, let response):
      // The path keeps showing `...` if the parent can't be loaded (seed 000).
      guard case .success(let post) = response else { return [] }
      parentLoaded(post, level, context)
      // A list that still has its text must not show it again.
      let changed = post.template == .deleted ? change(post.id, context) { $0 = post } : []
      return changed + showProfilesPosts(in: level, context)
    case .answeredResponse(let level, let id, let response):
      answeredParents.answered(id, try? response.get(), in: level)
      return []
    case .textResponse(let response): return textAnswered(response, context)
    case .childrenPrefetched(let id, let posts):
      if loadingAhead == id { loadingAhead = nil }
      return change(id, context) { $0.children = posts }
    case .replyArrived(let parent): return replyArrived(below: parent, context)
    case .bodyFormatted(let level, let post, let text):
      return bodyFormatted(text, of: post, level, context)
    case .pathResponse(let response): return pathAnswered(response, context)
    case .pathEndFailed(let id, let failure):
      return selectsPathEnd
        ? pathAnswered(.failure(failure), context) : showChildren(of: id, context)
    }
  }

  /// Selects a clicked card and performs an action on it.
  private mutating func tap(
    _ id: Post.ID, _ action: (inout ListsState) -> [Effect]
  ) -> [Effect] {
    guard list.index(of: id) != nil else { return [] }
    current.position.selectedID = id
    return action(&self)
  }

  /// Copies the post's title, summary and body to the clipboard.
  private func copyPost() -> [Effect] {
    guard let post = selectedPost else { return [] }
    return copy(post.words, named: post.title)
  }

  /// Copies a title, a summary and a body to the clipboard.
  func copy(_ words: PostText, named title: String) -> [Effect] {
    let parts = [words.title, words.summary, words.body].filter { !$0.isEmpty }
    let name = title.isEmpty ? "Copied." : "Copied “\(title.shortened(to: 40))”."
    return [.terminal(.copy(parts.joined(separator: "\n\n"), noted: name))]
  }
}

extension Post {
  /// Takes newer facts; a picture that the user has opened stays so.
  fileprivate mutating func adopt(_ facts: Facts) {
    let isOpened = service?.hiddenPicture == nil && imageURL != nil
    let notice = service?.notice
    self.facts = facts
    // An answer about the post says nothing of it.
    if service?.notice == nil { self.facts.service?.notice = notice }
    if isOpened { self.facts.service?.hiddenPicture = nil }
  }
}
