import FireflyCore
import FireflyEditor
import FireflyScreen

/// The three texts of a post.
public enum EditorField: Int, CaseIterable, Hashable, Sendable {
  /// One line.
  case title
  /// A paragraph.
  case summary
  /// Markdown.
  case body

  /// What it is called in a sentence that begins with it.
  var name: String {
    switch self {
    case .title: "Title"
    case .summary: "Summary"
    case .body: "Body"
    }
  }

  /// The name of the field's element.
  var elementID: String {
    switch self {
    case .title: "editor-title"
    case .summary: "editor-summary"
    case .body: "editor-body"
    }
  }
}

/// Something that happened while the user writes, or on the way there and back.
public enum EditorAction: Hashable, Sendable {
  // What the user does.
  /// A new post, or a new search, was asked for.
  case newPressed
  /// A reply to the selected post was asked for.
  case replyPressed
  /// The sign of one's own childless post was followed: its first child is to be begun (seed 001).
  case firstChildWanted
  /// A draft waits where a new post was asked for: continue it, or begin another post beside it.
  case draftChosen(isNew: Bool, goesBack: Bool)
  /// The selected post is to be changed.
  case editPressed
  /// The user's own profile is to be changed.
  case profilePressed
  /// Something was done to the text of the current field.
  case edited(EditorCommand)
  /// The mouse was pressed in a field, at a cell counted from its left top.
  case fieldPressed(EditorField, row: Int, column: Int)
  /// The mouse was moved with its button down, to a cell counted from the field's left top.
  case fieldDragged(EditorField, row: Int, column: Int)
  /// The wheel was turned some notches down (positive) or up.
  case wheelTurned(Int)
  /// The next field (1) or the one before (-1) was asked for.
  case nextFieldPressed(Int)
  /// What is written is to be saved.
  case savePressed
  /// Writing is to end.
  case cancelPressed
  /// Writing ends, and what is written stays a draft.
  case keptAsDraft
  /// Writing ends, and what is written goes.
  case discarded
  /// Something happened with the picture.
  case attachment(AttachmentAction)
  /// The body was asked for as it will be read, or to be written on.
  case previewPressed
  /// The body is laid out as it will be read; of words that had changed so often.
  indirect case previewFormatted(FormattedText, revision: Int)
  /// Something else was pressed, which has to wait.
  case otherPressed
  /// With the spelling of what is written.
  case spelling(SpellingAction)
  /// The first of two keys was pressed (Ctrl-X).
  case chordBegun
  /// What came after it is none of its keys.
  case chordLeft
  /// The text is wanted in the user's own editor.
  case externalEditorPressed
  /// The draft in a place where nothing can be saved any more is to be one of a new post; `saves`: which is
  /// saved at once.
  case conversionPressed(DraftTarget, saves: Bool)

  // What the effects bring back.
  /// The draft of what the user has begun to write was opened.
  indirect case draftOpened(DraftTarget, DraftOpening)
  /// The drafts of an earlier run, and how many files are damaged.
  case draftsFound([KeptDraft], damaged: Int = 0)
  /// Drafts whose posts are gone.
  case orphansFound([OrphanedDraft])
  /// A draft has become one of a new post, or why not.
  indirect case draftConverted(DraftConversion)
  /// A draft is not on the disk, and why; nil: it is there again.
  case draftReported(complaint: String?)
  /// What stands in the empty fields of a template.
  case templateResponse(name: String, Post.Placeholders)
  /// How long the texts of a post may be on the server.
  case limitsResponse(PostLimits)
  /// The user's own profile, nil if there is none yet; or why it is not known.
  indirect case profileResponse(Result<Post?, LoadFailure>)
  /// The user's own editor has ended.
  indirect case externalEditorClosed(ExternalEditorResult)
  /// A post was saved, or why not; and the versions that the server may have although it was not.
  indirect case saveResponse(
    DraftTarget, Result<Post, LoadFailure>, unconfirmed: [Draft.Words] = [])
  /// A post was not saved: the server has another version than the one that was changed.
  indirect case conflictFound(DraftTarget, Comparison)
}

/// What came of handing a text to the user's own editor.
public enum ExternalEditorResult: Hashable, Sendable {
  /// It was changed: the text as it is now.
  case changed(String)
  /// Nothing is to change; why, as a sentence.
  case unchanged(String)
  /// It could not be loaded; why, as a sentence.
  case failed(String)
}

/// How a draft is found when one begins to write.
public struct DraftOpening: Hashable, Sendable {
  /// What was written before, if anything was.
  public var kept: KeptDraft?
  /// What a new post is created with, so that it is made once.
  public var idempotencyKey: String
  /// Why it is not kept, as a sentence; nil if it is.
  public var complaint: String?
  /// Whether another program writes it.
  public var isTaken: Bool
  /// Which of the drafts in its place it is.
  public var number: Int
  /// Whether another program's draft, which was in its place, was kept beside it, and no note has said so yet.
  public var isBesideOther = false

  /// An opening.
  public init(
    kept: KeptDraft? = nil, idempotencyKey: String, complaint: String? = nil,
    isTaken: Bool = false, number: Int = 0
  ) {
    self.kept = kept
    self.idempotencyKey = idempotencyKey
    self.complaint = complaint
    self.isTaken = isTaken
    self.number = number
  }
}
