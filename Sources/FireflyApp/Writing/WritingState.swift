import FireflyCore

/// What is known of writing while the user does something else: what is on its way to the server, and what waits
/// to be gone on with.
struct WritingState: Equatable, Sendable {
  /// What stands in the empty fields, by the template's name; as the server has it.
  private var templates: [String: Post.Placeholders] = [:]
  /// How long texts may be on the server; nil where that isn't known.
  var limits: PostLimits?
  /// Titles of the drafts that are kept, by their places and their numbers there.
  private(set) var storedTitles: [DraftTarget: [Int: String]] = [:]
  /// Whether those of earlier runs have been looked for.
  var hasFoundDrafts = false
  /// Drafts whose posts are gone.
  var orphans: [OrphanedDraft] = []
  /// What was sent and is not answered yet.
  var sending: [DraftTarget: EditorState] = [:] { didSet { isLeavingAnyway = false } }
  /// How much of the pictures that go with that has left.
  var progress: [DraftTarget: UploadProgress] = [:]
  /// What could not be saved, or was interrupted, while the user was elsewhere.
  var parked: [DraftTarget: EditorState] = [:]
  /// What was thrown away last, and can be had back.
  var discarded: EditorState?
  /// Whether a note has said that something is still being saved, when the user wanted to leave.
  var isLeavingAnyway = false

  /// Whether a draft waits in a place, to be gone on with.
  func hasDraft(at target: DraftTarget) -> Bool {
    storedTitles[target] != nil || parked[target] != nil
  }

  /// The titles of the drafts that wait in a place.
  func draftTitles(at target: DraftTarget) -> [String] {
    var titles = storedTitles[target] ?? [:]
    if let parked = parked[target] { titles[parked.number] = parked.words.title }
    return Array(titles.values)
  }

  /// A draft is kept, with this title; nil: it isn't any more.
  mutating func setDraftTitle(_ title: String?, at target: DraftTarget, _ number: Int) {
    storedTitles[target, default: [:]][number] = title
    if storedTitles[target]?.isEmpty == true { storedTitles[target] = nil }
  }

  /// No drafts are kept in a place; nil for all places.
  mutating func removeDraftTitles(at target: DraftTarget? = nil) {
    if let target { storedTitles[target] = nil } else { storedTitles = [:] }
  }

  /// The number of the next card that no server knows: apart from those that are on their way.
  var newCardID: Post.ID { min(0, sending.values.map(\.card).min() ?? 0) - 1 }

  /// How far a post is on its way to the server, in words; nil if it isn't.
  func progress(of card: Post.ID) -> String? {
    guard let target = sending.first(where: { $0.value.card == card })?.key else { return nil }
    return progress[target]?.words ?? "saving…"
  }

  /// How far something is on its way to the server of which no card in sight says so.
  ///
  /// - Parameters:
  ///   - expanded: the expanded card of the list in front.
  ///   - level: that list.
  /// - Returns: nil if nothing is on its way.
  func progress(besides expanded: Post.ID?, in level: LevelID) -> String? {
    sending.values.first { $0.level != level || $0.card != expanded }.flatMap {
      progress(of: $0.card)
    }
  }

  /// The words for a template's empty fields: the server's, or those of the first servers.
  func placeholders(of template: Post.Template) -> Post.Placeholders {
    if let known = templates[template.name] { return known }
    return switch template {
    case .query:
      .init(title: "query title", summary: "query", body: "query details")
    case .profile:
      .init(title: "name", summary: "mission", body: "personal statement")
    case .post, .other: .init(title: "Title", summary: "Summary", body: "Body")
    }
  }

  /// Whether the server has sent its words for a template.
  func knows(_ template: Post.Template) -> Bool { templates[template.name] != nil }

  /// The server's words for a template.
  mutating func placeholdersLoaded(_ placeholders: Post.Placeholders, of name: String) {
    templates[name] = placeholders
  }
}

extension Post {
  /// Whether a card's number is of a post that no server knows yet; servers' numbers are 0 or more.
  static func isUnsaved(_ card: ID) -> Bool { card < 0 }

  /// Whether no server knows it yet.
  var isUnsaved: Bool { Self.isUnsaved(id) }

  /// The card of what is being written.
  ///
  /// - `card`: `WritingState.newCardID`.
  static func unsaved(
    _ card: ID, _ template: Template, by user: User?, below parent: Post.ID?
  ) -> Post {
    // Without the e-mail it belongs to no user: nothing can be done with it before it is saved.
    Post(
      id: card, parentID: parent, title: "", authorName: user?.name, template: template)
  }

  /// Takes the words of a draft over.
  mutating func apply(_ words: Draft.Words) {
    title = words.title
    summary = words.summary
    body = words.body
  }
}
