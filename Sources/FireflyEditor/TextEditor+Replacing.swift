extension TextEditor {
  /// Puts a text in the place of the whole one, as one change that can be taken back; the caret then stands
  /// behind what is new.
  ///
  /// Paragraphs that are alike at the beginning and the end stay as they are. A text that is too long is
  /// left out.
  /// - Returns: whether the text has changed.
  @discardableResult
  public mutating func replaceAll(with new: String) -> Bool {
    let text = EditorText.admitted(new, breaks: mode.allowsBreaks)
    guard text.utf8.count <= Self.maximumBytes else { return false }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let old = content.paragraphs
    var start = 0
    while start < min(old.count, lines.count), Self.areSame(old[start].text, lines[start]) {
      start += 1
    }
    guard start < max(old.count, lines.count) else { return false }
    // At least one paragraph of each is replaced: breaks stand between two, not behind one.
    start = min(start, old.count - 1, lines.count - 1)
    var tail = 0
    while tail < min(old.count, lines.count) - start - 1,
      Self.areSame(old[old.count - 1 - tail].text, lines[lines.count - 1 - tail])
    {
      tail += 1
    }
    history.close()
    (continuation, grip) = (.none, nil)
    let range = content.start(of: start)..<content.end(of: old.count - 1 - tail)
    change(range, with: lines[start..<(lines.count - tail)].joined(separator: "\n"))
    history.close()
    followCaret()
    return true
  }

  /// Strings are equal already if they only look the same.
  private static func areSame(_ one: String, _ other: Substring) -> Bool {
    one.utf8.elementsEqual(other.utf8)
  }
}
