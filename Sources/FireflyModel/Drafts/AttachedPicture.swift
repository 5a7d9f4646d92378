import FireflyCore

/// A picture attached to a draft.
package struct AttachedPicture: Hashable, Sendable {
  /// The picture.
  package var picture: Draft.Picture
  /// Its width divided by its height.
  package var aspectRatio: Double
  /// Why it could not be stored, as a sentence; nil if it was.
  package var complaint: String?

  /// Creates an attached picture.
  package init(picture: Draft.Picture, aspectRatio: Double, complaint: String? = nil) {
    self.picture = picture
    self.aspectRatio = aspectRatio
    self.complaint = complaint
  }
}

/// The result of attaching a picture.
package enum AttachmentResponse: Hashable, Sendable {
  /// The pictures are ready.
  case attached([AttachedPicture])
  /// The picture was refused; the reason, as a sentence.
  case refused(String)
}
