import FireflyCore
import FireflyScreen

/// What the side columns show beside the lists: formatted texts, and how far they are scrolled.
struct ColumnsState: Equatable, Sendable {
  /// The text of a post without replies, for the right column.
  struct Text: Equatable, Sendable {
    /// What is formatted.
    let request: ThreadText
    /// The formatted text; nil until it is ready.
    var formatted: FormattedText?
  }

  /// How far a column is scrolled while a post is selected.
  struct Scrolled: Equatable, Sendable {
    /// The level of the list.
    let level: LevelID
    /// The selected post of the list.
    let post: Post.ID?
    /// The rows, down if positive.
    var rows: Int
  }

  /// The first replies to a post whose list is too long to be sent whole, for the right column.
  struct FirstReplies: Equatable, Sendable {
    let post: Post.ID
    let replies: [Post]
  }

  /// The first replies to the post that was selected last.
  var firstReplies: FirstReplies?
  /// The texts of posts that are or were selected.
  var texts: [Post.ID: Text] = [:]
  /// The articles of the pages that posts are about, as Markdown; empty for one that is not there.
  var articles: [Post.ID: String] = [:]
  /// The post whose article is asked for; nil for none.
  var articleAsked: Post.ID?
  /// What leads to the tops of threads, the root first; empty where it is not known.
  var paths: [Post.ID: [Post]] = [:]
  /// The post to which the path is asked for; nil for none.
  var pathAsked: Post.ID?
  /// How far the left column is scrolled from where its selected post is in view.
  var left: Scrolled?
  /// How far the right column is scrolled from its top.
  var right: Scrolled?

  static let maximumTexts = 16

  /// Returns the article of the page that a post is about, as Markdown; nil if it is not there.
  func article(for post: Post) -> String? {
    articles[post.id].flatMap { $0.isEmpty ? nil : $0 }
  }
}

extension Settings {
  /// The wanted columns: a screen reader speaks whole rows, so there is one.
  var shownColumns: Columns { screenReader ? .one : columns }
}
