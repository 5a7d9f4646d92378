import FireflyCore

// Editing in the user's external editor.
extension WritingHost {
  /// Opens the text in the external editor.
  mutating func openExternalEditor() -> [Effect] {
    guard var editor = focus.editor else { return [] }
    editor.isChordBegun = false
    // Its file describes the first one.
    editor.showFirstPicture()
    focus.editor = editor
    let draft = documentDraft(of: editor)
    let document = draft.document(
      notes: [
        "If you change nothing, or the editor exits with an error, your text stays as it is."
      ],
      of: editor.parts)
    return [.terminal(.openEditor(document, of: draft))]
  }

  /// The draft of an editor with all that a document can say, also what a change leaves as it is.
  private func documentDraft(of editor: EditorState) -> Draft {
    var draft = draft(of: editor)
    if editor.parts.contains(.descriptions), !editor.sidePictures.isEmpty {
      draft.sidePictures = editor.sidePictures
    }
    draft.delivery.poll = editor.newPoll
    return draft
  }

  /// Applies the result; each changed field is one undo step.
  mutating func externalEditorClosed(_ result: ExternalEditorResult, at now: Double) -> [Effect] {
    guard var editor = focus.editor else { return [] }
    // What was begun in the external editor, and has no words, ends with it.
    let begins = editor.beginsOutside
    editor.beginsOutside = false
    focus.editor = editor
    func end() -> [Effect] {
      begins && focus.editor?.isWorthKeeping == false ? closeEditor(keeping: false, at: now) : []
    }
    switch result {
    case .unchanged(let reason): return end() + [.note(reason)]
    case .lost(let reason): return end() + [.note(reason, isError: true)]
    case .failed(let reason): return [.note(reason, isError: true)]
    case .changed(let document):
      let before = documentDraft(of: editor)
      var edited = before
      let complaint = edited.take(document: document)
      if !editor.fields.contains(.summary) { edited.words.summary = before.words.summary }
      if !editor.fields.contains(.body) { edited.words.body = before.words.body }
      if !edited.words.title.isEmpty { editor.service?.hasWarning = true }
      let poll = edited.delivery.poll
      if poll != before.delivery.poll { editor.take(poll) }
      let pictures = edited.sidePictures.map(\.description)
      editor.describe(pictures)
      editor.replace(
        edited.words,
        beside: editor.hasPoll ? poll?.options.joined(separator: "\n") : pictures.first)
      let isAllowed = editor.service?.choose(edited.delivery) ?? true
      // More readers than its draft is kept for are a change, too.
      let isChanged = documentDraft(of: editor) != before || editor.service != focus.editor?.service
      guard isChanged || !isAllowed, editor.isWorthKeeping || !begins else {
        return end() + [
          complaint.map { .note($0, isError: true) } ?? .note("Your editor made no changes.")
        ]
      }
      if let problem = complaint ?? (isAllowed ? nil : ServiceWriting.tooManyReaders) {
        return replaceEditor(with: editor, at: now) + [.note(problem, isError: true)]
      }
      let undo = "\(keyName(.editor(.edited(.undo)))) undoes it."
      let note =
        PostText.isDocument(document)
        ? edited.words == before.words
          ? "Updated from your editor." : "Updated from your editor; \(undo)"
        : "The lines of dashes are missing, so all of the text is now the body. \(undo)"
      return replaceEditor(with: editor, at: now) + [.note(note)]
    }
  }
}
