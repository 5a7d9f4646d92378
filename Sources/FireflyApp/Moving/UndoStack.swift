import FireflyCore
import FireflyModel

/// What the user has done and can undo, of all features in one order.
package struct UndoStack: Equatable, Sendable {
  /// Maximum number of steps; the oldest are dropped.
  private static let maximumSteps = 100

  /// Something that can be undone.
  enum Step: Equatable, Sendable {
    /// A move or a deletion that the server has confirmed.
    case moving(MovingState.Step)
    /// A change of read marks, or of what is muted, silenced, followed or saved for later; without a note the
    /// effect says what has come of it, and the step stays until then.
    case marking(undoneBy: Effect, note: String?)
    /// A draft that was discarded.
    case discard(EditorState)
    /// A draft that was discarded in the list of drafts.
    case discardedDraft(Draft)
    /// A text that was left, and is kept as a draft.
    case kept(Draft)
    /// A change of a post that was saved; the editor has what the post had before.
    case change(EditorState)
    /// What can't be undone; why, as a sentence.
    case lost(String)
    /// A post that was sent: only deleting it takes it back.
    case sent(Post.ID)
    /// Being led to this place, to something that came there.
    case arrived
    /// Beginning at the top of a list, instead of where the user was in it.
    case begunAtTop(SavedPositions.Path, in: Audience)
  }

  /// The steps, the last one last.
  private(set) var steps: [Step] = []
  /// Whether the last step was undone, and nothing was done or said since.
  private var isUsedUp = false
  /// The draft that the last step has gone on with, if nothing was done since.
  private(set) var goesOnWith: Draft.Key?

  /// Those that can still be undone in another session at the same place.
  var lasting: UndoStack {
    var stack = UndoStack()
    stack.steps = steps.compactMap(\.lasting)
    return stack
  }

  /// The draft that was discarded last; nil if none can be restored.
  var discarded: EditorState? {
    for case .discard(let editor) in steps.reversed() { return editor }
    return nil
  }

  /// Records a step.
  mutating func record(_ step: Step) {
    (isUsedUp, goesOnWith) = (false, nil)
    steps.append(step)
    if steps.count > Self.maximumSteps { steps.removeFirst() }
  }

  /// Removes the last step that an effect undoes: it is undone.
  mutating func removeLast(undoneBy effect: Effect) {
    let index = steps.lastIndex {
      if case .marking(effect, _) = $0 { true } else { false }
    }
    if let index { steps.remove(at: index) }
  }

  /// Removes the steps that go on with a draft: one was discarded, and a key too many must open no other.
  mutating func removeKept() {
    steps.removeAll { if case .kept = $0 { true } else { false } }
  }

  /// Removes the step of a post that was sent: it was deleted.
  mutating func removeSent(_ id: Post.ID) { steps.removeAll { $0 == .sent(id) } }

  /// Removes and returns the last step.
  mutating func popLast() -> Step? {
    if steps.isEmpty { return nil }
    isUsedUp = steps.count == 1
    let step = steps.removeLast()
    goesOnWith = if case .kept(let draft) = step { draft.key } else { nil }
    return step
  }

  /// Returns whether the key has just undone the last step: pressed once more, it may be one time too many.
  mutating func takeIsUsedUp() -> Bool {
    defer { isUsedUp = false }
    return isUsedUp
  }
}

extension UndoStack.Step {
  /// The step without what belongs to its session, such as the numbers of lists; nil if nothing is left.
  fileprivate var lasting: Self? {
    switch self {
    case .arrived, .begunAtTop: return nil
    case .moving(var step):
      step.removal = step.removal.atTop
      step.undoing = step.undoing?.atTop
      return .moving(step)
    case .discard, .discardedDraft, .kept, .change, .marking, .lost, .sent: return self
    }
  }
}
