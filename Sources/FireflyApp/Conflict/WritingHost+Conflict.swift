import FireflyCore
import FireflyModel

// Handles conflicts: a post was changed on the server during editing. Both versions are kept until
// the user decides.
extension WritingHost {
  mutating func reduceConflict(_ action: ConflictAction, at now: Double) -> [Effect] {
    guard let conflict = focus[Conflict.self] else { return [] }
    switch action {
    case .scrolled(let scroll):
      focus[Conflict.self]?.scroll(scroll)
      return []
    case .closed:
      focus[Conflict.self] = nil
      return []
    case .minePressed:
      return decide(conflict.comparison, at: now) + [.send(.editor(.savePressed))]
    case .bothPressed:
      let changes = decide(conflict.comparison, conflict.comparison.both, at: now)
      let key = keyName(.editor(.edited(.undo)))
      let marks = Comparison.hasMarks(conflict.comparison.both) ? ", between marks" : ""
      return changes + [
        .note("Both versions are in the text now\(marks). \(key) restores yours.")
      ]
    case .theirsPressed:
      ask(
        Dialog(
          "Discard your version?",
          detail: "The version on the server stays. Yours is kept as a draft for a day.",
          [
            .init(title: "Cancel", action: nil),
            .init(title: "Take theirs", action: .conflict(.theirsConfirmed)),
          ]))
      return []
    case .theirsConfirmed:
      focus[Conflict.self] = nil
      let words = "Theirs stays. \(keyName(.moving(.undoPressed))) restores yours."
      return closeEditor(keeping: false, words, at: now)
    }
  }

  /// Merges the server's version and saves the result, or opens the comparison where words collide.
  mutating func conflictFound(
    _ comparison: Comparison, of target: DraftTarget, at now: Double
  ) -> [Effect] {
    guard var sent = writing.sending.removeValue(forKey: target) else { return [] }
    writing.progress[target] = nil
    sent.saveFailed()
    if let merged = comparison.merged {
      sent.base = comparison.theirs
      sent.replace(merged)
      sent.mergeNote = "Merged: \(comparison.origins(of: merged))."
      writing.sending[target] = sent
      let changes = lists.change(sent.card, context(at: now)) { $0.apply(merged) }
      return changes + formatBody(of: sent.card, in: sent.level, at: now) + [
        .writing(.save(draft(of: sent)))
      ]
    }
    // The card shows the server's version from now on.
    let theirs = comparison.theirs.words
    let changes = lists.change(sent.card, context(at: now)) { post in
      post.apply(theirs)
      sent.attachment.showOriginal(in: &post)
    }
    let failure = LoadFailure(.conflict, "Someone changed this post while you were editing.")
    guard reopenEditor(sent, at: now) else {
      return changes + park(sent, failure, at: now)
    }
    focus.replace(with: Conflict(comparison, at: target, layout))
    return changes
  }

  /// Goes back to the editor, optionally with other texts, which now edit the server's version.
  private mutating func decide(
    _ comparison: Comparison, _ words: PostText? = nil, at now: Double
  ) -> [Effect] {
    focus[Conflict.self] = nil
    guard var editor = focus.editor else { return [] }
    editor.base = comparison.theirs
    if let words { editor.replace(words) }
    return replaceEditor(with: editor, at: now)
  }
}
