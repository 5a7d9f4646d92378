import FireflyCore

// What is written, as it is kept; and what earlier runs have kept.
extension WritingHost {
  /// What is written, as it is kept.
  func draft(of editor: EditorState) -> Draft {
    editor.draft(of: account.email ?? "", on: serverID)
  }

  func storeDraft(_ editor: EditorState) -> [Effect] {
    editor.pendingActions == nil ? [.draft(.store(draft(of: editor)))] : []
  }

  /// Has the words kept soon: to put them together takes longer than a key.
  func storeDraftSoon(_ editor: EditorState) -> [Effect] {
    editor.pendingActions == nil ? [.draft(.storeSoon(key(of: editor)))] : []
  }

  fileprivate func key(of editor: EditorState) -> Draft.Key {
    Draft.Key(
      server: serverID, account: account.email ?? "", target: editor.target, number: editor.number)
  }

  func findDrafts() -> [Effect] {
    account.email.map { [.draft(.find(server: serverID, account: $0))] } ?? []
  }

  /// The draft has been looked for: now what was typed since holds.
  mutating func draftOpened(
    _ opening: DraftOpening, at target: DraftTarget, at now: Double
  ) -> [Effect] {
    guard var editor = focus.editor, editor.target == target else {
      // Who has left before it was found doesn't write it.
      guard !opening.isTaken, writing.sending[target]?.number != opening.number else { return [] }
      let account = account.email ?? ""
      let key = Draft.Key(
        server: serverID, account: account, target: target, number: opening.number)
      return [.draft(.close(key))] + Self.note([opening.otherWords])
    }
    if opening.isTaken {
      return endWriting(at: now) + refuse(opening.complaint ?? "")
    }
    // There is none that could be gone on with: they are gone, or others write them. Of several changes, the
    // next one has taken the place of the first.
    if opening.kept == nil || !target.isNew, !editor.isWorthKeeping, !editor.isBesideDraft {
      writing.removeDraftTitles(at: target)
    }
    let effects = editor.draftOpened(opening, context(at: now))
    editor.spelling.changed(language: settings.spelling, due: now)
    focus.editor = editor
    resizeEditor(at: now)
    let resumed = opening.kept == nil ? nil : "This is your draft, as you left it."
    let notes = Self.note(
      [opening.complaint ?? resumed, opening.otherWords], isError: opening.complaint != nil)
    return notes + pictureEffects(of: opening) + storeDraft(editor) + effects
  }

  /// One note of several sentences, if there are any.
  private static func note(_ sentences: [String?], isError: Bool = false) -> [Effect] {
    let words = sentences.compactMap { $0 }.joined(separator: " ")
    return words.isEmpty ? [] : [.send(.noted(words, isError: isError))]
  }

  /// A picture of which a draft knows nothing but the path, as those of the first versions do, is fetched once
  /// more.
  private func pictureEffects(of opening: DraftOpening) -> [Effect] {
    guard let draft = opening.kept?.draft, let picture = draft.picture, picture.copy.isEmpty else {
      return []
    }
    return [.attachment(.attach(picture.path, to: draft.key))]
  }

  /// The drafts that there are: of those of earlier runs a line says where they wait.
  mutating func draftsFound(_ drafts: [KeptDraft], damaged: Int) -> [Effect] {
    let isFirst = !writing.hasFoundDrafts
    // What is written or sent now is no draft that waits.
    guard isFirst || (focus.editor == nil && writing.sending.isEmpty) else { return [] }
    writing.hasFoundDrafts = true
    writing.removeDraftTitles()
    for draft in drafts.map(\.draft) {
      writing.setDraftTitle(draft.words.title, at: draft.key.target, draft.key.number)
    }
    guard isFirst else { return [] }
    let broken: [Effect] =
      switch damaged {
      case 0: []
      case 1:
        [.send(.noted("A draft is damaged; `firefly drafts` shows where it is.", isError: true))]
      default:
        [
          .send(
            .noted("\(damaged) drafts are damaged; `firefly drafts` shows where.", isError: true))
        ]
      }
    guard let first = drafts.first?.draft else { return broken }
    writing.orphans = []
    let name = first.words.title.shortened(to: 40)
    let title = name.isEmpty ? "draft" : "draft “\(name)”"
    let more = drafts.count == 1 ? "" : " \(drafts.count - 1) more: firefly drafts."
    let orphans = findOrphans(among: drafts.map(\.draft))
    guard broken.isEmpty else { return orphans + broken }
    return orphans
      + [.send(.noted("Unfinished \(title). Press \(keyHint(for: first)) to continue it.\(more)"))]
  }

  /// What is to be pressed, and where, to go on with a draft.
  func keyHint(for draft: Draft) -> String {
    switch draft.key.target {
    case .newPost(nil): "\(keyLabel("new")) in the posts list"
    case .newPost(let parent?): "\(keyLabel("new")) under \(label(of: parent, draft.parentTitle))"
    case .newQuery: "\(keyLabel("new")) in the searches list"
    case .edit(let id): "\(keyLabel("edit")) on \(label(of: id, draft.base?.words.title))"
    case .profile: "\(keyLabel("edit")) on your profile"
    }
  }
}

extension DraftOpening {
  /// What there is to say of another program's draft; nil for nothing.
  fileprivate var otherWords: String? {
    isBesideOther
      ? "Another program saved a draft here, too. `firefly drafts` lists both." : nil
  }
}

extension AppState {
  /// The draft that is being written, as it is now; nil if it isn't any more.
  public func currentDraft(_ key: Draft.Key) -> Draft? {
    guard let editor = focus.editor, editor.pendingActions == nil, self.key(of: editor) == key
    else {
      return nil
    }
    return draft(of: editor)
  }
}
