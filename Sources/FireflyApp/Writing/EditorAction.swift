import FireflyCore
import FireflyEditor
import FireflyModel
import FireflyScreen

/// A text field of the editor.
package typealias EditorField = PostField

extension EditorField {
  /// The name of its element.
  var elementID: String { "editor-\(self)" }
}

/// An event of writing.
package enum EditorAction: Hashable, Sendable {
  // User input.
  /// A new post or search was requested.
  case newPressed
  /// A reply to the selected post was requested.
  case replyPressed
  /// The child indicator of the user's own post without children was pressed: begin the first child
  /// (seed 001).
  case firstChildWanted
  /// The user chose between continuing a draft and beginning another post.
  case draftChosen(isNew: Bool, goesBack: Bool)
  /// The list of drafts was requested.
  case draftsPressed
  /// Going on with a draft was requested, by the ID of its row.
  case draftWanted(Post.ID)
  /// Discarding a draft was requested, by the ID of its row.
  case draftDiscarded(Post.ID)
  /// Editing the selected post was requested.
  case editPressed
  /// Editing the user's own profile was requested.
  case profilePressed
  /// The text of the current field was edited.
  case edited(EditorCommand)
  /// The mouse was pressed in a field, at a cell relative to its top left corner.
  case fieldPressed(EditorField, row: Int, column: Int)
  /// The mouse was dragged in a field, to a cell relative to its top left corner.
  case fieldDragged(EditorField, row: Int, column: Int)
  /// The mouse wheel was turned, down if positive.
  case wheelTurned(Int)
  /// The next (1) or previous (-1) field was requested.
  case nextFieldPressed(Int)
  /// A content warning was requested, or its end; on services with accounts.
  case warningPressed
  /// Other readers were requested; on services with accounts.
  case readersPressed
  /// Another language was requested; on services with accounts.
  case languagePressed
  /// An event of the poll; on services with accounts.
  case poll(PollAction)
  /// Another parent, or none, was requested for a new post.
  case placePressed
  /// The place was chosen: the top level, or below a post that the user goes to.
  case placeChosen(isTop: Bool)
  /// The draft that waits for a place goes here, or another text begins.
  case placed(isHere: Bool, goesBack: Bool)
  /// The user agreed to who may read the post.
  case readersAccepted
  /// The user wants a post to be sent although the service may have it.
  case sendingAgainAccepted
  /// The password of a feed was typed.
  case passwordGiven(PasswordRequest)
  /// Saving was requested.
  case savePressed
  /// Cancelling was requested.
  case cancelPressed
  /// The editor was closed by another account, and the text is kept as a draft.
  case keptAsDraft
  /// The editor was closed, and the text is discarded.
  case discarded
  /// An event of the attached picture.
  case attachment(AttachmentAction)
  /// The preview was turned on or off.
  case previewPressed
  /// The preview was formatted, for a revision of the text.
  indirect case previewFormatted(FormattedText, revision: Int)
  /// Something outside of the editor was pressed, which is ignored.
  case otherPressed
  /// An event of the spelling check.
  case spelling(SpellingAction)
  /// The first key of a chord was pressed (Ctrl-X).
  case chordBegun
  /// The chord was not completed.
  case chordLeft
  /// The user's external editor was requested.
  case externalEditorPressed
  /// Converting an orphaned draft to one of a new post was requested; `saves`: and saving that
  /// post.
  case conversionPressed(DraftTarget, saves: Bool)

  // Responses.
  /// The draft of the open editor was opened.
  indirect case draftOpened(DraftTarget, DraftOpening)
  /// The stored drafts, the number of damaged files, the drafts of other accounts on the server, and whether the newest
  /// draft is news to the user.
  case draftsFound(
    [StoredDraft], damaged: Int = 0, others: [StoredDraft] = [], areNews: Bool = true)
  /// Files of drafts have changed, perhaps by another program.
  case draftsChanged
  /// Drafts whose posts were deleted.
  case orphansFound([OrphanedDraft])
  /// A post was deleted to be written anew: its draft.
  indirect case redraftCame(Draft)
  /// A draft was converted, or not.
  indirect case draftConverted(DraftConversion)
  /// Storing drafts failed, with the reason; nil: it works again.
  case draftReported(complaint: String?)
  /// The placeholders of a template.
  case templateResponse(name: String, PostText)
  /// The server's maximum sizes.
  case fieldsResponse(PostFields)
  /// A post of a service with its words as they were typed, before it is edited.
  indirect case writtenCame(Post.ID, Result<WrittenPost, LoadFailure>)
  /// What the posts of a service have, before one begins.
  indirect case fieldsCame(Result<PostFields, LoadFailure>)
  /// The user's own profile, nil if there is none; or the reason of a failure.
  indirect case profileResponse(Result<Post?, LoadFailure>)
  /// The external editor has exited.
  indirect case externalEditorClosed(ExternalEditorResult)
  /// The response to saving a post; the versions that the server may have anyway, and when and after which posts they
  /// were sent.
  indirect case saveResponse(
    DraftTarget, Result<Post, LoadFailure>, unconfirmed: [PostText] = [],
    Draft.Delivery = Draft.Delivery())
  /// A post was saved, but the server kept another text than the one that was sent.
  indirect case saveAltered(DraftTarget, Post, KeptText)
  /// A post was not saved, because it was changed on the server.
  indirect case conflictFound(DraftTarget, Comparison)
}

/// The result of editing a text in the external editor.
package enum ExternalEditorResult: Hashable, Sendable {
  /// The text was changed; the new text.
  case changed(String)
  /// The text is unchanged; the reason, as a sentence.
  case unchanged(String)
  /// No text came back from the editor; the reason, as a sentence.
  case lost(String)
  /// No editor was there; the reason, as a sentence.
  case failed(String)
}

/// A post of a service to change.
package struct WrittenPost: Hashable, Sendable {
  /// The post, with its words as they were typed.
  package var post: Post
  /// What identifies this version; nil if unknown.
  package var tag: String?
  /// What posts have there.
  package var fields: PostFields

  /// Creates a value.
  package init(post: Post, tag: String?, fields: PostFields) {
    (self.post, self.tag, self.fields) = (post, tag, fields)
  }
}
