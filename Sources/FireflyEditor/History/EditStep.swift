/// One change of a text: the removed and the inserted text at a position.
struct EditStep: Hashable, Sendable {
  /// The kind of a change; successive changes of one kind may form one step.
  enum Kind: Hashable, Sendable {
    /// Typing, and whether the last character is a space.
    case typing(endsInSpace: Bool)
    /// Deleting to the left or the right, and whether part of a word was deleted.
    case erasingLeft(reachedWord: Bool)
    case erasingRight(reachedWord: Bool)
    /// Any other change, which is a step by itself.
    case whole
  }

  var position: TextPosition
  /// The text that was removed.
  var removed: String
  /// The text that was inserted.
  var inserted: String
  var kind: Kind
  /// The caret before and after the change.
  var before: Caret
  var after: Caret

  /// Size of its texts in bytes.
  var count: Int { removed.utf8.count + inserted.utf8.count }

  /// Extends this step by the next change if they form one step: letters of a word, and the spaces
  /// after it.
  mutating func join(_ next: EditStep) -> Bool {
    switch (kind, next.kind) {
    case (.typing(let wasSpace), .typing(let isSpace)):
      guard next.removed.isEmpty, !wasSpace || isSpace,
        next.position == position.advanced(over: inserted)
      else { return false }
      inserted += next.inserted
    case (.erasingLeft(let wasWord), .erasingLeft(let isWord)):
      guard !wasWord || isWord, next.position.advanced(over: next.removed) == position else {
        return false
      }
      position = next.position
      removed = next.removed + removed
    case (.erasingRight(let wasWord), .erasingRight(let isWord)):
      guard !wasWord || isWord, next.position == position else { return false }
      removed += next.removed
    default: return false
    }
    kind = next.kind
    after = next.after
    return true
  }
}
