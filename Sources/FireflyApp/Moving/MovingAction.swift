import FireflyCore
import FireflyModel

/// An event of moving, deleting or undoing.
package enum MovingAction: Hashable, Sendable {
  // User input.
  /// Moving the selected post was requested, or putting the moved post under it.
  case pressed
  /// Putting the moved post at the root was requested.
  case rootPressed
  /// Moving was cancelled.
  case released
  /// Deleting the selected post was requested.
  case deletePressed
  /// Deleting a post was confirmed.
  case deleteConfirmed(Post.ID)
  /// Deleting a post of a service to write it anew was confirmed.
  case redraftConfirmed(Post.ID)
  /// Undoing the last step was requested.
  case undoPressed

  /// A feature has changed something that an effect undoes; then there is a note, unless the effect says it.
  indirect case undoable(Effect, note: String?)
  /// What an effect undoes is undone, or can no longer be.
  indirect case undone(by: Effect)

  // Responses.
  /// The server's abilities; nil if the request failed.
  case abilitiesResponse(ServerAbilities?)
  /// The response to moving a post, and the size of its branch; nil if unknown.
  indirect case moveResponse(Post.ID, Result<Post, LoadFailure>, BranchSize? = nil)
  /// The response to deleting a post; the draft that has all of it, if it is to be written anew.
  indirect case deleteResponse(Post.ID, DeleteResponse, Draft? = nil)
  /// The response to restoring a post.
  indirect case restoreResponse(Post.ID, Result<Post, LoadFailure>)
}

/// The result of deleting a post.
package enum DeleteResponse: Hashable, Sendable {
  /// The post was deleted.
  case deleted
  /// The post was not deleted.
  case failed(LoadFailure)
  /// The response was lost and can't be requested again.
  case unconfirmed(LoadFailure)
}
