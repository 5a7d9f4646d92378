import FireflyCore

/// The post that is being moved, and the moves and deletions that can be undone.
struct MovingState: Equatable, Sendable {
  /// Steps that can be undone; the oldest are forgotten.
  private static let maximumSteps = 100

  /// What the server can do; nil while it isn't known.
  var abilities: ServerAbilities?
  /// What is to be taken up when that is known.
  var pendingPickUp: Post.ID?
  /// Another user's post that is to be deleted when it is known whether the current user may.
  var pendingDeletion: Post.ID?
  /// What was taken up.
  var carried: Post?
  /// What is on its way to the server, by the post.
  var pending: [Post.ID: Step] = [:]
  /// What was deleted and is not answered yet.
  var removals: [Post.ID: ListsState.Removal] = [:]
  /// The moves and deletions that can be undone, the last one last.
  private(set) var undoSteps: [Step] = []

  /// A change of where a post is, with what puts it back on the screen.
  struct Step: Equatable, Sendable {
    /// What was done.
    enum Kind: Hashable, Sendable {
      /// It was deleted.
      case deletion
      /// It was moved, from one place to another; nil for the root.
      case move(from: Post.ID?, to: Post.ID?)
    }

    /// What was done.
    var kind: Kind
    /// The post, as it was before.
    var post: Post
    /// Where it stood in the lists that it is not in any more.
    var removal: ListsState.Removal
    /// Of the step that it takes back, where the post stood then; nil where it takes back none.
    var undoing: ListsState.Removal?
  }

  /// Whether the server has not confirmed a move or deletion yet.
  var isBusy: Bool { !pending.isEmpty || !removals.isEmpty }

  /// Forgets what the last user did; what is still being deleted can come back.
  mutating func userSignedOut() {
    let removals = removals
    self = MovingState()
    self.removals = removals
  }

  /// Records a step that the server has confirmed.
  mutating func record(_ step: Step) {
    undoSteps.append(step)
    if undoSteps.count > Self.maximumSteps { undoSteps.removeFirst() }
  }

  /// Removes and returns the last step, to undo it.
  mutating func popLast() -> Step? { undoSteps.popLast() }
}

extension Post {
  /// The post above; nil at the root, which servers have different words for.
  var realParentID: Post.ID? { parentID.flatMap { $0 < 0 ? nil : $0 } }
}
