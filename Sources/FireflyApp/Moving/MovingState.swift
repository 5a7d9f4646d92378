import FireflyCore

/// The post that is being moved, and the moves and deletions that are not confirmed yet.
struct MovingState: Equatable, Sendable {
  /// The post to pick up once the abilities are known.
  var pendingPickUp: Post.ID?
  /// Another user's post to delete once it is known whether the current user is a moderator.
  var pendingDeletion: Post.ID?
  /// The post that is being moved.
  var movedPost: Post?
  /// Moves and restorations without a response, by post.
  var pending: [Post.ID: Step] = [:]
  /// What can be undone.
  var undo = UndoStack()
  /// Deletions without a response, by post.
  var removals: [Post.ID: ListsState.Removal] = [:]

  /// A move or deletion, with the state needed to undo it.
  struct Step: Equatable, Sendable {
    /// The kind of a step.
    enum Kind: Hashable, Sendable {
      case deletion
      /// A move between two parents; nil for the root.
      case move(from: Post.ID?, to: Post.ID?)
    }

    var kind: Kind
    /// The post before the step.
    var post: Post
    /// Its positions in the lists from which it was removed.
    var removal: ListsState.Removal
    /// The removal of the step that this one undoes; nil if it undoes none.
    var undoing: ListsState.Removal?
  }

  /// Whether the server has not confirmed a move or deletion yet.
  var isBusy: Bool { !pending.isEmpty || !removals.isEmpty }

  /// Removes what belongs to the last user; pending deletions can still fail and be reverted.
  mutating func userSignedOut() {
    let removals = removals
    self = MovingState()
    self.removals = removals
  }
}
