import FireflyCore
import FireflyModel

// Saves a post: in the lists first, then on the server; reopens the editor if the server refuses.
extension WritingHost {
  /// The progress of a save whose card isn't visible; nil if there is none.
  var unseenProgress: String? {
    writing.progress(besides: current.position.expandedID, in: lists.level)
  }

  mutating func save(at now: Double) -> [Effect] {
    guard var editor = focus.editor, focus.dialog == nil else { return [] }
    if let sent = writing.sending[editor.target] {
      // Only one save per target, so that responses can't be confused.
      let title = sent.words.label.shortened(to: 40)
      let key = keyName(.editor(.savePressed))
      flash(&editor, at: now)
      focus.editor = editor
      return [.note("“\(title)” is still being saved. Press \(key) again in a moment.")]
    }
    if let base = editor.base, base.words == editor.words, !editor.changesPictures,
      !editor.changesPoll, editor.service?.changesLanguage != true,
      editor.unconfirmed.isEmpty
    {
      return [.send(.editor(.discarded))]
    }
    if let refusal = serviceRefusal(of: editor, at: now) { return refusal }
    // Other required fields are the server's to ask for.
    guard !editor.parts.contains(.heading) || missing(in: editor, [.title]).isEmpty else {
      if !editor.isReply { editor.complain([.title: editor.firstRowComplaint]) }
      flash(&editor, at: now)
      focus.editor = editor
      lists.scrollCaretIntoView(editor, context(at: now))
      return editor.isReply ? [.note("There is nothing to post yet.", isError: true)] : []
    }
    if let base = editor.base, Comparison.hasMarks(editor.words), !Comparison.hasMarks(base.words) {
      flash(&editor, at: now)
      focus.editor = editor
      return [.note("Both versions are still in the text. Merge them first.", isError: true)]
    }
    if PostText.hasNotes(editor.words) {
      flash(&editor, at: now)
      focus.editor = editor
      return [
        .note("Comments of your editor's file are in the text. Remove them first.", isError: true)
      ]
    }
    (focus.editor, note) = (nil, nil)
    if editor.service?.isFirstForEveryone == true { writing.hasPostedToEveryone = true }
    let changes = send(editor, at: now)
    lists.scrollSelectionIntoView(of: editor.level, context(at: now))
    return changes
  }

  /// Shows a text in the lists, and sends it.
  private mutating func send(_ new: EditorState, at now: Double) -> [Effect] {
    var editor = new
    (editor.saveFailure, editor.refused) = (nil, nil)
    // It is that of the card.
    editor.showFirstPicture()
    writing.sending[editor.target] = editor
    writing.removed(editor.target, editor.number)
    let (words, attachment) = (editor.words, editor.attachment)
    let changes = lists.change(editor.card, context(at: now)) { post in
      post.show(words)
      attachment.show(in: &post)
    }
    return changes + formatBody(of: editor.card, in: editor.level, at: now) + [
      .writing(.save(draft(of: editor)))
    ]
  }

  /// Takes a saved change of a post back: sends what it had before.
  mutating func takeBack(_ change: EditorState, at now: Double) -> [Effect] {
    // Sending it would take the place of that text.
    guard !writing.hasDraft(at: change.target) else {
      moving.undo.record(.change(change))
      let key = keyName(.moving(.undoPressed))
      return [
        .note(
          "You have a draft of this post. Save or discard it first; then \(key) takes the change before back."
        )
      ]
    }
    return send(change, at: now)
  }

  /// Returns those of some required fields that a text lacks.
  private func missing(in editor: EditorState, _ required: [EditorField]) -> [EditorField] {
    PostFields(required: required).missing(
      in: editor.words, isReply: editor.isReply, hasPicture: editor.attachment.address != nil)
  }

  mutating func saveAnswered(
    _ response: Result<Post, LoadFailure>, unconfirmed: [PostText] = [],
    _ delivery: Draft.Delivery = Draft.Delivery(), at target: DraftTarget, at now: Double
  ) -> [Effect] {
    guard var editor = writing.sending.removeValue(forKey: target) else { return [] }
    writing.progress[target] = nil
    switch response {
    case .success(let post):
      // The picture is loaded already; only its address changes.
      let effects = pictures.rename(editor.attachment.picture?.address, to: post.imageURL)
      return effects + saveSucceeded(post, editor, at: now) + lostCropNote(of: editor, post)
        + (target == .profile ? profileWasSaved(post) : [])
    case .failure(let failure):
      editor.saveFailed(unconfirmed: unconfirmed, delivery)
      let orphans = failure.kind == .missing ? findOrphans(among: [draft(of: editor)]) : []
      return saveFailed(editor, failure, at: now) + orphans
    }
  }

