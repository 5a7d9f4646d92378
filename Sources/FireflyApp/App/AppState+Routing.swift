import FireflyCore
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

  private mutating func learn(_ posts: [Post], in level: LevelID, at now: Double) -> [Effect] {
    updateReadMarks(at: now) { $0.learn(posts, in: level, $1) }
  }

  /// Records that the selected story was opened: its article or its link.
  mutating func markOpened(at now: Double) -> [Effect] {
    updateReadMarks(at: now) { $0.markOpened($1) }
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
    var accounts = accounts
    let effects = accounts.reduce(action, &focus, in: surroundings)
    self.accounts = accounts
    guard case .signedOut(_, nil) = action, !site.has(.personal) else { return changed + effects }
    moving.userSignedOut()
    return effects
      + accountChanged(
        to: .signedOut, [.posts: .everyone, .searches: .everyone], at: now)
  }

  private mutating func accountChanged(
    to account: Account, _ audiences: [Explorer: FirstAudience], at now: Double
  ) -> [Effect] {
    if account.key != self.account.key || !account.isSignedIn { undoStack = UndoStack() }
    self.account = account
    // The users are sorted and named for the reader; the current list is reloaded anyway.
    let showsUsers = explorer == .users && current.navigator.depth == 0
    return restartWatching() + showAudiences(audiences, at: now)
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
    case .densityPressed: return changeDensity(at: now)
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
      guard let link = selectedPost?.facts.link else { break }
      return copied(link)
    case .postsResponse(let level, let response), .nextPageResponse(let level, let response):
      var effects = lists.reduce(action, context) + updateReachability(response, at: now)
      let page = try? response.get()
      if let page {
        effects +=
          markNewsSeen(in: level)
          + updateReadMarks(at: now) {
            $0.learn(page.posts, in: level, isWholeStory: $1.isWholeStory(page, in: level), $1)
          }
      }
      guard level == lists.level else { return effects }
      effects += explainAudience() + (page == nil ? [] : lists.loadMoreIfVisible(context))
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
    case .explorerPressed, .nextExplorerPressed: return lists.reduce(action, context) + viewNews()
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
    if case .refused(let words) = action { return refuse(words) }
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
    guard var find = focus.find else { return [] }
    let searched = FindState.List(
      posts: list.posts, selected: list.index(of: current.position.selectedID) ?? 0,
      start: list.index(of: find.origin.selectedID) ?? 0, hasMore: lists.hasMore)
    let effects = find.reduce(action, in: searched, index: &lists.current.list.findIndex)
    focus.find = find.isOver ? nil : find
    return effects + (find.isOver ? [.cancel(.level(find.level, .matches))] : [])
  }

  mutating func reduceLinks(_ action: LinksAction, at now: Double) -> [Effect] {
    switch action {
    case .pagePressed(let copies):
      guard let post = selectedPost, !post.isUnsaved else { return [] }
      return [.links(.findPage(of: post.id, copies: copies))]
    case .pageResponse(let address, let copies):
      guard let address else { return [.note("It has no page on the web.", inList: true)] }
      return copies ? copied(address) : [.links(.open(address))]
    case .tapped(let address, let post):
      let command = focus[LinkChoice.self]?.command
      focus[LinkChoice.self] = nil
      return [
        .send(.list(.postSelected(post))),
        .send(LinkChoice.action(for: address, of: post, command)),
      ]
    case .picker(let action): return reduceLinkPicker(action)
    case .chosen(let address): return markOpened(at: now) + follow(address)
    case .postResponse(let id, let response): return linkFollowed(to: id, response, at: now)
    case .copyPressed(let address): return copied(address)
    case .pressed: return selectedPost.map { chooseLink(of: $0) } ?? []
    case .wanted(let command):
      return selectedPost.map { chooseLink(of: $0, for: command) } ?? []
    default: return focus.update(LinkChoice.self) { $0.reduce(action) }
    }
  }

  /// Lets the user choose a link of a post; a single one is taken at once.
  ///
  /// - Parameter command: the name of the user's own command that gets it; nil to open it.
  /// - Returns: the effects to run.
  mutating func chooseLink(of post: Post, for command: String? = nil) -> [Effect] {
    var (choice, effects): (LinkChoice?, [Effect]) = (nil, [])
    func chosen(_ address: String) -> Action {
      LinkChoice.action(for: address, of: post.id, command)
    }
    if let link = post.facts.link, openText(of: post)?.links.count ?? 0 < 2 {
      let recordings = post.facts.recordings
      guard !recordings.isEmpty else { return [.send(chosen(link))] }
      choice = LinkChoice(recordings: recordings, page: link)
    } else {
      (choice, effects) = LinkChoice.begin(
        list.bodies[post.id], opener: keyLabel("enter"), chosen)
    }
    guard var choice else { return effects }
    (choice.post, choice.command) = (post.id, command)
    focus.replace(with: choice)
    note = nil
    return []
  }

  /// Copies an address to the clipboard.
  private func copied(_ address: String) -> [Effect] {
    [.terminal(.copy(address, noted: "Copied \(address.shortened(to: 60))."))]
  }

  mutating func reduceEditor(_ action: EditorAction, at now: Double) -> [Effect] {
    // A user who is moving a post wants to put it there.
    if action == .firstChildWanted, moving.movedPost != nil { return [] }
    let drafts = writing.drafts
    var effects = reduce(action, at: now)
    // Words that are typed on are no keys.
    if action == .cancelPressed, !focus.isWriting, writing.drafts != drafts, !isSpoken {
      input.ignoreTyping(at: now, but: .moving(.undoPressed))
    }
    if case .saveResponse(_, .success(let post), _, _) = action, post.contents != nil {
      effects += learn([post], in: lists.level, at: now)
      // Its folder has one more, and the one that had it before has one less.
      effects += lists.reloadRoot(.users)
    }
    offerLinks(after: action)
    return effects
  }

  mutating func reduceMoving(_ action: MovingAction, at now: Double) -> [Effect] {
    switch action {
    case .undoPressed: return undoLast(at: now)
    case .undoable(let effect, let note):
      undoStack.record(.marking(undoneBy: effect, note: note))
      return []
    case .deleteConfirmed(let id):
      // The entries of a feed that is no longer followed are not new.
      lists.knownPost(id)?.contents?.items.forEach { readMarks.index.remove($0.id) }
      return reduce(action, at: now)
    case .abilitiesResponse(.some):
      let answered = updateReachability(Result<Void, LoadFailure>.success(()), at: now)
      return answered + reduce(action, at: now)
    default: return reduce(action, at: now)
    }
  }

  /// Undoes what the user has done last.
  private mutating func undoLast(at now: Double) -> [Effect] {
    guard !moving.isBusy else {
      return [
        .note("The last change is still being saved. Try again in a moment.", inList: true)
      ]
    }
    switch undoStack.popLast() {
    case .discard(let editor): return restore(editor, at: now)
    case .discardedDraft(let draft): return takeBack(draft)
    case .kept(let draft):
      // It was sent or discarded meanwhile.
      guard writing.hasDraft(at: draft.key.target) else { return undoLast(at: now) }
      return goOn(with: draft, at: now)
    case .marking(let effect, let note): return [effect, .note(note, inList: true)]
    case .moving(let step): return undo(step, at: now)
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
      focus.replace(with: Sheet(.help, at: site))
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
    return lists.reformatExpandedBody(context) + formatAnsweredPost(at: now) + reformatArticle()
  }
}
