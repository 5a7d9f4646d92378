extension TextEditor {
  /// Replaces the whole text as one undo step, and moves the caret behind the change.
  ///
  /// Keeps equal paragraphs at the beginning and the end. Rejects a text that is too long.
  /// - Returns: whether the text has changed.
  @discardableResult
  package mutating func replaceAll(with new: String) -> Bool {
    let text = EditorText.sanitized(new, breaks: mode.allowsBreaks)
    guard text.utf8.count <= Self.maximumBytes else { return false }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let old = content.paragraphs
    var start = 0
    while start < min(old.count, lines.count), Self.areSame(old[start].text, lines[start]) {
      start += 1
    }
    guard start < max(old.count, lines.count) else { return false }
    // Replaces at least one paragraph of each, since line breaks are between paragraphs, not after
    // them.
    start = min(start, old.count - 1, lines.count - 1)
    var tail = 0
    while tail < min(old.count, lines.count) - start - 1,
      Self.areSame(old[old.count - 1 - tail].text, lines[lines.count - 1 - tail])
    {
      tail += 1
    }
    history.close()
    (continuation, mouseSelection) = (.none, nil)
    let range = content.start(of: start)..<content.end(of: old.count - 1 - tail)
    change(range, with: lines[start..<(lines.count - tail)].joined(separator: "\n"))
    history.close()
    followCaret()
    return true
  }

  /// Compares bytes: strings also count as equal if they are canonically equivalent.
  private static func areSame(_ one: String, _ other: Substring) -> Bool {
    one.utf8.elementsEqual(other.utf8)
  }
}
