import FireflyCore

/// An effect of the picture of an edited post.
package enum AttachmentEffect: Hashable, Sendable {
  /// Prepare pictures for a draft; the paths are as the user typed them.
  case attach([String], to: Draft.Key)
  /// Complete a path.
  case completePath(String)
  /// Check whether a pasted text is the path of a picture.
  case recognize(PictureOffer, DraftTarget)
  /// Check whether the server can remove a post's picture.
  case checkRemoval(DraftTarget)
}

extension JobID {
  /// Completing a path.
  package static let completion = JobID.named("completion")
  /// Checking a pasted path.
  package static let recognition = JobID.named("recognition")
  /// Checking whether pictures can be removed.
  package static let removalCheck = JobID.named("removalCheck")
}
