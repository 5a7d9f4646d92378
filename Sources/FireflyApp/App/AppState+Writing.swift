import FireflyCore
import FireflyEditor
import FireflyScreen

// Writing: where a card, its draft and the lists meet.
extension AppState {
  mutating func reduceEditor(_ action: EditorAction, at now: Double) -> [Effect] {
    switch action {
    case .newPressed: return beginNew(at: now)
    case .firstChildWanted: return beginNew(goesBack: true, at: now)
    case .editPressed: return beginChange(at: now)
    case .deletePressed: return askToDelete()
    case .deleteConfirmed(let id): return delete(id, at: now)
    case .deleteResponse(let id, let failure): return receiveDeletion(of: id, failure, at: now)
    case .draftOpened(let place, let opening): return open(opening, at: place, at: now)
    case .draftsFound(let drafts): return receive(drafts)
    case .draftReported(let complaint):
      let words = complaint ?? "The draft is on the disk again."
      return [.send(.noted(words, isError: complaint != nil))]
    case .templateResponse(let name, let placeholders):
      writing.receive(placeholders, of: name)
      if focus.editor?.template.name == name { focus.editor?.placeholders = placeholders }
      return []
    case .saveResponse(let place, let response): return receive(response, at: place, at: now)
    case .savePressed where focus.editor?.waiting == nil: return save(at: now)
    case .cancelPressed where focus.editor?.waiting == nil: return cancelWriting(at: now)
    case .keptAsDraft: return closeEditor(keeping: true, at: now)
    case .discarded: return closeEditor(keeping: false, at: now)
    case .wheelTurned(let notches):
      lists.wheelWhileWriting(notches, context(at: now))
      return []
    default: return write(action, at: now)
    }
  }

  mutating func reduceDialog(_ action: DialogAction) -> [Effect] {
    guard var dialog = focus.dialog else { return [] }
    let effects = dialog.reduce(action)
    focus.dialog = dialog.isOver ? nil : dialog
    return effects
  }

  /// What keys and the mouse do on the card one writes on.
  private mutating func write(_ action: EditorAction, at now: Double) -> [Effect] {
    guard var editor = focus.editor else { return [] }
    let before = editor.revision
    let effects = editor.reduce(action, context(at: now))
    let hasChanged = editor.revision != before
    focus.editor = editor
    if action != .otherPressed { lists.keepCaretInView(editor, context(at: now)) }
    return hasChanged ? effects + keepDraft(editor) : effects
  }

  // MARK: Beginning

  /// Where a new post would belong in the list one is in; nil where none may be written.
  var newPlace: Draft.Place? {
    switch current.navigator.current.destination {
    case nil:
      switch explorer {
      case .posts: return .newPost(below: nil)
      case .searches: return .newQuery
      case .users: return nil
      }
    case .children(let id):
      guard list.parent?.mayAddChild(account.email) == true else { return nil }
      return .newPost(below: id)
    case .results, .profile: return nil
    }
  }

  private mutating func beginNew(goesBack: Bool = false, at now: Double) -> [Effect] {
    guard let place = newPlace else {
      return [.send(.noted("You can write among the posts and below your own.", inList: true))]
    }
    guard let user = account.user else {
      return [.send(.signIn(.needed(for: .editor(.newPressed))))]
    }
    guard writing.sending[place] == nil else {
      return [.send(.noted("The post before is still on its way.", inList: true))]
    }
    let template: Post.Template = place == .newQuery ? .query : .post
    var parent: Post.ID?
    if case .newPost(let below) = place { parent = below }
    let post = Post.unsaved(template, by: user, below: parent)
    var editor = EditorState(
      place, template: template, card: post.id, in: lists.level, origin: current.position,
      placeholders: writing.placeholders(of: template),
      columns: context(at: now).writingColumns(of: post))
    editor.goesBack = goesBack
    lists.putOnTop(post)
    return begin(editor, at: now)
  }

  private mutating func beginChange(at now: Double) -> [Effect] {
    guard let post = selectedPost else { return [] }
    guard post.isOwned(by: account.email) else {
      if account.user == nil { return [.send(.signIn(.needed(for: .editor(.editPressed))))] }
      return [.send(.noted("Only your own posts can be changed.", inList: true))]
    }
    let place: Draft.Place = post.template == .profile ? .profile : .edit(post.id)
    guard writing.sending[place] == nil else {
      return [.send(.noted("The change before is still on its way.", inList: true))]
    }
    let template = post.template
    let known = writing.knows(template) ? nil : post.placeholders
    let editor = EditorState(
      place, template: template, card: post.id, in: lists.level, origin: current.position,
      base: Draft.Base(words: post.words),
      placeholders: known ?? writing.placeholders(of: template),
      columns: context(at: now).writingColumns(of: post))
    return begin(editor, at: now)
  }

  private mutating func begin(_ new: EditorState, at now: Double) -> [Effect] {
    var editor = new
    focus.find = nil
    note = nil
    if let parked = writing.parked.removeValue(forKey: new.place) { editor.resume(parked) }
    focus.push(.editor(editor))
    lists.openForWriting(editor.card, context(at: now))
    let template: [Effect] =
      writing.knows(editor.template) ? [] : [.loadTemplate(editor.template.name)]
    return [.openDraft(draft(of: editor).key)] + template
  }

