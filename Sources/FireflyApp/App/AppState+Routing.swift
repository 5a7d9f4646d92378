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

  private mutating func learn(_ posts: [Post], in level: LevelID, at now: Double) -> [Effect] {
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
      changed += accountChanged(to: .signedIn(signedIn.user), signedIn.audiences, at: now)
      writing.hasFoundDrafts = false
      if focus[SignIn.self] == nil { changed += findDrafts() }
    }
    let effects = update(\.accounts, at: now) { $0.reduce(action, &$1, in: $2) }
    guard case .signedOut(_, nil) = action, !site.has(.personal) else { return changed + effects }
    moving.userSignedOut()
    return effects
      + accountChanged(
        to: .signedOut, [.posts: .everyone, .searches: .everyone], at: now)
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

  mutating func reduceLists(_ action: ListAction, at now: Double) -> [Effect] {
    let context = context(at: now)
    switch action {
    case .backPressed where focus.find != nil:
      // Ends the search; the selection stays on the match.
      focus.find = nil
      return []
    case .backPressed
    where places.current.before != nil && current.navigator.depth == 0
      && current.position.expandedID == nil:
      return [.send(.places(.backPressed))]
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
      // The servers belong to others: how often they are asked is not up to the user.
      return lists.reduce(action, context) + readMarks.reload
        + (site.has(.feeds) && list.showsPosts
          ? [.note("Each feed is asked every quarter of an hour.")] : [])
    case .copyPressed:
      if let draft = selectedPost.flatMap({ writing.draft($0.id) }) {
        return lists.copy(draft.words, named: draft.title)
      }
      guard let link = selectedPost?.facts.link else { break }
      return [.send(.links(.copyPressed(link)))]
    case .postsResponse(let level, let response), .nextPageResponse(let level, let response):
      var effects = lists.reduce(action, context)
      effects += badges.updateReachability(response, &lists, in: surroundings(at: now))
      let page = try? response.get()
      if let page {
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
        + updateReadMarks(at: now) { $0.pathShown(to: posts.last?.id, $1) }
    default: break
    }
    return lists.reduce(action, context)
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
    let searched = FindState.List(
      posts: list.posts, selected: list.index(of: current.position.selectedID) ?? 0,
      start: list.index(of: find.origin.selectedID) ?? 0, hasMore: lists.hasMore)
    let effects = find.reduce(action, in: searched, index: &lists.current.list.findIndex)
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
      input.ignoreTyping(at: now, but: .moving(.undoPressed))
    }
    if case .saveResponse(_, .success(let post), _, _) = action, post.contents != nil {
      effects += learn([post], in: lists.level, at: now)
      // Its folder has one more, and the one that had it before has one less.
      effects += lists.reloadRoot(.users)
    }
    focus.offerLinks(after: action, in: surroundings(at: now))
    return effects
  }

  mutating func reduceMoving(_ action: MovingAction, at now: Double) -> [Effect] {
    switch action {
    case .undoPressed: return undoLast(at: now)
    case .deleteConfirmed(let id):
      // The entries of a feed that is no longer followed are not new.
      lists.knownPost(id)?.contents?.items.forEach { readMarks.index.remove($0.id) }
    case .abilitiesResponse(let abilities?):
      site = site.with(abilities)
      let answered = badges.updateReachability(
        Result<Void, LoadFailure>.success(()), &lists, in: surroundings(at: now))
      return answered + updateMoving(at: now) { $0.reduce(action, &$1, in: $2) }
    default: break
    }
    return updateMoving(at: now) { $0.reduce(action, &$1, in: $2) }
  }

  private mutating func updateMoving(
    at now: Double, _ change: (inout MovingState, inout ListsState, Surroundings) -> [Effect]
  ) -> [Effect] {
    var moving = moving
    defer { self.moving = moving }
    return change(&moving, &lists, surroundings(at: now))
  }

  /// Undoes what the user has done last.
  private mutating func undoLast(at now: Double) -> [Effect] {
    guard !moving.isBusy else {
      return [
        .note("The last change is still being saved. Try again in a moment.", inList: true)
      ]
    }
    switch moving.undo.popLast() {
    case .discard(let editor): return restore(editor, at: now)
    case .discardedDraft(let draft): return takeBack(draft)
    case .kept(let draft):
      // It was sent or discarded meanwhile.
      guard writing.drafts.contains(where: { $0.key == draft.key }) else {
        return undoLast(at: now)
      }
      return goOn(with: draft, at: now)
    case .marking(let effect, let note):
      return [effect] + (note.map { [.note($0, inList: true)] } ?? [])
    case .moving(let step): return updateMoving(at: now) { $0.undo(step, &$1, $2) }
    case .begunAtTop(let path): return lists.goBack(to: path, context(at: now))
    // Before all steps, one has come here.
    case nil where places.current.before != nil: return [.send(.places(.leftByUndo))]
    case nil: return [.note("There is nothing to undo.", inList: true)]
    }
  }

  mutating func reduceOutline(_ action: OutlineAction) -> [Effect] {
    if action == .pressed {
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
  private mutating func closeOutline() -> [Effect] {
    let isLoading = focus[Outline.self]?.isLoading == true
    focus[Outline.self] = nil
    return isLoading ? [.cancel(.outline)] : []
  }

  mutating func reduceSheet(_ action: SheetAction) -> [Effect] {
    if action == .helpPressed {
      focus.replace(with: Sheet(.help, at: site, isThread: list.isThread))
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
    resizeEditor(at: now)
    let context = context(at: now)
    lists.scrollSelectionsIntoView(context)
    return lists.reformatExpandedBody(context) + formatAnsweredPost(at: now)
      + surroundings(at: now).reformatArticle()
  }
}
