import FireflyCore
import FireflyEditor
import FireflyModel

/// An event of the picture of an edited post.
package enum AttachmentAction: Hashable, Sendable {
  // User input.
  /// Attaching a picture was requested.
  case pressed
  /// Removing or restoring the picture was requested.
  case removePressed
  /// The next picture of a post on a service was requested.
  case nextPressed
  /// Moving the picture to the front of the others was requested, on a service.
  case orderPressed
  /// The crop was moved: 1 to the right or down, -1 to the left or up.
  case cropMoved(x: Int, y: Int)
  /// The path was edited.
  case pathEdited(EditorCommand)
  /// Completing the path was requested: the next (1) or previous (-1) name.
  case completionPressed(Int)
  /// A name of the completion was chosen.
  case namePressed(Int)
  /// The path was accepted.
  case pathAccepted
  /// The path was cancelled.
  case pathCancelled

  // Responses.
  /// The completion of a path.
  case completed(PathCompletion)
  /// Pictures were prepared for sending, or the reason of a failure.
  case response(DraftTarget, AttachmentResponse)
  /// A pasted text is the paths of pictures.
  case recognized(PictureOffer, DraftTarget)
  /// Whether the server can remove the picture of a post; nil if it didn't answer.
  case removalChecked(DraftTarget, isPossible: Bool?)
  /// The upload progress of a picture, in bytes; or the server prepares what was sent.
  case progress(DraftTarget, sent: Int, of: Int, isWaiting: Bool = false)
}

extension AttachmentAction {
  /// Whether it is an event of the path field, which can be used before the draft is opened.
  var isAboutPath: Bool {
    switch self {
    case .pressed, .pathEdited, .completionPressed, .namePressed, .pathAccepted, .pathCancelled,
      .completed:
      true
    case .removePressed, .nextPressed, .orderPressed, .cropMoved, .response, .recognized,
      .removalChecked, .progress:
      false
    }
  }
}

/// Paths of pictures that were pasted into a text, so that the pictures can be attached instead.
package struct PictureOffer: Hashable, Sendable {
  /// The paths.
  package let paths: [String]
  /// The field with the pasted path.
  let field: EditorField
  /// The revision after the paste; the offer is valid until the next change.
  let revision: Int
}