  /// The draft has been looked for: now what was typed since holds.
  private mutating func open(
    _ opening: DraftOpening, at place: Draft.Place, at now: Double
  ) -> [Effect] {
    guard var editor = focus.editor, editor.place == place else { return [] }
    if opening.isTaken {
      return endWriting(at: now) + [.send(.noted(opening.complaint ?? "", isError: true))]
    }
    let effects = editor.open(opening, context(at: now))
    focus.editor = editor
    lists.keepCaretInView(editor, context(at: now))
    var notes: [Effect] = []
    if let complaint = opening.complaint {
      notes = [.send(.noted(complaint, isError: true))]
    } else if opening.kept != nil {
      notes = [.send(.noted("This is your draft, as you left it."))]
    }
    return notes + keepDraft(editor) + effects
  }

  // MARK: Leaving

  private mutating func cancelWriting(at now: Double) -> [Effect] {
    guard let editor = focus.editor else { return [] }
    guard editor.isWorthKeeping else { return closeEditor(keeping: false, at: now) }
    focus.push(
      .dialog(
        Dialog(
          "Stop writing?", detail: "What you wrote is not saved yet.",
          [
            .init(title: "Keep writing", action: nil),
            .init(title: "Draft for later", action: .editor(.keptAsDraft)),
            .init(title: "Throw away", action: .editor(.discarded)),
          ])))
    return []
  }

  private mutating func closeEditor(keeping: Bool, at now: Double) -> [Effect] {
    guard let editor = focus.editor else { return [] }
    let key = draft(of: editor).key
    writing.kept[editor.place] = keeping ? editor.words.title : nil
    let effects = endWriting(at: now)
    // From the empty list that one came to for its first post, back (seed 001).
    let back: [Effect] =
      editor.goesBack && !keeping && list.posts.isEmpty ? [.send(.list(.backPressed))] : []
    return [keeping ? .closeDraft(key) : .discardDraft(key)] + effects + back
  }

  /// Takes the keyboard from the card: a new one goes, another is read again.
  private mutating func endWriting(at now: Double) -> [Effect] {
    guard let editor = focus.editor else { return [] }
    focus.editor = nil
    focus.dialog = nil
    return settle(editor, at: now)
  }

  /// Lets a card be as it is when nobody writes on it.
  mutating func settle(_ editor: EditorState, at now: Double) -> [Effect] {
    let context = context(at: now)
    if editor.card == Post.unsavedID {
      lists.takeFromTop(editor.level, origin: editor.origin, context)
      return []
    }
    lists.keepSelectionInView(of: editor.level, context)
    return layOut(editor.card, in: editor.level, at: now)
  }

  /// Has the body of a card laid out that is to be read.
  func layOut(_ card: Post.ID, in level: LevelID, at now: Double) -> [Effect] {
    guard let list = lists[level], let index = list.index(of: card) else { return [] }
    return [
      .formatBody(
        list.posts[index].body, post: card, level: level,
        columns: context(at: now).layout.textColumns)
    ]
  }

  /// Whoever writes on a card that is gone, or in a list that is not in front any more, is told; the words
  /// wait as a draft.
  mutating func parkLostEditor(at now: Double) -> [Effect] {
    guard let editor = focus.editor else { return [] }
    guard editor.level != lists.level || list.index(of: editor.card) == nil else { return [] }
    focus.editor = nil
    focus.dialog = nil
    lists.takeFromTop(editor.level, origin: editor.origin, context(at: now))
    guard editor.isWorthKeeping else { return [.discardDraft(draft(of: editor).key)] }
    writing.parked[editor.place] = editor
    note = Note(
      text: "That card is gone. What you wrote is kept as a draft.", isError: true,
      until: now + Note.duration, level: nil)
    return [.closeDraft(draft(of: editor).key)]
  }

  mutating func resizeEditor(at now: Double) {
    guard var editor = focus.editor, let index = lists[editor.level]?.index(of: editor.card),
      let post = lists[editor.level]?.posts[index]
    else { return }
    editor.resize(context(at: now).writingColumns(of: post))
    focus.editor = editor
    lists.keepCaretInView(editor, context(at: now))
  }

  // MARK: Drafts

  /// What is written, as it is kept.
  func draft(of editor: EditorState) -> Draft {
    editor.draft(of: account.email ?? "", on: serverID)
  }

  func keepDraft(_ editor: EditorState) -> [Effect] {
    editor.waiting == nil ? [.keepDraft(draft(of: editor))] : []
  }

  func findDrafts() -> [Effect] {
    account.email.map { [.findDrafts(server: serverID, account: $0)] } ?? []
  }

  /// The drafts of earlier runs: a line says where they wait.
  private mutating func receive(_ drafts: [KeptDraft]) -> [Effect] {
    writing.kept = [:]
    for kept in drafts { writing.kept[kept.draft.key.place] = kept.draft.words.title }
    guard let first = drafts.first?.draft else { return [] }
    func key(_ name: String) -> String {
      settings.keymap.keys(of: name).first.map { symbols.label(of: $0) } ?? name
    }
    let name = first.words.title.prefix(40)
    let title = name.isEmpty ? "a draft" : "the draft “\(name)”"
    let way =
      switch first.key.place {
      case .newPost(nil): "\(key("new")) among the posts"
      case .newPost(let parent?): "\(key("new")) below post \(parent)"
      case .newQuery: "\(key("new")) among the searches"
      case .edit(let id): "\(key("edit")) on post \(id)"
      case .profile: "\(key("edit")) on your profile"
      }
    let more = drafts.count == 1 ? "" : " \(drafts.count - 1) more: firefly drafts."
    return [.send(.noted("You left \(title): \(way) goes on with it.\(more)"))]
  }
}
