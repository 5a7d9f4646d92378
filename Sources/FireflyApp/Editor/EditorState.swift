import FireflyCore
import FireflyEditor

/// A post while it is written, on its card.
struct EditorState: Equatable, Sendable {
  /// Seconds for which the edit row flashes.
  static let flashDuration = 0.25
  /// Words above which it is said that a post is long (the seeds' posts have some 300).
  static let manyWords = 300

  /// Where it belongs.
  let place: Draft.Place
  /// The list that its card is in.
  let level: LevelID
  /// Its card.
  let card: Post.ID
  /// What it is written as.
  let template: Post.Template
  /// What the server had when the writing began; nil for a new post.
  private(set) var base: Draft.Base?
  /// Where one was in the list before.
  let origin: Navigator.ListPosition
  /// Whether leaving it with nothing written leads back a level (seed 001).
  var goesBack = false

  private(set) var title: TextEditor
  private(set) var summary: TextEditor
  private(set) var body: TextEditor
  /// The field one is in.
  private(set) var field = EditorField.title
  /// What was done before its draft had been looked for; nil since it has been.
  private(set) var waiting: [EditorAction]? = []
  /// What stands in the empty fields.
  var placeholders: Post.Placeholders
  /// What a field must still get, in words.
  private(set) var complaints: [EditorField: String] = [:]
  /// What a new post is created with, so that it is made once.
  private(set) var idempotencyKey = ""
  /// How often the words have changed.
  private(set) var revision = 0
  /// Whether it was sent and no answer came.
  private(set) var isUnanswered = false
  /// The words of a new post that the server may have all the same.
  private var sent: Draft.Words?
  /// Until when the edit row flashes, in seconds of the monotonic clock.
  var flashUntil: Double?
  private var clicks = ClickCounter()

  /// Begins to write.
  ///
  /// - `base`: what there is already; nil for a new post.
  init(
    _ place: Draft.Place, template: Post.Template, card: Post.ID, in level: LevelID,
    origin: Navigator.ListPosition, base: Draft.Base? = nil, placeholders: Post.Placeholders,
    columns: (words: Int, body: Int)
  ) {
    self.place = place
    self.template = template
    self.card = card
    self.level = level
    self.origin = origin
    self.base = base
    self.placeholders = placeholders
    let words = base?.words ?? Draft.Words()
    title = TextEditor(words.title, mode: .line, width: columns.words)
    summary = TextEditor(words.summary, mode: .rows(2), width: columns.words)
    body = TextEditor(words.body, mode: .text, width: columns.body)
  }

  /// What is written.
  var words: Draft.Words {
    Draft.Words(title: title.text, summary: summary.text, body: body.text)
  }

  /// Words in all three texts.
  var wordCount: Int { title.wordCount + summary.wordCount + body.wordCount }

  /// Whether something would be lost with it.
  var isWorthKeeping: Bool {
    if let base { words != base.words } else { !words.isEmpty }
  }

  /// The text of a field.
  subscript(field: EditorField) -> TextEditor {
    get {
      switch field {
      case .title: title
      case .summary: summary
      case .body: body
      }
    }
    set {
      switch field {
      case .title: title = newValue
      case .summary: summary = newValue
      case .body: body = newValue
      }
    }
  }

  /// What stands in a field while nothing is written there: what it must get, else what belongs there.
  func placeholder(of field: EditorField) -> String {
    if let complaint = complaints[field] { return complaint }
    return switch field {
    case .title: placeholders.title
    case .summary: placeholders.summary
    case .body: placeholders.body
    }
  }

  /// Whether a field must still get something.
  func isMissing(_ field: EditorField) -> Bool { complaints[field] != nil && self[field].isEmpty }

  /// It as a draft.
  func draft(of account: String, on server: String) -> Draft {
    Draft(
      key: Draft.Key(server: server, account: account, place: place), words: words,
      template: template.name, base: base ?? sent.map { Draft.Base(words: $0) },
      idempotencyKey: idempotencyKey,
      isUnanswered: isUnanswered)
  }

  /// Gives the fields other widths.
  mutating func resize(_ columns: (words: Int, body: Int)) {
    title.resize(width: columns.words)
    summary.resize(width: columns.words)
    body.resize(width: columns.body)
  }

