import FireflyCore
import FireflyEditor
import FireflyScreen

/// A post while it is written, on its card.
struct EditorState: Equatable, Sendable {
  /// Where it belongs.
  let target: DraftTarget
  /// The list that its card is in.
  let level: LevelID
  /// Its card.
  let card: Post.ID
  /// What it is written as.
  let template: Post.Template
  /// What the server had when the writing began; nil for a new post.
  var base: Draft.Base?
  /// Where the user was in the list before.
  let origin: Navigator.ListPosition
  /// Which of the drafts in its place it is.
  var number = 0
  /// Whether it was begun beside a draft that waits.
  var isBesideDraft = false
  /// The draft as it was opened; nil for what was begun with nothing.
  private(set) var opened: Opened?
  /// The post below which the one that is changed stands; nil at the root, or where that isn't known.
  var parent: Post.ID?
  /// Whether a note says when it is saved, because its card may not be seen.
  var announcesSaving = false
  /// The title of the post that it goes below, if it is known.
  var parentTitle: String?
  /// Whether leaving it with nothing written leads back a level (seed 001).
  var goesBack = false

  var title: TextEditor
  var summary: TextEditor
  var body: TextEditor
  /// The current field.
  var field = EditorField.title
  /// What was done before its draft had been looked for; nil since it has been.
  var pendingActions: [EditorAction]? = []
  /// What stands in the empty fields.
  var placeholders: Post.Placeholders
  /// What a field must still get, in words.
  var complaints: [EditorField: String] = [:]
  /// What a new post is created with, so that it is made once.
  var idempotencyKey = ""
  /// How often the words have changed.
  var revision = 0
  /// The fields that were changed by one thing, which one undo takes back, and the revision since.
  var jointChange: JointChange?
  /// The versions that were sent without an answer, the oldest first.
  var unconfirmed: [Draft.Words] = []
  /// The fields that each undo has changed, the last one last, while nothing else has changed since.
  var undone = Undone()
  /// Whether the first of two keys was pressed, and what the second means depends on it.
  var isChordBegun = false
  /// Until when the edit row flashes, in seconds of the monotonic clock.
  var flashUntil: Double?
  /// The picture.
  var attachment: Attachment
  /// The line in which the path of another picture is typed; nil while there is none.
  var pathLine: PathLine?
  /// A picture whose path was pasted, while it could be attached instead.
  var offer: PictureOffer?
  /// The body as it will be read; nil while it is being written.
  var preview: FormattedText?
  var clicks = ClickCounter()
  /// What is known of the spelling.
  var spelling = SpellingState()

  /// What a draft had when it was opened.
  struct Opened: Equatable, Sendable {
    let words: Draft.Words
    let attachment: Attachment
  }

  /// Remembers the draft as it is now, which leaving it doesn't change.
  mutating func markOpened() { opened = Opened(words: words, attachment: attachment) }

  /// Whether it is a draft that was opened and not changed since.
  var isUnchangedSinceOpened: Bool {
    opened.map { $0.words == words && $0.attachment == attachment } ?? false
  }

  /// Fields that one thing has changed.
  struct JointChange: Equatable, Sendable {
    let fields: [EditorField]
    let revision: Int
  }

  /// What redo goes back along.
  struct Undone: Equatable, Sendable {
    /// The fields of each undo.
    var steps: [[EditorField]] = []
    /// The revision since the last of them.
    var revision = 0
  }

  /// Begins to write.
  ///
  /// - `base`: what there is already; nil for a new post.
  init(
    _ target: DraftTarget, template: Post.Template, card: Post.ID, in level: LevelID,
    origin: Navigator.ListPosition, base: Draft.Base? = nil, placeholders: Post.Placeholders,
    attachment: Attachment = Attachment(), columns: (words: Int, body: Int)
  ) {
    self.target = target
    self.template = template
    self.card = card
    self.level = level
    self.origin = origin
    self.base = base
    self.placeholders = placeholders
    self.attachment = attachment
    let words = base?.words ?? Draft.Words()
    title = TextEditor(words.title, mode: .line, width: columns.words)
    summary = TextEditor(words.summary, mode: .rows(2), width: columns.words)
    body = TextEditor(words.body, mode: .text, width: columns.body)
    showFields()
  }

