import FireflyCore
import FireflyEditor

/// Something that happened with the picture of what is being written.
public enum AttachmentAction: Hashable, Sendable {
  // What the user does.
  /// A picture was asked for: where is it?
  case pressed
  /// The picture is to go.
  case removePressed
  /// The thumbnail is to look a step further: to the right and down, or back (-1).
  case cropMoved(x: Int, y: Int)
  /// Something was done to the path that is being typed.
  case pathEdited(EditorCommand)
  /// The path is to go on by itself: to the next (1) or the previous (-1) name.
  case completionPressed(Int)
  /// One of the names that the path can go on with was chosen.
  case namePressed(Int)
  /// The path is as it should be.
  case pathAccepted
  /// No picture after all.
  case pathCancelled

  // What the effects bring back.
  /// How a path can go on.
  case completed(PathCompletion)
  /// A picture was made ready to be sent, or why not, as a sentence.
  case response(DraftTarget, AttachmentResponse)
  /// A pasted text has proved to be the path of a picture.
  case recognized(PictureOffer, DraftTarget)
  /// Whether the server can take the picture off a post.
  case removalChecked(DraftTarget, isPossible: Bool)
  /// How much of a picture has left for the server.
  case progress(DraftTarget, sent: Int, of: Int)
}

extension AttachmentAction {
  /// Whether it is about the line for a path, which is there before the draft has been looked for.
  var isAboutPath: Bool {
    switch self {
    case .pressed, .pathEdited, .completionPressed, .namePressed, .pathAccepted, .pathCancelled,
      .completed:
      true
    case .removePressed, .cropMoved, .response, .recognized, .removalChecked, .progress: false
    }
  }
}

/// What became of the wish to attach a picture.
public enum AttachmentResponse: Hashable, Sendable {
  /// It goes with the draft.
  case attached(AttachedPicture)
  /// It doesn't, and why, as a sentence.
  case refused(String)
}

/// A picture that goes with a draft from now on.
public struct AttachedPicture: Hashable, Sendable {
  /// The picture.
  public var picture: Draft.Picture
  /// Its width divided by its height.
  public var aspectRatio: Double
  /// Why it is not kept on the disk, as a sentence; nil if it is.
  public var complaint: String?

  /// A picture of a shape.
  public init(picture: Draft.Picture, aspectRatio: Double, complaint: String? = nil) {
    self.picture = picture
    self.aspectRatio = aspectRatio
    self.complaint = complaint
  }
}
