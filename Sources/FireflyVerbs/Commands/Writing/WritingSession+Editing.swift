import FireflyClient
import FireflyCore
import Foundation

// A draft in the user's editor.
extension WritingSession {
  /// Edits a draft in the user's editor.
  ///
  /// - Throws: `Failure`; if a signal ended the editor, or the text can't be sent as it is, it was saved as a draft.
  func edit(_ draft: inout OpenDraft, notes: [String]) throws {
    guard VerbEnvironment.current.asks else {
      draft.close()
      throw Failure(
        "No editor opens with --no-input. Use --title, --summary, --body or --image.",
        code: Failure.noTerminal)
    }
    let before = draft.draft
    let (edit, outcome) = try open(
      before.document(
        notes: notes,
        // A saved search has a title, also of a service.
        of: site.has(.ownFields) && before.template == Post.Template.post.name
          ? (try? fields().parts) ?? .service : .firefly),
      for: before)
    /// The draft as it is kept: the user has not agreed to more readers.
    func taking(_ edited: String) -> (draft: OpenDraft, complaint: String?) {
      var taken = draft
      let complaint = taken.draft.take(document: edited)
      if draft.earlier != nil { taken.draft.delivery.narrow(to: before.delivery.readers) }
      return (taken, complaint)
    }
    switch outcome {
    case .untouched: break
    case .text(let edited):
      let (kept, complaint) = taking(edited)
      kept.keep()
      edit.discard()
      if let complaint { throw Failure("\(complaint) Nothing was sent. \(kept.save())") }
      _ = draft.draft.take(document: edited)
    case .unreadable(let reason, let path):
      draft.close()
      throw Failure("Nothing was sent: the editor's file \(path) can't be read, \(reason).")
    case .missing(let command):
      draft.close()
      throw Failure("No editor “\(command)”. Set $VISUAL or $EDITOR.")
    case .refused(let code, let path):
      draft.close()
      let file = path.map { " Its file is \($0)." } ?? ""
      throw Failure("The editor exited with code \(code); nothing was sent.\(file)")
    case .interrupted(let edited, let signal, let path):
      let interrupted = edited.map { taking($0).draft } ?? draft
      let place = interrupted.save()
      if let edited, interrupted.isFree, drafts.flush() == nil { edit.markSaved(edited) }
      throw Failure(
        "The editor was stopped by a signal; its file is \(path). \(place)", code: 128 + signal)
    }
  }

  private func open(
    _ text: String, for draft: Draft
  ) throws -> (ExternalEdit, ExternalEdit.Outcome) {
    do {
      let edit = try editor.prepare(text, for: draft)
      // The text is a draft, or from the server or the command line.
      edit.markOriginalSaved()
      let outcome = try MainLoop.run { @MainActor in
        let signals = SignalSources()
        // Signals of the keyboard go to the editor only.
        for number in [SIGINT, SIGTERM, SIGHUP] { signals.on(number) { edit.end(by: number) } }
        defer { signals.stop() }
        return try await edit.run()
      }
      return (edit, outcome)
    } catch let problem as ExternalEditor.Problem {
      throw Failure("\(problem) Use --body - to read the body from standard input.")
    }
  }
}
