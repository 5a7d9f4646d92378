import FireflyCore

// Handles the events of writing.
extension WritingHost {
  mutating func reduce(_ action: EditorAction, at now: Double) -> [Effect] {
    let isOpening = focus.editor?.pendingActions != nil
    switch action {
    case .newPressed:
      lists.answerInThread(nil, context(at: now))
      return beginNew(at: now)
    case .replyPressed: return beginReply(at: now)
    case .firstChildWanted: return beginNew(goesBack: true, at: now)
    case .draftChosen(let isNew, let goesBack):
      return beginNew(beside: isNew, goesBack: goesBack, at: now)
    case .draftsPressed: return showDrafts(at: now)
    case .draftWanted(let id): return writing.draft(id).map { goOn(with: $0, at: now) } ?? []
    case .draftDiscarded(let id):
      let key = keyName(.list(.cardPressed))
      return writing.draft(id).map { discard($0) } ?? [.note("\(key) lists your drafts.")]
    case .editPressed: return beginEditing(at: now)
    case .profilePressed: return beginProfile(at: now)
    case .profileResponse(let response): return ownProfileLoaded(response, at: now)
    case .draftOpened(let target, let opening): return draftOpened(opening, at: target, at: now)
    case .draftsFound(let drafts, let damaged, let others, let areNews):
      return draftsFound(drafts, damaged: damaged, others: others, areNews: areNews, at: now)
    case .draftsChanged:
      return focus.editor == nil && writing.sending.isEmpty && writing.hasFoundDrafts
        ? findDrafts() : []
    case .orphansFound(let orphans): return orphansFound(orphans)
    case .conversionPressed(let target, let saves): return convert(target, saves: saves)
    case .placePressed: return askForPlace(at: now)
    case .placeChosen(let isTop): return choosePlace(isTop: isTop, at: now)
    case .placed(let isHere, let goesBack):
      return place(isHere: isHere, goesBack: goesBack, at: now)
    case .redraftCame(let draft):
      writing.stored(draft)
      guard focus.isEmpty else {
        return [.note("It is deleted; its text is a draft: \(keyHint(for: draft)).")]
      }
      return goOn(with: draft, at: now)
    case .draftConverted(let conversion): return draftConverted(conversion, at: now)
    case .draftReported(let complaint):
      let words = complaint ?? "The draft is saved on the disk again."
      return [.note(words, isError: complaint != nil)]
    case .templateResponse(let name, let placeholders):
      writing.placeholdersLoaded(placeholders, of: name)
      if let template = focus.editor?.template, template.name == name {
        let placeholders = writing.placeholders(of: template)
        focus.editor?.placeholders = placeholders
      }
      return []
    case .fieldsResponse(let fields):
      writing.fields = fields
      return []
    case .writtenCame(let id, let response): return writtenCame(id, response, at: now)
    case .fieldsCame(let response): return fieldsCame(response, at: now)
    case .passwordGiven(let request):
      focus.editor?.givenPassword = request
      return []
    case .readersAccepted:
      focus.editor?.service?.isAgreed = true
      return save(at: now)
    case .sendingAgainAccepted:
      guard focus.editor != nil else { return [] }
      focus.editor?.delivery.sendsAgain = true
      return save(at: now)
    case .conflictFound(let target, let comparison):
      return conflictFound(comparison, of: target, at: now)
    case .saveResponse(let target, let response, let unconfirmed, let delivery):
      return saveAnswered(response, unconfirmed: unconfirmed, delivery, at: target, at: now)
    case .saveAltered(let target, let post, let kept):
      return saveAltered(post, kept, at: target, at: now)
    case .attachment(let action): return reduceAttachment(action, at: now)
    case .poll(let action): return reducePoll(action, at: now)
    case .previewPressed, .previewFormatted: return reducePreview(action, at: now)
    case .edited(.move(let motion, _)) where focus.editor?.preview != nil:
      guard let rows = previewRows(for: motion) else { fallthrough }
      scrollPreview(by: rows, at: now)
      return []
    case .edited where focus.editor?.preview != nil:
      endPreview(at: now)
      return write(action, at: now)
    // What is wanted before the draft is opened waits until then.
    case .savePressed where isOpening, .cancelPressed where isOpening,
      .externalEditorPressed where isOpening:
      return write(action, at: now)
    case .savePressed: return save(at: now)
    case .cancelPressed where focus.editor?.preview != nil:
      endPreview(at: now)
      return []
    case .cancelPressed: return cancelWriting(at: now)
    case .externalEditorPressed: return openExternalEditor()
    case .externalEditorClosed(let text): return externalEditorClosed(text, at: now)
    case .keptAsDraft: return closeEditor(keeping: true, at: now)
    case .discarded: return closeEditor(keeping: false, at: now)
    case .spelling(let action): return reduceSpelling(action, at: now)
    case .wheelTurned(let notches):
      lists.wheelWhileWriting(notches, context(at: now))
      return []
    default: return write(action, at: now)
    }
  }

  /// Passes an action to the open editor.
  private mutating func write(_ action: EditorAction, at now: Double) -> [Effect] {
    guard let revision = focus.editor?.revision else { return [] }
    let context = context(at: now)
    // In place, because the text may be long.
    let effects = focus.editor?.reduce(action, context) ?? []
    if action == .otherPressed { return effects }
    return effects + editorChanged(since: revision, at: now)
  }

  /// Replaces the open editor by a changed copy.
  mutating func replaceEditor(with editor: EditorState, at now: Double) -> [Effect] {
    let revision = focus.editor?.revision
    focus.editor = editor
    return editorChanged(since: revision, at: now)
  }

  /// Scrolls to the caret and, if the text has changed, schedules the spelling check and stores the
  /// draft.
  ///
  /// - Parameters:
  ///   - revision: the revision before.
  ///   - now: seconds of the monotonic clock.
  /// - Returns: the effects to run.
  private mutating func editorChanged(since revision: Int?, at now: Double) -> [Effect] {
    let hasChanged = focus.editor?.revision != revision
    if hasChanged {
      let language = settings.spelling
      let due = now + settings.tunables.spellingRest
      focus.editor?.spelling.changed(language: language, due: due)
    }
    guard let editor = focus.editor else { return [] }
    lists.scrollCaretIntoView(editor, context(at: now))
    return hasChanged ? storeDraftSoon(editor) : []
  }

  /// Flashes the edit row, because an action is impossible.
  func flash(_ editor: inout EditorState, at now: Double) {
    editor.flashUntil = now + settings.tunables.flashSeconds
  }

  mutating func resizeEditor(at now: Double) {
    guard var editor = focus.editor, let index = lists[editor.level]?.index(of: editor.card),
      let post = lists[editor.level]?.posts[index]
    else { return }
    let context = context(at: now)
    let indented = context.indented(for: post.id, in: lists[editor.level])
    editor.resize(indented.writingColumns(of: post))
    editor.pathLine?.resize(columns: PathLineView.columns(in: layout))
    focus.editor = editor
    let layout = layout
    focus[Conflict.self]?.resize(layout)
    lists.scrollCaretIntoView(editor, self.context(at: now))
  }
}