  /// What is written; an unchanged field is as it was, line breaks that it can't have included.
  var words: Draft.Words {
    func words(_ field: EditorField, _ path: KeyPath<Draft.Words, String>) -> String {
      guard let old = base?.words[keyPath: path], self[field].shows(old) else {
        return self[field].text
      }
      return old
    }
    return Draft.Words(
      title: words(.title, \.title), summary: words(.summary, \.summary),
      body: words(.body, \.body))
  }

  /// Words in all three texts.
  var wordCount: Int { title.wordCount + summary.wordCount + body.wordCount }

  /// The first field with a longer text than the server takes, and by how many bytes.
  func excess(over limits: PostLimits?) -> (field: EditorField, bytes: Int)? {
    guard let limits else { return nil }
    let all = [
      (EditorField.title, title.byteCount, limits.title),
      (.summary, summary.byteCount, limits.summary), (.body, body.byteCount, limits.body),
    ]
    return all.first { $0.1 > $0.2 }.map { ($0.0, $0.1 - $0.2) }
  }

  /// Whether something would be lost with it.
  var isWorthKeeping: Bool {
    if attachment.isChanged { return true }
    return if let base { words != base.words } else { !words.isEmpty }
  }

  /// The text of a field.
  ///
  /// It is changed in its place: a copy of a long text would cost more than a key in it.
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

  /// What stands in a field while nothing is written there: what it must get, else what belongs there.
  func placeholder(of field: EditorField, in abilities: ScreenAbilities) -> String {
    let words =
      switch field {
      case .title: placeholders.title
      case .summary: placeholders.summary
      case .body: placeholders.body
      }
    return abilities.placeholder(complaints[field] ?? words)
  }

  /// Whether a field must still get something.
  func isMissing(_ field: EditorField) -> Bool { complaints[field] != nil && self[field].isEmpty }

  /// Gives the fields other widths.
  mutating func resize(_ columns: (words: Int, body: Int)) {
    title.resize(width: columns.words)
    summary.resize(width: columns.words)
    body.resize(width: columns.body)
    showFields()
  }

  /// Shows the place of the caret in the current field, and of the others their beginning.
  mutating func showFields() {
    for each in EditorField.allCases {
      if each == field { self[each].showCaret() } else { self[each].showBeginning() }
    }
  }

  /// Says what must be written; goes to the first field of them.
  mutating func complain(_ missing: [EditorField: String]) {
    complaints = missing
    if let first = EditorField.allCases.first(where: { missing[$0] != nil }) { field = first }
    showFields()
  }
}

extension EditorState: FocusLayer {
  var keyContext: KeyContext {
    isChordBegun ? .editorChord : pathLine != nil ? .path : .editor
  }

  func action(forUnbound key: Key, _ keymap: Keymap) -> Action? {
    if isChordBegun { return .editor(.chordLeft) }
    guard let command = EditorKeys.standard.command(for: key) else { return nil }
    if pathLine != nil { return .editor(.attachment(.pathEdited(command))) }
    // Anything but a letter may have been bound to something else, or unbound.
    guard case .type = command else { return nil }
    return .editor(.edited(command))
  }

  func draw(_ canvas: Canvas, pictures: some PictureSource, into frame: inout Frame) {
    if let pathLine { PathLineView(line: pathLine, canvas: canvas).draw(into: &frame) }
  }
}

extension FocusStack {
  /// The card that is being written on; nil if there is none.
  var editor: EditorState? {
    get { self[EditorState.self] }
    _modify { yield &self[EditorState.self] }
  }
}
