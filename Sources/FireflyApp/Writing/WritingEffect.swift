import FireflyCore

/// An effect of writing.
package enum WritingEffect: Hashable, Sendable {
  /// Load the user's own profile, for editing; servers create a blank one.
  case loadOwnProfile(email: String)
  /// Load a post of a service with its words as they were typed, and what its posts have.
  case loadWritten(Post.ID)
  /// Load what the posts of a service have.
  case loadFields
  /// Load the placeholders of a template's empty fields.
  case loadTemplate(String)
  /// Format the preview of the body; `revision` counts its changes.
  case formatPreview(String, revision: Int, columns: Int)
  /// Save a post, then remove its draft.
  case save(Draft)
  /// Take the password of a feed's server, for the next request to it.
  case givePassword(String, PasswordRequest)
  /// Store the user's new name.
  case storeName(String)
  /// Record that a user has written a post of an explorer's kind.
  case recordWritten(Explorer, by: PersonID)
}

extension JobID {
  /// Formatting the preview.
  package static let preview = JobID.named("preview")
}
