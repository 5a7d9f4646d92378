import FireflyCore

// Opens the editor, on a new card or one of the current user's.
extension WritingHost {
  /// The target of a new post in the current list; nil if the user may not write one.
  var newTarget: DraftTarget? {
    switch current.navigator.current.destination {
    case nil:
      switch explorer {
      case .posts: return site.can(.write) ? .newPost(below: nil) : nil
      case .searches: return site.can(.search) ? .newQuery : nil
      // A feed to follow.
      case .users: return site.has(.subscriptions) ? .newQuery : nil
      }
    case .children(let id) where followsFeeds:
      return list.parent?.contents?.isFolder == true ? .newPost(below: id) : nil
    case .children(let id):
      guard site.can(.reply, on: list.parent) else { return nil }
      return .newPost(below: list.thread?.answered ?? id)
    case .profile:
      guard site.can(.profile), let profile = shownProfile, site.can(.reply, on: profile) else {
        return nil
      }
      return .newPost(below: profile.id)
    case .results, .answers: return nil
    }
  }

  /// Whether what is begun in the current tab is a feed to follow.
  var followsFeeds: Bool { explorer == .users && site.has(.subscriptions) }

  /// The profile that is shown with what its owner has written.
  private var shownProfile: Post? {
    guard case .profile = current.navigator.current.destination else { return nil }
    return list.posts.first { $0.template == .profile }
  }

  /// Whether a new post in the current list answers the post above it.
  var answersPost: Bool {
    guard case .children = current.navigator.current.destination else { return false }
    return list.parent?.template != .profile
  }

  /// Why no post can be begun in the current list, as a sentence.
  private var newRefusal: String {
    let key = keyName(.list(.explorerPressed(.searches)))
    let search =
      site.can(.search) ? " \(key), then \(keyName(.editor(.newPressed))) saves a search." : ""
    switch current.navigator.current.destination {
    case .results(Post.draftsID):
      return "These are drafts. \(keyName(.list(.cardPressed))) goes on writing one."
    case .results where list.posts.isEmpty: return "There is no post to reply to here.\(search)"
    case .results:
      let reply = keySentence(.editor(.replyPressed), "replies to one of them.")
      return "The results of a search can't have replies here.\(reply)\(search)"
    case .children: return site.refusal(of: .reply, on: list.parent)?.words ?? ""
    case .answers where list.posts.isEmpty:
      let (posts, new) = (keyName(.list(.explorerPressed(.posts))), keyName(.editor(.newPressed)))
      return
        "Nobody has replied to you yet. A new post begins in the posts tab: \(posts), then \(new)."
    case .answers: return "Reply to one of them: \(keyName(.editor(.replyPressed)))."
    case .profile where shownProfile != nil:
      return site.refusal(of: .reply, on: shownProfile)?.words ?? ""
    case .profile, nil:
      let (posts, new) = (keyName(.list(.explorerPressed(.posts))), keyName(.editor(.newPressed)))
      return
        "Nothing can be posted here. A new post begins in the posts tab: \(posts), then \(new)."
    }
  }

  /// Returns what a text has here.
  func parts(of template: Post.Template) -> PostFields.Parts {
    template == .post ? writing.fields.parts : site.has(.fireflyPosts) ? .firefly : .local
  }

