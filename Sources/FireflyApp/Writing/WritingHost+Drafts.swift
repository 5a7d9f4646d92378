import FireflyCore
import FireflyModel

// Stores and restores drafts.
extension WritingHost {
  /// Returns the text of an editor as a draft.
  func draft(of editor: EditorState) -> Draft {
    editor.draft(as: key(editor.target, editor.number))
  }

  func storeDraft(_ editor: EditorState) -> [Effect] {
    editor.pendingActions == nil ? [.draft(.store(draft(of: editor)))] : []
  }

  /// Stores the draft after a short delay, because joining its texts is slower than a key.
  func storeDraftSoon(_ editor: EditorState) -> [Effect] {
    editor.pendingActions == nil ? [.draft(.storeSoon(key(editor.target, editor.number)))] : []
  }

  private func key(_ target: DraftTarget, _ number: Int) -> Draft.Key {
    surroundings(at: 0).draftKey(target, number)
  }

  func findDrafts() -> [Effect] {
    account.key.map { [.draft(.find(server: serverID, account: $0))] } ?? []
  }

  /// Restores the opened draft, then applies the keys typed since.
  mutating func draftOpened(
    _ opening: DraftOpening, at target: DraftTarget, at now: Double
  ) -> [Effect] {
    guard var editor = focus.editor, editor.target == target else {
      // The editor was closed before its draft was opened.
      guard !opening.isTaken, writing.sending[target]?.number != opening.number else { return [] }
      return [.draft(.close(key(target, opening.number)))] + Self.note([opening.otherWords])
    }
    if opening.isTaken {
      return endWriting(at: now) + refuse(opening.complaint ?? "")
    }
    if writing.opening.take()?.target == target, opening.stored == nil, !editor.isWorthKeeping,
      editor.pendingActions?.isEmpty == true
    {
      return [.draft(.close(key(target, opening.number)))] + endWriting(at: now) + findDrafts()
        + [.note("That draft is open in another Firefly, or it is gone.")]
    }
    // Existing drafts were deleted or are locked. Of several edits of one post, the newest replaces
    // the first.
    if opening.stored == nil || !target.isNew, !editor.isWorthKeeping, !editor.isBesideDraft {
      writing.removed(allAt: target)
    }
    let isResumed = opening.stored != nil || editor.isWorthKeeping
    let effects = editor.draftOpened(opening, context(at: now))
    if isResumed, editor.isWorthKeeping { editor.resumed = draft(of: editor) }
    editor.spelling.changed(language: settings.spelling, due: now)
    focus.editor = editor
    resizeEditor(at: now)
    let resumed = opening.stored == nil ? nil : "This is your draft, as you left it."
    let notes = Self.note(
      [opening.complaint ?? resumed, opening.otherWords], isError: opening.complaint != nil)
    let outside: [Effect] = editor.beginsOutside ? [.send(.editor(.externalEditorPressed))] : []
    return notes + pictureEffects(of: opening) + storeDraft(editor) + effects + outside
  }

  /// Joins sentences to one note.
  private static func note(_ sentences: [String?], isError: Bool = false) -> [Effect] {
    let words = sentences.compactMap { $0 }.joined(separator: " ")
    return words.isEmpty ? [] : [.note(words, isError: isError)]
  }

  /// Prepares a picture again if the draft has only its path.
  private func pictureEffects(of opening: DraftOpening) -> [Effect] {
    guard let draft = opening.stored?.draft, let picture = draft.picture, picture.copy.isEmpty
    else {
      return []
    }
    return [.attachment(.attach([picture.path], to: draft.key))]
  }

