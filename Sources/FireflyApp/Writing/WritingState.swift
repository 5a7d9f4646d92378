import FireflyCore
import FireflyModel

/// The state of writing while no editor is open: drafts, and posts that are being saved.
struct WritingState: Equatable, Sendable {
  /// The server's placeholders, by template.
  private var templates: [String: PostText] = [:]
  /// The fields of the server's posts.
  var fields = PostFields.firefly
  /// A post that begins when the fields are known; nil for none.
  var awaited: Awaited?
  /// Whether this user has posted to everyone from this machine before.
  var hasPostedToEveryone = false
  /// The stored drafts, the last changed first.
  private(set) var drafts: [Draft] = [] { didSet { draftsRevision += 1 } }
  /// Counts the changes of the stored drafts.
  private(set) var draftsRevision = 0
  /// The draft with which writing goes on; nil for the last changed one of its target.
  var wanted: Draft.Key?
  /// Whether that was wanted in the list of drafts.
  var isWantedAmongDrafts = false
  /// The draft of a change whose post is being loaded, to go on with it; nil for none.
  var awaitedDraft: Draft?
  /// The draft that is being opened because exactly that was wanted; nil for any.
  var opening: Draft.Key?
  /// The draft for which the user goes to another place; nil for none.
  var placing: Draft.Key?
  /// Whether the drafts of earlier runs have been found.
  var hasFoundDrafts = false
  /// The drafts of new posts by other accounts on this server, until they are offered.
  var others: [DraftTarget: OtherDraft] = [:]
  /// Drafts whose posts were deleted.
  var orphans: [OrphanedDraft] = []
  /// Posts that were sent without a response yet.
  var sending: [DraftTarget: EditorState] = [:]
  /// The upload progress of their pictures.
  var progress: [DraftTarget: UploadProgress] = [:]
  /// Editors that were closed because the user was elsewhere, or whose save failed then.
  var parked: [DraftTarget: EditorState] = [:]

  /// A post that begins later.
  struct Awaited: Equatable, Sendable {
    /// The level of its list.
    let level: LevelID
    /// Whether leaving it with nothing written leads back a level.
    let goesBack: Bool
    /// Whether it begins beside a draft that waits; nil to ask.
    let isBeside: Bool?
  }

  /// A draft of another account.
  struct OtherDraft: Equatable, Sendable {
    let account: KnownAccount
    let title: String
  }

  /// Whether there is a draft with a target.
  func hasDraft(at target: DraftTarget) -> Bool {
    parked[target] != nil || drafts.contains { $0.key.target == target }
  }

  /// The titles of the drafts with a target, that of the last changed one first.
  func draftTitles(at target: DraftTarget) -> [String] {
    let (stored, parked) = (drafts.filter { $0.key.target == target }, parked[target])
    let isStored = stored.contains { $0.key.number == parked?.number }
    return (isStored ? [] : [parked?.words.label].compactMap(\.self))
      + stored.map { $0.key.number == parked?.number ? parked?.words.label ?? "" : $0.words.label }
  }

  /// Sets the stored drafts, the last changed first.
  mutating func setDrafts(_ drafts: [Draft]) { self.drafts = drafts }

  /// Notes that a draft is stored.
  mutating func stored(_ draft: Draft) {
    drafts = [draft] + drafts.filter { $0.key != draft.key }
  }

  /// Notes that a draft is removed.
  mutating func removed(_ target: DraftTarget, _ number: Int) {
    guard drafts.contains(where: { $0.key.target == target }) else { return }
    drafts.removeAll { $0.key.target == target && $0.key.number == number }
  }

  /// Notes that a target has no drafts.
  mutating func removed(allAt target: DraftTarget) {
    drafts.removeAll { $0.key.target == target }
  }

  /// The ID of the next unsaved card: negative, and unused.
  var newCardID: Post.ID { min(0, sending.values.map(\.card).min() ?? 0) - 1 }

  /// Returns the progress of a card's save; nil if it isn't being saved.
  func progress(of card: Post.ID) -> String? {
    guard let target = sending.first(where: { $0.value.card == card })?.key else { return nil }
    return progress[target]?.words ?? "saving…"
  }

  /// Returns the progress of a save whose card isn't visible.
  ///
  /// - Parameters:
  ///   - expanded: the expanded card of the current list.
  ///   - level: the current level.
  /// - Returns: the progress; nil if there is none.
  func progress(besides expanded: Post.ID?, in level: LevelID) -> String? {
    sending.values.first { $0.level != level || $0.card != expanded }.flatMap {
      progress(of: $0.card)
    }
  }

  /// Returns a template's placeholders: the server's, or built-in ones.
  ///
  /// What a search looks for is its first row, unless that is only its name.
  func placeholders(of template: Post.Template, known: PostText? = nil) -> PostText {
    var words = templates[template.name] ?? known ?? Self.standard(template)
    if template == .query {
      (words.title, words.summary) = (words.summary, "Words, if the row above is only their name")
    }
    return words
  }

  private static func standard(_ template: Post.Template) -> PostText {
    switch template {
    case .query:
      .init(title: "query title", summary: "query", body: "query details")
    case .profile:
      .init(title: "name", summary: "mission", body: "personal statement")
    case .post, .other: .init(title: "Title", summary: "Summary", body: "Body")
    }
  }

  /// Whether the server's placeholders of a template are loaded.
  func knows(_ template: Post.Template) -> Bool { templates[template.name] != nil }

  /// Sets the server's placeholders of a template.
  mutating func placeholdersLoaded(_ placeholders: PostText, of name: String) {
    templates[name] = placeholders
  }
}

extension Post {
  /// Whether an ID belongs to an unsaved post; servers' IDs are 0 or more.
  static func isUnsaved(_ card: ID) -> Bool { card < 0 }

  var isUnsaved: Bool { Self.isUnsaved(id) }

  /// Creates an unsaved post for a card, whose ID is `WritingState.newCardID`.
  static func unsaved(
    _ card: ID, _ template: Template, by user: User?, below parent: Post.ID?
  ) -> Post {
    // Without an e-mail address it has no owner, so that no other action applies to it.
    Post(
      id: card, parentID: parent, title: "", authorName: user?.name, template: template)
  }

  /// Sets the texts; of a feed the body of what is written is its folder.
  mutating func apply(_ words: PostText) {
    title = words.title
    summary = words.summary
    if contents == nil { body = words.body }
  }
}
