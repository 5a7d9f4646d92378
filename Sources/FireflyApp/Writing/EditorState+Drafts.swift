import FireflyCore
import FireflyEditor
import FireflyModel

// Conversion between the editor and drafts.
extension EditorState {
  /// Returns the text as a draft.
  func draft(as key: Draft.Key) -> Draft {
    var draft = Draft(
      key: key, words: words, template: template.name, parentTitle: parentTitle, parent: parent,
      base: base, idempotencyKey: idempotencyKey, unconfirmed: unconfirmed)
    draft.delivery = Draft.Delivery().sent(delivery)
    draft.delivery.sendsAgain = delivery.sendsAgain
    if let service {
      draft.delivery = delivery
      (draft.delivery.readers, draft.delivery.language) = (service.draftReaders, service.language)
      (draft.delivery.description, draft.delivery.further) = (nil, nil)
    }
    storePictures(in: &draft)
    storePoll(in: &draft)
    return draft
  }

  /// Restores the stored draft, then applies the actions that waited for it.
  mutating func draftOpened(_ opening: DraftOpening, _ context: Context) -> [Effect] {
    guard let pendingActions else { return [] }
    self.pendingActions = nil
    number = opening.number
    // A text that was interrupted in this run is newer than the stored one.
    let isResumed = isWorthKeeping
    // Another program may have created a post with the old key. A sent version is identified by
    // that key.
    if idempotencyKey.isEmpty || unconfirmed.isEmpty { idempotencyKey = opening.idempotencyKey }
    if let draft = opening.stored?.draft, !isResumed {
      unconfirmed = draft.unconfirmed
      // Otherwise changes on the server since then would not be noticed.
      let words = base.map { draft.words(over: $0.words) }
      if base != nil, let old = draft.base { base = old }
      restore(draft, words ?? draft.words)
    }
    return pendingActions.flatMap { reduce($0, context) }
  }

  /// Restores an editor that was closed in this run without saving.
  mutating func restore(from parked: EditorState) {
    number = parked.number
    field = parked.field
    setWords(parked.words)
    // The cursor stands where it was left.
    self[field].place(at: parked[field].caret.position)
    showFields()
    (service, delivery) = (parked.service, parked.delivery)
    service?.wasKept()
    if parts.contains(.descriptions) { summary = parked.summary }
    (attachment, gallery, poll) = (parked.attachment, parked.gallery, parked.poll)
    idempotencyKey = parked.idempotencyKey
    (base, unconfirmed) = (parked.base, parked.unconfirmed)
    saveFailure = parked.saveFailure
  }

  /// Returns the editor that sends what a post had before this change; nil if that is unknown, or pictures were
  /// changed: one may be gone, and a service has new ones beside the text.
  ///
  /// - Parameter saved: the post as it was saved.
  func former(than saved: Post) -> EditorState? {
    guard let base, !base.words.isEmpty, !changesPictures, !changesPoll,
      service?.changesLanguage != true,
      service == nil || words == words.withoutTextPictures
    else { return nil }
    // Whether its pictures are hidden may have followed the warning, and doesn't follow it back.
    if service != nil, hasDescription, base.words.title != words.title { return nil }
    var editor = self
    editor.follow(saved)
    // A service has the words otherwise than they were typed.
    editor.base = Draft.Base(words: service == nil ? saved.editedWords : words)
    editor.setWords(base.words)
    // The field of the summary has the description of a picture, or the poll.
    if hasDescription || hasPoll { editor.summary = summary }
    editor.service?.hasWarning = !base.words.title.isEmpty
    (editor.delivery, editor.unconfirmed, editor.resumed) = (Draft.Delivery(), [], nil)
    (editor.mergeNote, editor.preview, editor.pathLine, editor.takesBack) = (nil, nil, nil, true)
    return editor
  }

  /// Restores a converted draft.
  mutating func restore(from draft: Draft) {
    (pendingActions, number, idempotencyKey) = (nil, draft.key.number, draft.idempotencyKey)
    restore(draft, draft.words)
  }

  /// Restores texts, and what a draft has kept beside them.
  private mutating func restore(_ draft: Draft, _ words: PostText) {
    setWords(parts.contains(.descriptions) ? words.withoutTextPictures : words)
    // After a restart the post that it answers may not be loaded.
    parentTitle = parentTitle ?? draft.parentTitle
    service?.restore(draft.delivery)
    service?.hasWarning = !title.isEmpty
    delivery = draft.delivery
    restorePictures(of: draft)
    restorePoll(of: draft)
    // A new post is gone on with at the end of its text.
    guard base == nil, form == nil, !body.isEmpty else { return }
    field = .body
    body.place(at: body.wholeRange.upperBound)
    showFields()
  }

  /// Replaces all texts and their undo histories.
  private mutating func setWords(_ words: PostText) {
    revision += 1
    title = TextEditor(words.title, mode: .line, width: title.width)
    summary = TextEditor(words.summary, mode: .rows(2), width: summary.width)
    body = TextEditor(words.body, mode: .text, width: body.width)
    showFields()
  }

  /// Replaces all texts as one step that can be undone.
  ///
  /// - Parameter beside: on a service what is on the picture, or the options of the poll.
  mutating func replace(_ words: PostText, beside: String? = nil) {
    revision += 1
    let before = EditorField.allCases.map { self[$0].text }
    title.replaceAll(with: words.title)
    if parts.contains(.summary) || fields.contains(.summary) {
      summary.replaceAll(with: parts.contains(.summary) ? words.summary : beside ?? "")
    }
    body.replaceAll(with: words.body)
    let fields = zip(EditorField.allCases, before).filter { self[$0].text != $1 }.map(\.0)
    jointChange = JointChange(fields: fields, revision: revision)
    showFields()
  }

  /// Handles a failure of saving; the server may have some versions anyway.
  mutating func saveFailed(
    unconfirmed: [PostText] = [], _ delivery: Draft.Delivery = Draft.Delivery()
  ) {
    self.unconfirmed = unconfirmed
    self.delivery = self.delivery.sent(delivery)
    (pathLine, preview) = (nil, nil)
  }
}
