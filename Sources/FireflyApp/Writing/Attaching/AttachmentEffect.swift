import FireflyCore

/// Something to be done for the picture of what is being written.
public enum AttachmentEffect: Hashable, Sendable {
  /// Make a picture ready to be sent with a draft; its path is as the user typed it.
  case attach(String, to: Draft.Key)
  /// List the ways in which a path that is being typed can go on.
  case completePath(String)
  /// Check whether a pasted text is the path of a picture.
  case recognize(PictureOffer, DraftTarget)
  /// Ask whether the server can take a picture off a post.
  case checkRemoval(DraftTarget)
}

extension JobID {
  /// How a path can go on.
  public static let completion = JobID.named("completion")
  /// Whether a pasted text is the path of a picture.
  public static let recognition = JobID.named("recognition")
  /// Whether a picture can be taken off a post.
  public static let removalCheck = JobID.named("removalCheck")
}
