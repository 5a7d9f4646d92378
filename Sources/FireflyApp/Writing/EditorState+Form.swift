import FireflyCore

// Forms: searches, feeds and folders of feeds.
extension EditorState {
  /// A form: its first row is what matters, the others can stay empty.
  enum Form: Hashable, Sendable {
    case search, feed, folder

    init?(of template: Post.Template, _ target: DraftTarget) {
      switch template {
      case .query: self = .search
      case .profile where target != .profile: self = .feed
      default: return nil
      }
    }
  }

  /// Whether Enter saves it: in each row of a feed, which is three lines, and in the first row of another form while the
  /// others are as they were.
  var isSavedByEnter: Bool {
    guard form != .feed else { return true }
    let known = base?.words ?? PostText()
    return form != nil && field == .title && words.summary == known.summary
      && words.body == known.body
  }

  /// What saving it does, as a verb.
  var savingVerb: String {
    switch form {
    case .feed where base == nil: "follow"
    case .search where base == nil: "search"
    default: service?.verb(words) ?? "save"
    }
  }

  /// What is said of a first row that is empty.
  var firstRowComplaint: String { form == nil ? "Title required" : placeholders.title }

  /// Makes it the change of a feed or a folder, whose number follows from its address or name.
  mutating func follow(_ saved: Post) {
    guard saved.contents != nil else { return }
    (target, card) = (.edit(saved.id), saved.id)
  }
}

extension Post {
  /// Shows the texts of an editor; those of a feed are not what its card says.
  mutating func show(_ words: PostText) {
    if contents == nil { apply(words) }
  }
}
