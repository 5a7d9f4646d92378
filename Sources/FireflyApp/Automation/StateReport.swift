import FireflyCore

/// Where the program is and what it shows, in a few words, for who drives it from outside.
///
/// As large as the current path, and never as the lists are long; of what is being written it has
/// all words.
public struct StateReport: Hashable, Sendable, Encodable {
  /// A level of the path.
  public struct Level: Hashable, Sendable, Encodable {
    /// `root`, `children`, `results` or `profile`.
    public var kind: String
    /// The number of the post above.
    public var post: Int?
    /// Its title, as far as it is known.
    public var title: String?
    /// Whose profile it is.
    public var email: String?
  }

  /// The current list.
  public struct List: Hashable, Sendable, Encodable {
    /// `idle`, `loading`, `loaded` or `failed`.
    public var phase: String
    /// Why it could not be loaded.
    public var failure: String?
    /// Posts that are there.
    public var count: Int
    /// Whether the server has more of them.
    public var hasMore: Bool
    /// The selected one.
    public var selected: Card?

    enum CodingKeys: String, CodingKey {
      case phase, failure, count, selected
      case hasMore = "has_more"
    }
  }

  /// A card.
  public struct Card: Hashable, Sendable, Encodable {
    /// The post's number.
    public var id: Int
    /// Its title.
    public var title: String
    /// Its place in the list, from 1.
    public var place: Int
    /// Whether it is expanded.
    public var isExpanded: Bool

    enum CodingKeys: String, CodingKey {
      case id, title, place
      case isExpanded = "is_expanded"
    }
  }

  /// What is being written.
  public struct Writing: Hashable, Sendable, Encodable {
    /// The field with the caret.
    public var field: String
    /// The title.
    public var title: String
    /// The summary.
    public var summary: String
    /// The body.
    public var body: String
  }

  /// A note at the foot of the list.
  public struct Message: Hashable, Sendable, Encodable {
    /// What it says.
    public var text: String
    /// Whether it tells of a failure.
    public var isError: Bool

    enum CodingKeys: String, CodingKey {
      case text
      case isError = "is_error"
    }
  }

  /// Columns of the screen.
  public var columns: Int
  /// Rows of the screen.
  public var rows: Int
  /// What has the keyboard, by its name in the configuration.
  public var focus: String
  /// The explorer in front.
  public var explorer: String
  /// The path from its root to the current level.
  public var path: [Level]
  /// The current list.
  public var list: List
  /// What is being written; nil if nothing is.
  public var writing: Writing?
  /// The note that is shown.
  public var note: Message?
  /// The e-mail of who is signed in.
  public var account: String?
  /// The theme's name.
  public var theme: String
}

extension AppState {
  /// Where the program is and what it shows.
  public var report: StateReport {
    StateReport(
      columns: size.width, rows: size.height, focus: keyContext.rawValue,
      explorer: explorer.name, path: current.navigator.levels.map(report(on:)),
      list: listReport,
      writing: focus.editor.map { editor in
        let words = editor.words
        return StateReport.Writing(
          field: "\(editor.field)", title: words.title, summary: words.summary, body: words.body)
      }, note: note.map { StateReport.Message(text: $0.text, isError: $0.isError) },
      account: account.email, theme: settings.theme.name)
  }

  private func report(on level: Navigator.Level) -> StateReport.Level {
    let title = current.lists[level.id]?.parent?.label
    switch level.destination {
    case nil: return StateReport.Level(kind: "root")
    case .children(let id): return StateReport.Level(kind: "children", post: id, title: title)
    case .results(let id): return StateReport.Level(kind: "results", post: id, title: title)
    case .profile(let email): return StateReport.Level(kind: "profile", email: email)
    }
  }

  private var listReport: StateReport.List {
    var report = StateReport.List(
      phase: "loaded", count: list.posts.count, hasMore: lists.canLoadMore)
    switch list.phase {
    case .idle: report.phase = "idle"
    case .loading, .awaitingPicture: report.phase = "loading"
    case .loaded: break
    case .failed(let failure): (report.phase, report.failure) = ("failed", failure.sentence)
    }
    if let post = selectedPost, let index = list.index(of: post.id) {
      report.selected = StateReport.Card(
        id: post.id, title: post.title, place: index + 1,
        isExpanded: current.position.expandedID == post.id)
    }
    return report
  }
}