  /// Handles a post of which the server kept another text: the lists show that, and the text that
  /// was sent stays in the editor, or as a draft.
  mutating func saveAltered(
    _ post: Post, _ kept: KeptText, at target: DraftTarget, at now: Double
  ) -> [Effect] {
    guard var editor = writing.sending[target] else { return [] }
    let effects = saveAnswered(.success(post), at: target, at: now)
    editor.saveFailed()
    (editor.base, editor.attachment) = (Draft.Base(words: post.words), Attachment(post))
    let missing = EditorField.allCases.filter { kept.refilled.contains($0.name.lowercased()) }
    guard reopenEditor(editor, requiring: missing, at: now) else {
      let title = editor.words.label.shortened(to: 40)
      return effects
        + park(editor, "\(kept.sentence) Your version of “\(title)” is kept as a draft.", at: now)
    }
    focus.editor?.saveFailure = kept.sentence
    return effects + [.note(kept.sentence, isError: true)]
  }

  private mutating func saveSucceeded(
    _ post: Post, _ editor: EditorState, at now: Double
  ) -> [Effect] {
    askAboutMishap(post)
    if post.contents != nil, !Post.isUnsaved(editor.card) {
      // Its number may be another one.
      lists.replaceUnsaved(editor.card, with: post, in: editor.level, context(at: now))
      return formatBody(of: post.id, in: editor.level, at: now) + changeWasSaved(post, by: editor)
    }
    guard Post.isUnsaved(editor.card) else {
      // Updates only texts and picture, and keeps the details from the feed.
      return lists.change(editor.card, context(at: now)) { known in
        known.apply(post.words)
        known.imageURL = post.imageURL
        known.facts.service?.poll = post.service?.poll
        (known.clipOffsetX, known.clipOffsetY) = (post.clipOffsetX, post.clipOffsetY)
      } + changeWasSaved(post, by: editor)
    }
    // A post that was sent without a card isn't in the list.
    let hasCard = lists[editor.level]?.index(of: editor.card) != nil
    let wasFollowed = site.offeredFeed == nil && lists.hasFeed(post)
    lists.replaceUnsaved(editor.card, with: post, in: editor.level, context(at: now))
    lists.insertEverywhere(post, context(at: now))
    var effects = formatBody(of: post.id, in: editor.level, at: now)
    if let parent = post.parentID, parent >= 0 {
      effects += lists.changeChildCount(of: parent, by: 1, isNew: true, context(at: now))
      if !site.has(.numbersRise) { effects.append(.send(.readMarks(.replied(in: editor.level)))) }
    }
    effects += lists.requests(afterNew: post, in: hasCard ? editor.level : nil)
    // On a service: whether the user has posted to everyone before.
    let counts = post.service.map { post.isRoot && $0.readers == .everyone } ?? true
    if counts, let key = account.key, post.template != .profile {
      effects.append(
        .writing(.recordWritten(post.template == .query ? .searches : .posts, by: key)))
    }
    if editor.announcesSaving {
      effects.append(.note("“\(post.headline.shortened(to: 40))” is saved as a new post."))
    } else if !isSpoken {
      let isSaved = post.template == .query || post.template == .profile && post.contents == nil
      effects.append(
        post.contents == nil
          ? .note((isSaved ? "Saved." : "Posted.") + wayToDelete(post.id))
          : followed(post, wasKnown: wasFollowed))
    }
    // Otherwise the key would undo what was done before.
    if post.contents == nil {
      moving.undo.record(.sent(post.id))
    }
    // Shows the results of a new search.
    let isHere = lists.level == editor.level && focus.isEmpty
    if post.template == .query, isHere, current.position.selectedID == post.id {
      effects.append(.send(.list(.childIndicatorPressed)))
    }
    return effects
  }

