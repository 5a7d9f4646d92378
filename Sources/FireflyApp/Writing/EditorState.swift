import FireflyCore
import FireflyEditor
import FireflyScreen

/// The editor of a post, on its card.
struct EditorState: Equatable, Sendable {
  /// What the text will become.
  var target: DraftTarget
  /// The level of its list.
  let level: LevelID
  var card: Post.ID
  let template: Post.Template
  /// What it has beside its body.
  let parts: PostFields.Parts
  /// What kind of form it is; nil for a text that is read.
  var form: Form?
  /// The server's version when editing began; nil for a new post.
  var base: Draft.Base?
  /// The position in the list before.
  let origin: Navigator.ListPosition
  /// The number of the draft among those with the same target.
  var number = 0
  /// The draft with which writing went on; nil for a new text.
  var resumed: Draft?
  /// Whether it was begun beside an existing draft.
  var isBesideDraft = false
  /// The parent of the edited post; nil at the root, or if unknown.
  var parent: Post.ID?
  /// Why the last attempt to save failed, as sentences; nil if it did not.
  var saveFailure: String?
  /// The words that were refused; nil if none were.
  var refused: PostText?
  /// The account whose password was given for saving it; nil for none.
  var givenPassword: PasswordRequest?
  /// A note that says how it was merged with another version; nil if it was not.
  var mergeNote: String?
  /// Whether it takes a change back.
  var takesBack = false
  /// Whether a note reports that it is saved, because its card may not be visible.
  var announcesSaving = false
  /// The texts with the name that was suggested for an empty profile; nil if none was.
  private(set) var suggested: PostText?
  /// Whether it is below a post, where it needs no title: not at the top level, nor below a profile.
  var isReply = false
  /// The title of the parent, if known.
  var parentTitle: String?
  /// What it has beside its text on a service with accounts; nil for other servers, and for saved searches.
  var service: ServiceWriting?
  /// What its draft keeps of sending it to a service.
  var delivery = Draft.Delivery()
  /// Whether closing it without text goes back a level (seed 001).
  var goesBack = false
  /// Whether it was opened in the list of drafts, to which leaving it leads back.
  var isAmongDrafts = false
  /// Whether the text goes to the external editor first; if it comes back as it was, nothing was begun.
  var beginsOutside = false

  var title: TextEditor
  var summary: TextEditor
  var body: TextEditor
  var field = EditorField.title
  /// Actions that wait until the draft is opened; nil afterwards.
  var pendingActions: [EditorAction]? = []
  /// The placeholders of empty fields.
  var placeholders: PostText
  /// What is missing in required fields.
  var complaints: [EditorField: String] = [:]
  /// The idempotency key of a new post, so that it is created once.
  var idempotencyKey = ""
  /// Counts the changes of the texts.
  var revision = 0
  /// The last change of several fields at once, which is undone as a whole.
  var jointChange: JointChange?
  /// Versions that were sent without a response, the oldest first.
  var unconfirmed: [PostText] = []
  /// The fields of each undo, for redo.
  var undone = Undone()
  /// Whether the first key of a chord was pressed.
  var isChordBegun = false
  /// When the edit row stops flashing, in seconds of the monotonic clock.
  var flashUntil: Double?
  /// The attached picture.
  var attachment: Attachment
  /// The pictures on a service, of which the attached one is that which is shown.
  var gallery = Gallery()
  /// The poll on a service.
  var poll = PollWriting()
  /// The text field for a picture's path; nil if it is closed.
  var pathLine: PathLine?
  /// A pasted path of a picture, which can be attached instead.
  var offer: PictureOffer?
  /// The addresses of the pictures in the body, and the revision of the texts that have them.
  private(set) var (textPictures, picturesRevision): ([String], Int?) = ([], nil)
  /// The preview of the body; nil during editing.
  var preview: FormattedText?
  var clicks = ClickCounter()
  /// The state of the spelling check.
  var spelling = SpellingState()

  /// The fields that can be written.
  var fields: [EditorField] {
    // The options of a poll stand below the text.
    if hasPoll { return (hasTitle ? [.title] : []) + [.body, .summary] }
    if form == .folder { return [.title] }
    return EditorField.allCases.filter { field in
      switch field {
      case .title: hasTitle
      case .summary: parts.contains(.summary) || hasDescription
      case .body: true
      }
    }
  }

  /// Whether it has a title: a heading, or the content warning that was asked for.
  private var hasTitle: Bool { parts.contains(.heading) || service?.hasWarning != false }

  /// Finds the first pictures in the body, if it has changed.
  ///
  /// Only the paragraphs that may have some are read, so that a key in a long text takes no longer.
  /// - Returns: whether there are others now.
  mutating func findPictures() -> Bool {
    guard picturesRevision != revision else { return false }
    picturesRevision = revision
    let before = textPictures
    var found: [String] = []
    let most = WrittenPicturesView.maximumPictures
    let text = body.paragraphsWithPictures(most)
    _ = BodyMark.rewriting(text.joined(separator: "\n\n")) { mark in
      if found.count < most, mark.kind == .picture, BodyPicture.isAddress(mark.address),
        !found.contains(mark.address)
      {
        found.append(mark.address)
      }
      return nil
    }
    textPictures = found
    return textPictures != before
  }

  /// Fields that were changed together.
  struct JointChange: Equatable, Sendable {
    let fields: [EditorField]
    let revision: Int
  }

