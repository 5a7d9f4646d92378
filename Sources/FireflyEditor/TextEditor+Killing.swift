extension TextEditor {
  /// Cuts the text between the caret and the target of a motion; consecutive cuts are joined.
  mutating func kill(_ motion: EditorMotion, goesOn: Bool) -> EditorOutcome {
    if caret.selection != nil { return cut() }
    var range = range(to: motion)
    // At the end of a paragraph, the line break.
    if range == nil, motion == .paragraphEnd { range = self.range(to: .right) }
    if range == nil, motion == .paragraphStart { range = self.range(to: .left) }
    continuation = goesOn ? .kill : .none
    guard let range else { return EditorOutcome() }
    let text = content.text(in: range)
    if goesOn {
      killRing.extend(text, isBefore: range.lowerBound < caret.position)
    } else {
      killRing.push(text)
    }
    continuation = .kill
    return change(range, with: "")
  }

  mutating func cut() -> EditorOutcome {
    guard let selection = caret.selection else { return EditorOutcome() }
    let text = content.text(in: selection)
    killRing.push(text)
    var outcome = change(selection, with: "")
    outcome.clipboard = text
    return outcome
  }

  mutating func copy() -> String? {
    guard let text = selectedText else { return nil }
    killRing.push(text)
    caret.isMarking = false
    return text
  }

  mutating func yank() -> EditorOutcome {
    killRing.reset()
    return insertKilledText()
  }

  /// Replaces the text of the last yank by the text cut before it.
  mutating func yankPrevious() -> EditorOutcome {
    guard undo() else { return EditorOutcome() }
    history.dropUndone()
    killRing.rotate()
    return insertKilledText()
  }

  private mutating func insertKilledText() -> EditorOutcome {
    guard let text = killRing.current else { return EditorOutcome() }
    let outcome = paste(text)
    if outcome.didChange { continuation = .yank }
    return outcome
  }
}
