import FireflyCore

// A post that has changed on the server while the user edited it: both are shown, and nothing is lost
// until the user has decided.
extension WritingHost {
  mutating func reduceConflict(_ action: ConflictAction, at now: Double) -> [Effect] {
    guard var conflict = focus.conflict else { return [] }
    switch action {
    case .scrolled, .paged, .jumpedToStart, .jumpedToEnd:
      conflict.reduce(action)
      focus.conflict = conflict
      return []
    case .closed:
      focus.conflict = nil
      return []
    case .minePressed:
      return decide(conflict.comparison, at: now) + [.send(.editor(.savePressed))]
    case .bothPressed:
      let changes = decide(conflict.comparison, conflict.comparison.both, at: now)
      let key = keyLabel("undo", in: .editor)
      let words = "Both versions are in the text now, between marks. \(key) restores yours."
      return changes + [.send(.noted(words))]
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
      focus.conflict = nil
      return [.send(.editor(.discarded))]
    }
  }

  /// The server has another version than the one that was changed.
  mutating func conflictFound(
    _ comparison: Comparison, of target: DraftTarget, at now: Double
  ) -> [Effect] {
    guard var sent = writing.sending.removeValue(forKey: target) else { return [] }
    writing.progress[target] = nil
    sent.saveFailed(unconfirmed: [])
    // What is read from now on is what there is.
    let theirs = comparison.theirs.words
    let changes = lists.change(sent.card, context(at: now)) { post in
      post.apply(theirs)
      sent.attachment.showOriginal(in: &post)
    }
    let failure = LoadFailure(.conflict, "Someone changed this post while you were editing.")
    guard reopenEditor(sent, failure, at: now) else {
      return changes + park(sent, failure, at: now)
    }
    focus.replace(with: Conflict(comparison, at: target, layout))
    return changes
  }

  /// Goes back to the card, perhaps with other words; they change the server's version from now on.
  private mutating func decide(
    _ comparison: Comparison, _ words: Draft.Words? = nil, at now: Double
  ) -> [Effect] {
    focus.conflict = nil
    guard var editor = focus.editor else { return [] }
    editor.base = comparison.theirs
    if let words { editor.replace(words) }
    return replaceEditor(with: editor, at: now)
  }
}