  /// Its draft was looked for: what was written before is taken up, and what was done since follows.
  mutating func open(_ opening: DraftOpening, _ context: Context) -> [Effect] {
    guard let waiting else { return [] }
    self.waiting = nil
    // What was interrupted in this run is newer than what the disk has.
    let isResumed = isWorthKeeping
    if idempotencyKey.isEmpty { idempotencyKey = opening.idempotencyKey }
    if let draft = opening.kept?.draft, !isResumed {
      isUnanswered = draft.isUnanswered
      if base == nil { sent = draft.base?.words }
      put(draft.words)
    }
    return waiting.flatMap { reduce($0, context) }
  }

  /// Goes on with what was written in this run and could not be kept otherwise.
  mutating func resume(_ parked: EditorState) {
    put(parked.words)
    idempotencyKey = parked.idempotencyKey
    (isUnanswered, sent) = (parked.isUnanswered, parked.sent)
  }

  /// Words in the place of all there are.
  private mutating func put(_ words: Draft.Words) {
    revision += 1
    title = TextEditor(words.title, mode: .line, width: title.width)
    summary = TextEditor(words.summary, mode: .rows(2), width: summary.width)
    body = TextEditor(words.body, mode: .text, width: body.width)
  }

  /// It was sent, and did not arrive, or perhaps it did.
  mutating func failed(_ failure: LoadFailure) {
    isUnanswered = !failure.kind.tellsThatNothingWasMade
    sent = isUnanswered && base == nil ? words : nil
  }

  /// Somebody else has changed the post: who saves once more means it.
  mutating func overrule() { base = nil }

  /// Says what must be written; goes to the first field of them.
  mutating func complain(_ missing: [EditorField: String], at now: Double) {
    complaints = missing
    if let first = EditorField.allCases.first(where: { missing[$0] != nil }) { field = first }
    flash(at: now)
  }

  /// Lets the edit row flash.
  mutating func flash(at now: Double) { flashUntil = now + Self.flashDuration }
}

// MARK: What keys and the mouse do

extension EditorState {
  /// Takes what happened.
  mutating func reduce(_ action: EditorAction, _ context: Context) -> [Effect] {
    if waiting != nil {
      switch action {
      case .otherPressed: break
      default:
        waiting?.append(action)
        return []
      }
    }
    switch action {
    case .edited(let command): return edit(command)
    case .fieldPressed(let field, let row, let column):
      go(to: field)
      let point = (row: row, column: column)
      let count = clicks.press(at: .init(x: column, y: row), now: context.now)
      self[field].apply(.press(row: point.row, column: point.column, clicks: count))
      return []
    case .fieldDragged(let field, let row, let column):
      guard field == self.field else { return [] }
      self[field].apply(.drag(row: row, column: column))
      return []
    case .nextFieldPressed(let step):
      let all = EditorField.allCases
      go(to: all[(field.rawValue + step + all.count) % all.count])
      return []
    case .otherPressed:
      flash(at: context.now)
      return []
    case .savePressed, .cancelPressed, .keptAsDraft, .discarded: return [.send(.editor(action))]
    default: return []
    }
  }

  private mutating func go(to new: EditorField) {
    guard new != field else { return }
    let ring = self[field].killRing
    field = new
    self[new].killRing = ring
  }

  private mutating func edit(_ command: EditorCommand) -> [Effect] {
    let outcome = self[field].apply(command)
    var effects: [Effect] = []
    if outcome.didChange || outcome.remainder != nil { revision += 1 }
    if let rest = outcome.remainder {
      body.place(at: .start)
      body.apply(.paste(body.isEmpty ? rest : rest + "\n\n"))
    }
    if let text = outcome.clipboard { effects.append(.copy(text)) }
    if outcome.isFull {
      effects.append(.send(.noted("There is no room for that: the text would be too long.")))
    }
    if let exit = outcome.exit { leave(by: exit) }
    return effects
  }

  /// Goes on to the field above or below, at the same column.
  private mutating func leave(by exit: EditorOutcome.Exit) {
    let step = exit == .above ? -1 : 1
    guard let next = EditorField(rawValue: field.rawValue + step) else { return }
    let column = self[field].cell(of: self[field].caret.position).column
    go(to: next)
    switch exit {
    case .above: self[next].apply(.press(row: .max / 2, column: column, clicks: 1))
    case .below: self[next].apply(.press(row: 0, column: column, clicks: 1))
    // Enter goes on to write there.
    case .next: self[next].place(at: self[next].wholeRange.upperBound)
    }
  }
}
