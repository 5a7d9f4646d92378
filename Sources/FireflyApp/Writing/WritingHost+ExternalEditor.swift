import FireflyCore

// Editing in the user's external editor.
extension WritingHost {
  /// Opens the text in the external editor.
  mutating func openExternalEditor() -> [Effect] {
    guard var editor = focus.editor else { return [] }
    editor.isChordBegun = false
    focus.editor = editor
    let isOfService = editor.service != nil
    let notes =
      (isOfService ? PostText.serviceNotes : PostText.formNotes) + [
        "If you change nothing, or the editor exits with an error, your text stays as it is."
      ]
    let document = editor.words.document(notes: notes, isOfService: isOfService)
    return [.terminal(.openEditor(document, of: draft(of: editor)))]
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
      let before = editor.words
      var words = PostText(document: document, original: before)
      if !editor.fields.contains(.summary) { words.summary = before.summary }
      if !editor.fields.contains(.body) { words.body = before.body }
      if !words.title.isEmpty { editor.service?.hasWarning = true }
      editor.replace(words)
      guard editor.words != before, editor.isWorthKeeping || !begins else {
        return end() + [.note("Your editor made no changes.")]
      }
      let undo = "\(keyName("undo", in: .editor)) undoes it."
      let note =
        PostText.isDocument(document)
        ? "Updated from your editor; \(undo)"
        : "The lines of dashes are missing, so all of the text is now the body. \(undo)"
      return replaceEditor(with: editor, at: now) + [.note(note)]
    }
  }
}