  /// Begins a new post.
  ///
  /// - Parameters:
  ///   - isBeside: whether to begin another post beside the draft that waits, or to continue that; nil asks
  ///     where one waits.
  ///   - goesBack: whether leaving it with nothing written leads back a level.
  ///   - now: the time, in seconds.
  /// - Returns: the effects to run.
  mutating func beginNew(
    beside isBeside: Bool? = nil, goesBack: Bool = false, at now: Double
  ) -> [Effect] {
    guard let target = newTarget else {
      // In the list of all entries, the key for a new post follows a feed; in a feed that is read by its address, that
      // one.
      let isOfAll =
        site.has(.subscriptions) && explorer == .posts && current.navigator.depth == 0
      if isOfAll || site.offeredFeed != nil {
        return lists.showRoot(.users, context(at: now)) + beginNew(at: now)
      }
      if let refusal = site.refusal(of: .write) { return refuse(refusal) }
      return refuse(newRefusal)
    }
    guard let user = account.user else {
      return [.send(.signIn(.needed(for: .editor(.newPressed))))]
    }
    let template: Post.Template =
      followsFeeds ? .profile : target == .newQuery ? .query : .post
    // Before a question, so that what is typed there is written at once.
    if site.has(.ownFields), template == .post, writing.fields.service == nil {
      return loadFields(toBegin: goesBack, beside: isBeside)
    }
    if isBeside == nil, template == .post, let draft = writing.placed(elsewhereThan: target) {
      askWhetherHere(draft, goesBack: goesBack)
      return []
    }
    guard isBeside != nil || !writing.hasDraft(at: target) else {
      askWhichDraft(at: target, goesBack: goesBack)
      return []
    }
    if isBeside == nil, let other = writing.others.removeValue(forKey: target) {
      offer(other, goesBack: goesBack)
      return []
    }
    var parent: Post.ID?
    if case .newPost(let below) = target { parent = below }
    let post = Post.unsaved(writing.newCardID, template, by: user, below: parent)
    var editor = EditorState(
      target, template: template, parts(of: template), card: post.id, in: lists.level,
      origin: current.position, placeholders: writing.placeholders(of: template),
      columns: context(at: now).writingColumns(of: post))
    (editor.goesBack, editor.isBesideDraft) = (goesBack, isBeside == true)
    if template == .post, let fields = writing.fields.service {
      begin(&editor, of: fields, answering: parent)
    } else {
      editor.isReply = template == .post && parent != nil && shownProfile == nil
    }
    if editor.isReply || !editor.parts.contains(.heading) { editor.begin(in: .body) }
    if followsFeeds { editor.suggest(name: site.offeredFeed ?? "") }
    editor.parentTitle = parent.flatMap { lists.knownPost($0) }?.headline
    lists.insertUnsaved(post)
    return begin(editor, at: now)
  }

  /// Goes to the replies of the selected post, and begins a reply.
  mutating func beginReply(at now: Double) -> [Effect] {
    if let refusal = site.refusal(of: .reply, on: selectedPost) {
      return refuse(refusal, for: .editor(.replyPressed))
    }
    guard let post = selectedPost else {
      return refuse(
        newTarget == nil
          ? newRefusal
          : "There is no post to reply to. \(keyName(.editor(.newPressed))) begins one.")
    }
    if post.isUnsaved { return [] }
    guard account.hasUser else {
      return [.send(.signIn(.needed(for: .editor(.replyPressed))))]
    }
    guard list.isThread else { return [.send(.list(.replyWanted))] }
    lists.answerInThread(post.id, context(at: now))
    return beginNew(at: now)
  }

  mutating func beginEditing(at now: Double) -> [Effect] {
    if let id = selectedPost?.id, Post.isDraft(id) { return [.send(.editor(.draftWanted(id)))] }
    if let refusal = site.folderRefusal(selectedPost) { return refuse(refusal) }
    // In the users' list only the user's own profile can be edited, whatever is selected.
    if isAmongUsers, selectedPost.map(account.owns) != true {
      return [.send(.editor(.profilePressed))]
    }
    guard let post = selectedPost else { return [] }
    if let refusal = site.refusal(of: .edit, on: post) {
      return refuse(refusal, for: .editor(.editPressed))
    }
    let target: DraftTarget =
      post.template == .profile && site.can(.profile) ? .profile : .edit(post.id)
    guard writing.sending[target] == nil else {
      return refuse("Your last change to this post is still being saved.")
    }
    // Such a place shows other words than those that were typed.
    if site.has(.ownFields), post.template == .post { return loadWritten(post) }
    let template = post.template
    var editor = EditorState(
      target, template: template, parts(of: template), card: post.id, in: lists.level,
      origin: current.position, base: Draft.Base(words: post.editedWords),
      placeholders: writing.placeholders(of: template, known: post.placeholders),
      attachment: Attachment(post),
      columns: context(at: now).writingColumns(of: post))
    if post.contents?.isFolder == true { editor.form = .folder }
    editor.parent = post.realParentID
    editor.isReply =
      template == .post
      && post.realParentID.map { lists.knownPost($0)?.template != .profile } == true
    if editor.isReply, post.title.isEmpty { editor.begin(in: .body) }
    if target == .profile { editor.suggest(name: account.user?.ownName ?? "") }
    return begin(editor, at: now)
  }