  /// The undone changes.
  struct Undone: Equatable, Sendable {
    /// The fields of each undo, the latest last.
    var steps: [[EditorField]] = []
    /// The revision after the last undo; redo is possible while it is current.
    var revision = 0
  }

  /// Creates an editor.
  ///
  /// - Parameters:
  ///   - target: what the text will become.
  ///   - parts: what it has beside its body.
  ///   - origin: the position in the list before.
  ///   - base: the server's version; nil for a new post.
  ///   - placeholders: the placeholders of empty fields.
  ///   - attachment: the picture.
  ///   - columns: the widths of title and summary, and of the body, in columns.
  init(
    _ target: DraftTarget, template: Post.Template, _ parts: PostFields.Parts = .firefly,
    card: Post.ID, in level: LevelID, origin: Navigator.ListPosition, base: Draft.Base? = nil,
    placeholders: PostText,
    attachment: Attachment = Attachment(), columns: (words: Int, body: Int)
  ) {
    self.target = target
    (self.template, self.parts) = (template, parts)
    form = Form(of: template, target)
    self.card = card
    self.level = level
    self.origin = origin
    self.base = base
    self.placeholders = placeholders
    self.attachment = attachment
    let words = base?.words ?? PostText()
    title = TextEditor(words.title, mode: .line, width: columns.words)
    summary = TextEditor(words.summary, mode: .rows(2), width: columns.words)
    body = TextEditor(words.body, mode: .text, width: columns.body)
    showFields()
  }

  /// The texts; an unchanged field keeps line breaks that the editor can't show.
  var words: PostText {
    func words(_ field: EditorField, _ path: KeyPath<PostText, String>) -> String {
      guard let old = base?.words[keyPath: path], self[field].shows(old) else {
        return self[field].text
      }
      return old
    }
    return PostText(
      title: hasTitle ? words(.title, \.title) : "",
      summary: parts.contains(.summary) ? words(.summary, \.summary) : "",
      body: words(.body, \.body))
  }

  /// Writes a name into an empty title.
  mutating func suggest(name: String) {
    guard !name.isEmpty, title.isEmpty else { return }
    title = TextEditor(name, mode: .line, width: title.width)
    suggested = words
    showFields()
  }

  /// Writes the text with which a post of a service begins; it counts as nothing written.
  mutating func suggest(_ words: PostText) {
    title = TextEditor(words.title, mode: .line, width: title.width)
    body = TextEditor(words.body, mode: .text, width: body.width)
    body.place(at: body.wholeRange.upperBound)
    suggested = self.words
    showFields()
  }

  /// Number of words in all three texts.
  var wordCount: Int { title.wordCount + summary.wordCount + body.wordCount }

  /// Returns the first field whose text is too long for the server, and by how many bytes; nil if
  /// none is.
  func excess(over limits: PostLimits?) -> (field: EditorField, bytes: Int)? {
    guard let limits else { return nil }
    let all = [
      (EditorField.title, title.byteCount, limits.title),
      (.summary, summary.byteCount, limits.summary), (.body, body.byteCount, limits.body),
    ]
    return all.first { $0.1 > $0.2 }.map { ($0.0, $0.1 - $0.2) }
  }

  /// Whether closing it would lose changes.
  var isWorthKeeping: Bool {
    if changesPictures || changesPoll && newPoll?.options.isEmpty != true { return true }
    if let suggested, words.trimmed == suggested.trimmed { return false }
    return if let base { words != base.words } else { !words.isEmpty }
  }

  /// The text of a field.
  ///
  /// Modifies the text in place, because copying a long text is slow.
  subscript(field: EditorField) -> TextEditor {
    get {
      switch field {
      case .title: title
      case .summary: summary
      case .body: body
      }
    }
    _modify {
      switch field {
      case .title: yield &title
      case .summary: yield &summary
      case .body: yield &body
      }
    }
  }

  /// Returns the placeholder of a field: what is missing, or the template's.
  func placeholder(of field: EditorField, in abilities: ScreenAbilities) -> String {
    let words =
      switch field {
      case .title: placeholders.title + (isReply || form != nil ? "" : ", required")
      case .summary: hasPoll ? PollWriting.placeholder : placeholders.summary
      case .body: placeholders.body
      }
    return abilities.placeholder(complaints[field] ?? words)
  }

  /// Whether a required field is empty.
  func isMissing(_ field: EditorField) -> Bool { complaints[field] != nil && self[field].isEmpty }

  /// Changes the widths of the fields, in columns.
  mutating func resize(_ columns: (words: Int, body: Int)) {
    title.resize(width: columns.words)
    summary.resize(width: columns.words)
    body.resize(width: columns.body)
    showFields()
  }

  /// Scrolls the current field to the caret, and the others to their beginning.
  mutating func showFields() {
    for each in EditorField.allCases {
      if each == field { self[each].followCaret() } else { self[each].showBeginning() }
    }
  }

  /// Begins in a field.
  mutating func begin(in field: EditorField) {
    self.field = field
    showFields()
  }

  /// Marks required fields as missing, and moves to the first.
  mutating func complain(_ missing: [EditorField: String]) {
    complaints = missing
    if let first = EditorField.allCases.first(where: { missing[$0] != nil }) { field = first }
    showFields()
  }
}