  /// Handles the stored drafts; a note announces those of earlier runs, once.
  mutating func draftsFound(
    _ drafts: [StoredDraft], damaged: Int, others: [StoredDraft], areNews: Bool, at now: Double
  ) -> [Effect] {
    let (isFirst, surroundings) = (!writing.hasFoundDrafts, surroundings(at: now))
    // Texts that are open or being sent are not listed.
    guard isFirst || (focus.editor == nil && writing.sending.isEmpty) else { return [] }
    writing.hasFoundDrafts = true
    writing.setDrafts(drafts.map(\.draft))
    // Those of the list of all feeds are told of there.
    guard isFirst, !surroundings.isOneFeed else { return [] }
    let others = others.map(\.draft).compactMap { draft in
      surroundings.otherAccount(draft.key.account).map {
        (draft.key.target, WritingState.OtherDraft(account: $0, title: draft.words.label))
      }
    }
    writing.others = Dictionary(others.filter { $0.0.isNew }) { first, _ in first }
    let broken: [Effect] =
      switch damaged {
      case 0: []
      case 1:
        [.note("A draft is damaged; `firefly draft list` shows where it is.", isError: true)]
      default:
        [.note("\(damaged) drafts are damaged; `firefly draft list` shows where.", isError: true)]
      }
    // The note takes the place of the one that names the account after a change.
    let you = surroundings.writerName.map { " You are \($0)." } ?? ""
    guard let first = drafts.first?.draft else {
      guard broken.isEmpty, let other = others.first?.1 else { return broken }
      let name = other.account.user.shortHandle
      return [
        .note(
          "\(name) has an unfinished draft “\(other.title.shortened(to: 40))”. \(keyName(.signIn(.pressed))) switches to \(name).\(you)"
        )
      ]
    }
    writing.orphans = []
    // A narrow note has room for what follows.
    let title = "draft “\(first.title.shortened(to: layout.list.width < 60 ? 12 : 40))”"
    let more =
      drafts.count == 1
      ? "" : " \(drafts.count - 1) more: \(keyName(.list(.explorerPressed(.searches))))."
    let orphans = findOrphans(among: drafts.map(\.draft))
    guard broken.isEmpty else { return orphans + broken }
    // The bar says it, where it has room beside the names of a server and an account.
    let needed = site.host == nil ? 60 : 100
    let isInBar = newTarget.map(writing.hasDraft) == true && layout.list.width >= needed
    // What is said of the arrival stays.
    let isNote = areNews && !isInBar && note == nil
    guard isNote || isSpoken || !you.isEmpty else { return orphans }
    // A small screen has one row for it.
    if layout.size.height <= TopBarView.smallRows, !isSpoken, you.isEmpty {
      let key = keyName(.list(.explorerPressed(.searches)))
      return orphans + [.note("\(Counted.words(drafts.count, "draft")) to finish: \(key).")]
    }
    return orphans
      + [.note("Unfinished \(title). \(keyHint(for: first)) continues it.\(more)\(you)")]
  }

  /// Returns the key, and where to press it, to continue a draft.
  func keyHint(for draft: Draft) -> String {
    switch draft.key.target {
    case .newPost(nil): "\(keyName(.editor(.newPressed))) in the posts list"
    case .newPost(let parent?):
      "\(keyName(.editor(.newPressed))) under \(label(of: parent, draft.parentTitle))"
    case .newQuery where draft.template == Post.Template.profile.name:
      "\(keyName(.editor(.newPressed))) in the feeds list"
    case .newQuery: "\(keyName(.editor(.newPressed))) in the searches list"
    case .edit(let id):
      "\(keyName(.editor(.editPressed))) on \(label(of: id, draft.base?.words.label))"
    case .profile: "\(keyName(.editor(.editPressed))) on your profile"
    }
  }
}

extension DraftOpening {
  /// A sentence about another program's draft; nil if there is none.
  fileprivate var otherWords: String? {
    isBesideOther
      ? "Another program saved a draft here, too. `firefly draft list` lists both." : nil
  }
}

extension Surroundings {
  /// Returns the current content of an open draft; nil if it is closed.
  package func currentDraft(_ key: Draft.Key) -> Draft? {
    guard let editor = focus.editor, editor.pendingActions == nil else { return nil }
    let draft = editor.draft(as: draftKey(editor.target, editor.number))
    return draft.key == key ? draft : nil
  }

  /// Returns under what a draft is stored.
  func draftKey(_ target: DraftTarget, _ number: Int) -> Draft.Key {
    Draft.Key(
      server: self.serverID, account: account.key ?? .nobody, target: target, number: number)
  }
}
