import FireflyCore

// Closes the editor without saving: cancelled, kept as a draft, or because its card was removed.
extension WritingHost {
  /// Closes the editor; a text that is worth keeping stays as a draft, and the undo key goes on with it.
  mutating func cancelWriting(at now: Double) -> [Effect] {
    guard let editor = focus.editor else { return [] }
    // An address or words to search for are no text to go on with; they can be taken back.
    let isText =
      editor.template == .post || !editor.target.isNew || editor.resumed != nil
      || editor.template == .query && !editor.words.body.isEmpty
    guard editor.isWorthKeeping, isText else { return closeEditor(keeping: false, at: now) }
    let draft = draft(of: editor)
    // Opened by the undo key and left as it was, it is not in the way of what was done before it.
    let isUndone =
      editor.resumed == draft && moving.undo.goesOnWith == draft.key && !moving.undo.steps.isEmpty
    if !isUndone { moving.undo.record(.kept(draft)) }
    let way =
      isUndone
      ? keySentence(.list(.explorerPressed(.searches)), "lists it.")
      : keySentence(.moving(.undoPressed), "goes on writing.")
    return closeEditor(keeping: true, at: now)
      + (editor.isAmongDrafts ? showRow(of: draft, at: now) : [])
      + [.note("Draft kept.\(way)")]
  }

  /// Closes the editor.
  ///
  /// - Parameters:
  ///   - keeping: whether its text is kept as a draft, or discarded.
  ///   - words: what is said of a discarded text; nil for the usual words.
  ///   - now: seconds of the monotonic clock.
  /// - Returns: the effects to run.
  mutating func closeEditor(
    keeping: Bool, _ words: String? = nil, at now: Double
  ) -> [Effect] {
    guard let editor = focus.editor else { return [] }
    let draft = draft(of: editor)
    if keeping { writing.stored(draft) } else { writing.removed(editor.target, editor.number) }
    let effects = endWriting(at: now)
    // Leaves the list that was opened for a post (seed 001).
    let back: [Effect] =
      keeping
      ? []
      : editor.isAmongDrafts
        ? showRow(of: draft, at: now) : editor.goesBack ? [.send(.list(.backPressed))] : []
    if !keeping, editor.isWorthKeeping {
      moving.undo.record(.discard(editor))
      return [.draft(.discard(draft))] + effects + back
        + [.note(words ?? "Discarded. \(keyName(.moving(.undoPressed))) restores it.")]
    }
    // Its text was cleared, or made as it was before.
    if !keeping, let kept = editor.resumed {
      moving.undo.record(.discardedDraft(kept))
      return [.draft(.discard(kept))] + effects + back
        + [.note("Discarded. \(keyName(.moving(.undoPressed))) takes it back.")]
    }
    return
      (keeping ? [.draft(.store(draft)), .draft(.close(draft.key))] : [.draft(.remove(draft.key))])
      + effects + back
  }

  /// Restores a discarded draft.
  mutating func restore(_ editor: EditorState, at now: Double) -> [Effect] {
    let target = editor.target
    guard !writing.hasDraft(at: target), writing.sending[target] == nil else {
      moving.undo.record(.discard(editor))
      let words = "There is another draft in its place. Save or discard that first; then "
      return [.note(words + "\(keyName(.moving(.undoPressed))) restores this one.")]
    }
    writing.parked[editor.target] = editor
    let draft = draft(of: editor)
    writing.stored(draft)
    let restored = Effect.draft(.restore(draft))
    if let opening = open(target, at: now) { return [restored] + opening }
    let words = "Restored as a draft. Press \(keyHint(for: draft)) to continue."
    return [restored, .note(words)]
  }

  /// Opens the editor of a draft; nil if that is not in the current list.
  mutating func open(_ target: DraftTarget, at now: Double) -> [Effect]? {
    guard focus.isEmpty else { return nil }
    switch target {
    case .edit(let id) where selectedPost?.id == id: return beginEditing(at: now)
    case .profile: return beginProfile(at: now)
    case .newPost(let parent?) where list.isThread && list.index(of: parent) != nil:
      lists.answerInThread(list.thread?.top == parent ? nil : parent, context(at: now))
    case .newPost(let parent?) where newTarget != target && selectedPost?.id == parent:
      // Its list was left with it.
      return lists.goDown(to: .children(of: parent), of: selectedPost, context(at: now))
        + [.send(.editor(.draftChosen(isNew: false, goesBack: true)))]
    default: break
    }
    return newTarget == target ? beginNew(beside: false, at: now) : nil
  }

  /// Closes the editor: removes a new card, or shows the card for reading.
  mutating func endWriting(at now: Double) -> [Effect] {
    guard let editor = focus.editor else { return [] }
    focus.editor = nil
    focus.removeAll(Dialog.self)
    focus[Conflict.self] = nil
    // The note may be about the editor, such as a key.
    note = nil
    return showForReading(editor, at: now)
  }

  /// Shows a card for reading after editing; removes a new one.
  mutating func showForReading(_ editor: EditorState, at now: Double) -> [Effect] {
    let context = context(at: now)
    if Post.isUnsaved(editor.card) {
      lists.removeUnsaved(editor.card, editor.level, origin: editor.origin, context)
      return []
    }
    lists.scrollSelectionIntoView(of: editor.level, context)
    return formatBody(of: editor.card, in: editor.level, at: now)
  }

  /// Returns a request to format the body of a card.
  func formatBody(of card: Post.ID, in level: LevelID, at now: Double) -> [Effect] {
    guard let list = lists[level], let index = list.index(of: card) else { return [] }
    return [lists.fitting(context(at: now), level).formatBody(of: list.posts[index], in: level)]
  }

  /// Closes the editor if its card was removed or its list was left; keeps the text as a draft and
  /// says so in a dialog.
  ///
  /// - Returns: the effects; nil if no editor was closed.
  mutating func parkLostEditor(at now: Double) -> [Effect]? {
    guard var editor = focus.editor,
      editor.level != lists.level || list.index(of: editor.card) == nil
    else { return nil }
    if let picker = focus[LinkPicker.self] { editor.body.apply(.commit(picker.filter.text)) }
    focus[LinkPicker.self] = nil
    focus.editor = nil
    focus.removeAll(Dialog.self)
    focus[Conflict.self] = nil
    lists.removeUnsaved(editor.card, editor.level, origin: editor.origin, context(at: now))
    guard editor.isWorthKeeping else {
      // The content of the draft is unknown until it is opened.
      return editor.pendingActions == nil ? [.draft(.remove(draft(of: editor).key))] : []
    }
    writing.parked[editor.target] = editor
    writing.stored(draft(of: editor))
    _ = refuse("This post was deleted. Your text is kept as a draft.")
    let orphans = editor.level == lists.level ? findOrphans(among: [draft(of: editor)]) : []
    return storeDraft(editor) + [.draft(.close(draft(of: editor).key))] + orphans
  }
}
