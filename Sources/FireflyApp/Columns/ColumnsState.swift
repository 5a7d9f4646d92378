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

  /// What could not be loaded beside a post, as sentences.
  struct Failure: Equatable, Sendable {
    let post: Post.ID
    let words: String
  }

  /// The first replies to the post that was selected last.
  var firstReplies: FirstReplies?
  /// The first posts of the searches, feeds and people that were visited, and of searches that were looked at.
  var visited: [Post.ID: [Post]] = [:]
  /// The texts of posts that are or were selected.
  var texts: [Post.ID: Text] = [:]
  /// The articles of the pages that posts are about, as Markdown.
  var articles: [Post.ID: String] = [:]
  /// The post whose article was asked for last, and which is still selected; nil for none.
  var articleAsked: Post.ID?
  /// The articles that say what the text of their post says.
  var repeatingArticles: Set<Post.ID> = []
  /// The search whose results were asked for last, and which is still selected; nil for none.
  var resultsAsked: Post.ID?
  /// What leads to the tops of threads, the root first.
  var paths: [Post.ID: [Post]] = [:]
  /// The post to which the path was asked for last, and which is still the top; nil for none.
  var pathAsked: Post.ID?
  /// What could not be loaded beside the selected post; nil for nothing.
  var failure: Failure?
  /// How far the left column is scrolled from where its selected post is in view.
  var left: Scrolled?
  /// How far the right column is scrolled from its top.
  var right: Scrolled?

  static let maximumTexts = 16

  /// Whether something was asked for, or says why it could not be loaded.
  var isAsking: Bool { articleAsked != nil || pathAsked != nil || failure != nil }

  /// Asks again for what could not be loaded.
  mutating func forgetFailures() { (articleAsked, pathAsked, failure) = (nil, nil, nil) }

  /// Returns what could not be loaded beside a post, in lines of the right column.
  func failure(of post: Post.ID, columns: Int) -> [[Glyph]] {
    guard let failure, failure.post == post else { return [] }
    return WordWrap.sentence(failure.words, width: max(1, columns - ColumnsView.margins), limit: 6)
  }
}

extension Settings {
  /// The wanted columns: a screen reader speaks whole rows, so there is one.
  var shownColumns: Columns { screenReader ? .one : columns }
}
