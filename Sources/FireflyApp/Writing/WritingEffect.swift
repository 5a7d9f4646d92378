import FireflyCore

/// Something to be done for writing posts.
public enum WritingEffect: Hashable, Sendable {
  /// Load the user's own profile, to edit it; a server makes a blank one where there is none.
  case loadOwnProfile(email: String)
  /// Load the placeholders of a template's empty fields.
  case loadTemplate(String)
  /// Lay out the body that is being written as it will be read; `revision` counts its changes so far.
  case formatPreview(String, revision: Int, columns: Int)
  /// Save a post, and remove its draft when that is done.
  case save(Draft)
  /// Remember the user's new name.
  case storeName(String)
  /// Remember that a user has written something of an explorer's kind.
  case recordWritten(Explorer, by: String)
}

extension JobID {
  /// What is being written, as it will be read.
  public static let preview = JobID.named("preview")
}
