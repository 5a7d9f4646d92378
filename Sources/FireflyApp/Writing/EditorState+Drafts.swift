import FireflyCore
import FireflyEditor

// What is written, on its way to the disk and the server, and back.
extension EditorState {
  /// It as a draft.
  func draft(of account: String, on server: String) -> Draft {
    var draft = Draft(
      key: Draft.Key(server: server, account: account, target: target, number: number),
      words: words, template: template.name, parentTitle: parentTitle, parent: parent,
      base: base, idempotencyKey: idempotencyKey, unconfirmed: unconfirmed)
    attachment.store(in: &draft)
    return draft
  }

  /// Its draft was looked for: what was written before is taken up, and what was done since follows.
  mutating func draftOpened(_ opening: DraftOpening, _ context: Context) -> [Effect] {
    guard let pendingActions else { return [] }
    self.pendingActions = nil
    number = opening.number
    // What was interrupted in this run is newer than what the disk has.
    let isResumed = isWorthKeeping
    // Another program may have made a post with the one before; what was sent is looked for by it.
    if idempotencyKey.isEmpty || unconfirmed.isEmpty { idempotencyKey = opening.idempotencyKey }
    if let draft = opening.kept?.draft, !isResumed {
      unconfirmed = draft.unconfirmed
      // What has changed since then would not be seen otherwise.
      let words = base.map { draft.words(over: $0.words) }
      if base != nil, let old = draft.base { base = old }
      setWords(words ?? draft.words)
      attachment.restore(from: draft)
      markOpened()
    }
    return pendingActions.flatMap { reduce($0, context) }
  }

  /// Goes on with what was written in this run and could not be kept otherwise.
  mutating func restore(from parked: EditorState) {
    number = parked.number
    setWords(parked.words)
    attachment = parked.attachment
    idempotencyKey = parked.idempotencyKey
    (base, unconfirmed) = (parked.base, parked.unconfirmed)
    markOpened()
  }

  /// Takes up a draft that has just been made of another one.
  mutating func restore(from draft: Draft) {
    (pendingActions, number, idempotencyKey) = (nil, draft.key.number, draft.idempotencyKey)
    setWords(draft.words)
    attachment.restore(from: draft)
  }

  /// Words in the place of all there are.
  private mutating func setWords(_ words: Draft.Words) {
    revision += 1
    title = TextEditor(words.title, mode: .line, width: title.width)
    summary = TextEditor(words.summary, mode: .rows(2), width: summary.width)
    body = TextEditor(words.body, mode: .text, width: body.width)
    showFields()
  }

  /// Words in the place of those there are, which one undo takes back.
  mutating func replace(_ words: Draft.Words) {
    revision += 1
    let before = EditorField.allCases.map { self[$0].text }
    title.replaceAll(with: words.title)
    summary.replaceAll(with: words.summary)
    body.replaceAll(with: words.body)
    let fields = zip(EditorField.allCases, before).filter { self[$0].text != $1 }.map(\.0)
    jointChange = JointChange(fields: fields, revision: revision)
    showFields()
  }

  /// Saving has failed; the server may have some versions all the same.
  mutating func saveFailed(unconfirmed: [Draft.Words]) {
    self.unconfirmed = unconfirmed
    (pathLine, preview) = (nil, nil)
  }
}
