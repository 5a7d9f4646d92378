/// One change of a text: what stood at a place, and what stands there since.
struct EditStep: Hashable, Sendable {
  /// What a change is, as far as it matters for the next: those of one kind go together.
  enum Kind: Hashable, Sendable {
    /// Typing; whether the last character is a space.
    case typing(endsInSpace: Bool)
    /// Deleting to the left or the right; whether a word was deleted from.
    case erasingLeft(reachedWord: Bool)
    case erasingRight(reachedWord: Bool)
    /// Everything that is a step by itself.
    case whole
  }

  /// Where it is.
  var position: TextPosition
  /// What stood there.
  var removed: String
  /// What stands there since.
  var inserted: String
  var kind: Kind
  /// The caret before and behind it.
  var before: Caret
  var after: Caret

  /// Bytes of text that are kept for it.
  var count: Int { removed.utf8.count + inserted.utf8.count }

  /// Takes over a change that follows upon this one, if the two are one step: letters of one word, with
  /// the spaces behind it.
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