  mutating func begin(_ new: EditorState, at now: Double) -> [Effect] {
    var editor = new
    focus.find = nil
    note = nil
    let wanted = writing.wanted.take().flatMap { draft in
      draft.target == new.target && !new.isBesideDraft ? draft : nil
    }
    // By default the one that was changed last.
    let meant = wanted ?? writing.drafts.first { $0.key.target == new.target }?.key
    let isOther =
      new.isBesideDraft || meant.map { $0.number != writing.parked[new.target]?.number } == true
    let parked = isOther ? nil : writing.parked.removeValue(forKey: new.target)
    if let parked { editor.restore(from: parked) }
    if let wanted { editor.number = wanted.number }
    editor.isAmongDrafts = wanted != nil && writing.isWantedAmongDrafts
    writing.opening = wanted
    editor.beginsOutside =
      settings.writeIn == .editor && new.template == .post && !isSpoken
    focus.push(editor)
    // A restored text may have a picture, which makes the fields narrower.
    resizeEditor(at: now)
    lists.expandForWriting(editor.card, context(at: now))
    let template: [Effect] =
      writing.knows(editor.template) || !editor.parts.contains(.template)
      ? [] : [.writing(.loadTemplate(editor.template.name))]
    let key = draft(of: editor).key
    // The edit row shows whether the server can remove the picture.
    let abilities: [Effect] =
      site.extensions == nil && editor.attachment.original != nil ? [.moving(.loadAbilities)] : []
    let opening: Effect =
      new.isBesideDraft
      ? .draft(.openNew(key))
      : parked != nil
        ? .draft(.reopen(key)) : wanted != nil ? .draft(.openThis(key)) : .draft(.open(key))
    return [opening] + template + abilities
  }

  /// Offers the draft of another account, which that account continues.
  private mutating func offer(_ other: WritingState.OtherDraft, goesBack: Bool) {
    let name = other.account.user.shortHandle
    ask(
      Dialog(
        "\(name) has an unfinished draft here: “\(other.title.shortened(to: 40))”.",
        detail: "You are \(account.user?.shortHandle ?? ""). Each account sends its own drafts.",
        typing: .begins,
        [
          .init(title: "New post", action: .editor(.draftChosen(isNew: true, goesBack: goesBack))),
          .init(title: "Switch to \(name)", action: .signIn(.account(.pressed(other.account.id)))),
        ]))
  }

  /// Asks whether to continue an existing draft.
  private mutating func askWhichDraft(at target: DraftTarget, goesBack: Bool) {
    let titles = writing.draftTitles(at: target)
    let title = titles.first?.shortened(to: 40) ?? ""
    let other = "New \(noun(of: target))"
    let list = keyName(.list(.explorerPressed(.searches)))
    let kept = "“\(other)” keeps \(titles.count > 1 ? "them" : "it"); \(list) lists drafts."
    func button(_ words: String, isNew: Bool) -> Dialog.Button {
      .init(title: words, action: .editor(.draftChosen(isNew: isNew, goesBack: goesBack)))
    }
    ask(
      Dialog(
        title.isEmpty ? "Continue your draft?" : "Continue your draft “\(title)”?",
        detail: titles.count > 1
          ? "\(titles.count) drafts are here; this is the one you changed last. \(kept)" : kept,
        typing: .begins,
        [
          button("Continue", isNew: false),
          button(other, isNew: true),
        ]))
  }

  private func noun(of target: DraftTarget) -> String {
    if followsFeeds { return "feed" }
    if target == .newQuery { return "search" }
    return answersPost ? "reply" : "post"
  }
}
