import FireflyCore
import FireflyModel

/// Maximum number of drafts to check at once.
private let maximumOrphans = 20

// Drafts whose posts were deleted: they can become new posts.
extension WritingHost {
  /// Requests which of some drafts are orphaned.
  func findOrphans(among drafts: [Draft]) -> [Effect] {
    let drafts = drafts.filter { draft in
      switch draft.key.target {
      case .edit, .newPost(_?): true
      case .newPost(nil), .newQuery, .profile: false
      }
    }
    return drafts.isEmpty ? [] : [.draft(.findOrphans(Array(drafts.prefix(maximumOrphans))))]
  }

  /// Records orphaned drafts, and asks about the first.
  mutating func orphansFound(_ orphans: [OrphanedDraft]) -> [Effect] {
    let targets = orphans.map(\.draft.key.target)
    writing.orphans = orphans + writing.orphans.filter { !targets.contains($0.draft.key.target) }
    askAboutOrphan()
    return []
  }

  /// Asks what to do with the open draft if it is orphaned, otherwise with the first orphaned
  /// draft.
  private mutating func askAboutOrphan() {
    switch focus.top {
    case let editor as EditorState:
      guard
        let orphan = writing.orphans.first(where: { $0.draft.key.target == editor.target })
      else { return }
      // The question says why it was not saved.
      note = nil
      focus.editor?.saveFailure = nil
      let picture = editor.attachment
      let isPictureLost = picture.original != nil && picture.address == picture.original
      ask(
        Dialog(
          "\(what(orphan)) was deleted.",
          detail: (isPictureLost ? "Its picture was deleted, too. " : "")
            + "You can save your text as a new post \(words(for: orphan.target)).",
          typing: .writes,
          [.init(title: "Keep editing", action: nil), save(orphan), later(orphan)]))
    case nil,
      is Dialog where focus.showsRefusal:
      guard let orphan = writing.orphans.first else { return }
      askAbout(orphan)
    default: break
    }
  }

  /// Asks what to do with a draft that is not open.
  mutating func askAbout(_ orphan: OrphanedDraft) {
    note = nil
    let name = orphan.draft.title.shortened(to: 40)
    ask(
      Dialog(
        "\(what(orphan)) of the draft “\(name)” was deleted.",
        detail: "You can save your text as a new post \(words(for: orphan.target)).",
        typing: .ignored, [later(orphan), save(orphan)]))
  }

  private func save(_ orphan: OrphanedDraft) -> Dialog.Button {
    .init(
      title: "Save as a new post",
      action: .editor(.conversionPressed(orphan.draft.key.target, saves: true)))
  }

  private func later(_ orphan: OrphanedDraft) -> Dialog.Button {
    .init(
      title: "Save draft",
      action: .editor(.conversionPressed(orphan.draft.key.target, saves: false)))
  }

  private func what(_ orphan: OrphanedDraft) -> String {
    orphan.draft.key.target.isNew ? "The parent post" : "The post"
  }

  /// Describes the target of a new post.
  private func words(for target: DraftTarget) -> String {
    switch target {
    case .newPost(let parent?): "under \(label(of: parent, nil))"
    case .newQuery: "in the searches list"
    case .newPost(nil), .edit, .profile: "at the top level"
    }
  }

  /// Requests the conversion of a draft to one of a new post.
  mutating func convert(_ target: DraftTarget, saves: Bool) -> [Effect] {
    guard let index = writing.orphans.firstIndex(where: { $0.draft.key.target == target }) else {
      return []
    }
    let orphan = writing.orphans[index]
    let editor = focus.editor?.target == target ? focus.editor : writing.parked[target]
    var current = editor.map { draft(of: $0) } ?? orphan.draft
    // Those of a reply that was begun before they were known, such as in the shell.
    if site.has(.ownFields), current.delivery.readers == nil {
      current.delivery.readers = .mentioned
    }
    return [.draft(.convert(current, as: orphan.target, saves: saves))]
  }

  /// Handles the converted draft: sends it, or keeps it.
  mutating func draftConverted(_ conversion: DraftConversion, at now: Double) -> [Effect] {
    guard var draft = conversion.draft else {
      return [.note(conversion.complaint ?? "", isError: true)]
    }
    var effects: [Effect] = []
    if let editor = focus.editor, editor.target == conversion.old.target {
      // Includes what was typed since.
      draft.words = editor.words
      effects += endWriting(at: now)
    }
    effects += forget(conversion.old, at: now)
    if case .newPost(let parent?) = draft.key.target {
      draft.parentTitle = lists.knownPost(parent)?.headline
    } else if !site.has(.ownFields), draft.words.title.allSatisfy(\.isWhitespace) {
      // It was a reply, which needs no title; on a service it would be the warning.
      draft.words.title = draft.words.madeTitle
    }
    let isPlaced = writing.placing == conversion.old
    if isPlaced, site.has(.ownFields), case .newPost(let old) = conversion.old.target,
      case .newPost(let new) = draft.key.target
    {
      draft.words.body = readdressed(draft.words.body, from: old, to: new)
    }
    effects.append(.draft(.store(draft)))
    if conversion.saves, writing.sending[draft.key.target] == nil {
      effects += send(draft, at: now)
    } else if isPlaced {
      writing.placing = nil
      writing.stored(draft)
      effects += [.draft(.close(draft.key))] + goOn(with: draft, at: now)
    } else {
      writing.stored(draft)
      let words = "Saved as a draft of a new post. Press \(keyHint(for: draft)) to continue."
      effects += [.draft(.close(draft.key)), .note(words)]
    }
    if let complaint = conversion.complaint {
      effects.append(.note(complaint, isError: true))
    }
    askAboutOrphan()
    return effects
  }

  /// Removes the original draft, and its post from all lists.
  private mutating func forget(_ old: Draft.Key, at now: Double) -> [Effect] {
    writing.orphans.removeAll { $0.draft.key == old }
    writing.parked[old.target] = nil
    writing.removed(old.target, old.number)
    guard case .edit(let id) = old.target else { return [.draft(.remove(old))] }
    let removal = lists.remove(id, context(at: now))
    return [.send(.badges(.queryDeleted(id)))]
      + lists.changeChildCount(of: removal.post?.realParentID, by: -1, context(at: now)) + [
        .draft(.remove(old))
      ]
  }

  /// Sends a new post, with a card if the current list is its target.
  private mutating func send(_ draft: Draft, at now: Double) -> [Effect] {
    let template = Post.Template(name: draft.template)
    var parent: Post.ID?
    if case .newPost(let below) = draft.key.target { parent = below }
    var post = Post.unsaved(writing.newCardID, template, by: account.user, below: parent)
    var editor = EditorState(
      draft.key.target, template: template, parts(of: template), card: post.id, in: lists.level,
      origin: current.position, placeholders: writing.placeholders(of: template),
      columns: context(at: now).writingColumns(of: post))
    // If it is not saved, its draft goes to no more people.
    if template == .post, let fields = writing.fields.service {
      begin(&editor, of: fields, answering: parent)
    }
    editor.parentTitle = draft.parentTitle
    editor.announcesSaving = true
    editor.restore(from: draft)
    writing.sending[draft.key.target] = editor
    guard newTarget == draft.key.target, focus.isEmpty else {
      return [.writing(.save(draft))]
    }
    post.apply(draft.words)
    editor.attachment.show(in: &post)
    lists.insertUnsaved(post)
    lists.scrollSelectionIntoView(of: lists.level, context(at: now))
    return formatBody(of: post.id, in: lists.level, at: now) + [.writing(.save(draft))]
  }
}
