import FireflyCore
import FireflyModel

/// A summary of the program's state for automation clients.
///
/// Its size depends on the path and the edited text, not on the lists.
package struct StateReport: Hashable, Sendable, Encodable {
  /// A level of the path.
  struct Level: Hashable, Sendable, Encodable {
    /// `root`, `children`, `results`, `profile` or `answers`.
    var kind: String
    /// The parent's ID.
    var post: Int?
    /// The parent's title, if known.
    var title: String?
    /// The e-mail address of a profile.
    var email: String?
  }

  /// The current list.
  struct List: Hashable, Sendable, Encodable {
    /// `idle`, `loading`, `loaded` or `failed`.
    var phase: String
    /// Why loading failed.
    var failure: String?
    /// Number of loaded posts.
    var count: Int
    /// Whether the server may have more posts.
    var hasMore: Bool
    /// `cards` or `thread`.
    var view: String
    /// The IDs of the folded posts of a thread.
    var folded: [Int]
    /// Number of unread replies to the user.
    var answers: Int
    /// Number of unread posts here and below, as far as is known.
    var unread: Int
    var selected: Card?
  }

  /// A card.
  struct Card: Hashable, Sendable, Encodable {
    /// The post's ID.
    var id: Int
    var title: String
    /// The position in the list, from 1.
    var place: Int
    var isExpanded: Bool
    var isUnread: Bool
  }

  /// The edited texts.
  struct Writing: Hashable, Sendable, Encodable {
    var field: String
    var title: String
    var summary: String
    var body: String
  }

  /// A note.
  struct Message: Hashable, Sendable, Encodable {
    var text: String
    /// Whether it reports a failure.
    var isError: Bool
  }

  /// Columns of the screen.
  var columns: Int
  /// Rows of the screen.
  var rows: Int
  /// The focus: a key context of the configuration.
  var focus: String
  /// The name of the current explorer.
  var explorer: String
  /// The path from its root to the current level.
  var path: [Level]
  /// How much room closed posts take: `cards`, `compact` or `lines`.
  var density: String
  var list: List
  /// The edited texts; nil if no editor is open.
  var writing: Writing?
  var note: Message?
  /// The current user's e-mail address; nil when signed out.
  var account: String?
  /// The theme's name.
  var theme: String
}

extension Surroundings {
  /// The summary for automation clients.
  package var report: StateReport {
    StateReport(
      columns: self.size.width, rows: self.size.height, focus: keyContext.rawValue,
      explorer: explorer.name, path: current.navigator.levels.map(report(on:)),
      density: self.density.rawValue, list: listReport,
      writing: focus.editor.map { editor in
        let words = editor.words
        return StateReport.Writing(
          field: "\(editor.field)", title: words.title, summary: words.summary, body: words.body)
      }, note: self.note.map { StateReport.Message(text: $0.text, isError: $0.isError) },
      account: account.user?.handle, theme: settings.theme.name)
  }

  private func report(on level: Navigator.Level) -> StateReport.Level {
    let title = current.lists[level.id]?.parent?.label
    switch level.destination {
    case nil: return StateReport.Level(kind: "root")
    case .children(let id): return StateReport.Level(kind: "children", post: id, title: title)
    case .results(let id): return StateReport.Level(kind: "results", post: id, title: title)
    case .profile(let email): return StateReport.Level(kind: "profile", email: email)
    case .answers: return StateReport.Level(kind: "answers")
    }
  }

  private var listReport: StateReport.List {
    var report = StateReport.List(
      phase: "loaded", count: list.posts.count, hasMore: lists.hasMore,
      view: (list.isThread ? RepliesView.thread : .cards).rawValue, folded: list.folded,
      answers: readMarks.unreadAnswers, unread: readMarks.unreadCount(self))
    switch list.phase {
    case .idle: report.phase = "idle"
    case .loading, .awaitingPicture: report.phase = "loading"
    case .loaded: break
    case .failed(let failure): (report.phase, report.failure) = ("failed", failure.sentence)
    }
    if let post = selectedPost, let index = list.index(of: post.id) {
      report.selected = StateReport.Card(
        id: post.id, title: post.title, place: index + 1,
        isExpanded: current.position.expandedID == post.id,
        isUnread: readMarks.index.posts.contains(post.id))
    }
    return report
  }
}
