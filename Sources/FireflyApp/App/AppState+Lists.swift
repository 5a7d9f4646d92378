import FireflyCore
import FireflyModel

// Actions of the lists that concern other features, too.
extension AppState {
  mutating func reduceLists(_ action: ListAction, at now: Double) -> [Effect] {
    let context = context(at: now)
    switch action {
    case .backPressed where focus.find != nil:
      // Ends the search; the selection stays on the match.
      focus.find = nil
      return []
    case .backPressed where places.before != nil && isAtTop:
      return [.note("This is the top.\(wayToPlaceBefore ?? "")", inList: true)]
    case .audiencePressed
    where current.navigator.current.destination == .answers && site.has(.notices):
      focus.find = nil
      return lists.showNextNotices(context)
    case .audiencePressed where explorer == .searches && site.has(.chosenLists):
      return changeRound()
    case .audiencePressed:
      guard hasAudiences else { return [] }
      focus.find = nil
      return lists.showNextAudience(context)
    case .readOnPressed:
      let before = readMarks.reach(surroundings(at: now))
      return lists.reduce(action, context)
        + updateReadMarks(at: now) { $0.readOn(from: before, $1) }
    case .refreshPressed:
      pictures.forgetFailures()
      columns.forgetFailures()
      // The servers belong to others: how often they are asked is not up to the user.
      return lists.reduce(action, context) + readMarks.reload
        + (list.showsPosts ? site.pace.map { [.note($0)] } ?? [] : [])
    case .copyPressed:
      if let unopened = links.unopened.take(), unopened.spot == surroundings(at: now).spot {
        return [.send(.links(.copyPressed(unopened.address)))]
      }
      if let draft = selectedPost.flatMap({ writing.draft($0.id) }) {
        return lists.copy(draft.words, named: draft.title)
      }
      guard let link = selectedPost?.facts.link else { break }
      return [.send(.links(.copyPressed(link)))]
    case .postsResponse(let level, let response), .nextPageResponse(let level, let response):
      if let effects = listIsGone(response, in: level, at: now) { return effects }
      var effects = lists.reduce(action, context)
      effects += badges.updateReachability(response, &lists, in: surroundings(at: now))
      let page = try? response.get()
      if let page {
        // What the place could not answer before is asked again.
        if columns.failure != nil {
          columns.forgetFailures()
          lists.loadingAhead = nil
        }
        effects +=
          badges.markNewsSeen(in: level, lists)
          + updateReadMarks(at: now) {
            $0.learn(page.posts, in: level, isWholeStory: $1.isWholeStory(page, in: level), $1)
          }
      }
      guard level == lists.level else { return effects }
      effects +=
        lists.explainAudience(surroundings(at: now))
        + (page == nil ? [] : lists.loadMoreIfVisible(context))
      effects += updateReadMarks(at: now) { $0.continueToNextUnread(in: level, $1) }
      // The new posts may contain matches.
      let posts = list.posts
      return effects + (focus.find?.listChanged(posts) ?? [])
    case .repliesResponse(let level, _, let response),
      .nextBranchResponse(let level, _, let response):
      let new = (try? response.get())?.posts ?? []
      let effects = lists.reduce(action, context) + learn(new, in: level, at: now)
      guard level == lists.level, focus.find != nil else { return effects }
      let posts = list.posts
      return effects + (focus.find?.listChanged(posts) ?? [])
    case .cachedListResponse(let level, let cached):
      return lists.reduce(action, context) + learn(cached.posts, in: level, at: now)
    case .parentResponse(let level, .success(let post)):
      return lists.reduce(action, context)
        + updateReadMarks(at: now) { $0.storyLoaded(post, in: level, $1) }
    case .explorerPressed, .nextExplorerPressed:
      return lists.reduce(action, context) + badges.viewNews(lists)
    case .pathResponse(.failure(let failure)) where failure.kind == .missing:
      // It was deleted.
      if let sought = readMarks.sought { readMarks.index.remove(sought) }
    case .pathResponse(.success(let posts)) where !posts.isEmpty:
      // Layers about a list are closed with it; those about the whole program stay open.
      let cancelled = closeOutline()
      focus.find = nil
      focus[FullPicture.self] = nil
      focus[LinkChoice.self] = nil
      return cancelled + lists.reduce(action, context)
        + updateReadMarks(at: now) { $0.pathShown(posts, $1) }
    default: break
    }
    return lists.reduce(action, context)
  }
}