  /// Names the key that deletes a post, if that is the selected one; empty otherwise.
  func wayToDelete(_ id: Post.ID) -> String {
    guard let post = selectedPost, post.id == id, site.can(.delete, on: post) else { return "" }
    return keySentence(.moving(.deletePressed), "deletes it.")
  }

  /// Handles a failure: reopens the editor, or keeps the text as a draft if the user is elsewhere.
  private mutating func saveFailed(
    _ sent: EditorState, _ failure: LoadFailure, at now: Double
  ) -> [Effect] {
    let changes = sent.base.map { base in
      lists.change(sent.card, context(at: now)) { post in
        post.show(base.words)
        sent.attachment.showOriginal(in: &post)
      }
    }
    let missing =
      failure.kind == .refused && !failure.isTemporary && site.has(.fireflyPosts)
      ? missing(in: sent, EditorField.allCases) : []
    guard reopenEditor(sent, requiring: missing, at: now) else {
      return (changes ?? []) + park(sent, failure, at: now)
    }
    if failure.kind == .signedOut {
      return (changes ?? []) + [.send(.signIn(.needed(for: .editor(.savePressed))))]
    }
    if case .passwordNeeded(let request) = failure.kind {
      focus.push(PasswordPrompt(request, isRefused: sent.givenPassword == request))
      return changes ?? []
    }
    if failure.kind == .mayBeThere {
      focus.editor?.saveFailure = failure.sentence
      askAboutSendingAgain(failure)
      return changes ?? []
    }
    let key = keyName(.editor(.savePressed))
    let words =
      if !sent.unconfirmed.isEmpty {
        // Before sending it again, Firefly checks whether the server has it.
        "Saving could not be confirmed. \(failure.sentence) Press \(key) to check."
      } else if failure.kind == .offline {
        "Not saved. \(failure.sentence) \(key) tries again."
      } else if !missing.isEmpty {
        "Not saved: this server requires a "
          + missing.map { $0.name.lowercased() }.joined(separator: " and a ") + "."
      } else {
        "Not saved. \(failure.sentence)"
      }
    focus.editor?.saveFailure = words
    // Other words may be taken.
    if failure.kind == .refused, !failure.isTemporary { focus.editor?.refused = sent.words }
    return (changes ?? []) + [.note(words, isError: true)]
  }

  /// Reopens the editor of a sent post; returns false if its card isn't visible.
  ///
  /// - Parameters:
  ///   - missing: the fields that the server requires.
  ///   - now: the time, in seconds.
  /// - Returns: whether it is open.
  mutating func reopenEditor(
    _ sent: EditorState, requiring missing: [EditorField] = [], at now: Double
  ) -> Bool {
    let isHere =
      lists.level == sent.level && focus.isEmpty && list.index(of: sent.card) != nil
    guard isHere else { return false }
    var editor = sent
    // What is saved next is the user's own words.
    editor.takesBack = false
    if !missing.isEmpty {
      editor.complain(
        Dictionary(uniqueKeysWithValues: missing.map { ($0, "\($0.name) required") }))
      flash(&editor, at: now)
    }
    focus.push(editor)
    lists.expandForWriting(editor.card, context(at: now))
    lists.scrollCaretIntoView(editor, context(at: now))
    return true
  }

  /// Keeps a sent post as a draft, because the user is elsewhere.
  mutating func park(
    _ sent: EditorState, _ failure: LoadFailure, at now: Double
  ) -> [Effect] {
    let title = sent.words.label.shortened(to: 40)
    return park(
      sent,
      sent.unconfirmed.isEmpty
        ? "“\(title)” is not saved; it is kept as a draft. \(failure.sentence)"
        : "Saving “\(title)” could not be confirmed; it is kept as a draft. \(failure.sentence)",
      at: now)
  }

  /// Keeps a sent post as a draft, and says so.
  private mutating func park(
    _ sent: EditorState, _ words: String, at now: Double
  ) -> [Effect] {
    var sent = sent
    sent.saveFailure = words
    writing.parked[sent.target] = sent
    writing.stored(draft(of: sent))
    lists.removeUnsaved(sent.card, sent.level, origin: sent.origin, context(at: now))
    return [.draft(.close(draft(of: sent).key)), .note(words, isError: true)]
  }
}
