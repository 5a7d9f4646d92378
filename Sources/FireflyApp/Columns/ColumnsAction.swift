import FireflyCore
import FireflyModel
import FireflyScreen

/// An event in the side columns of a wide screen.
package enum ColumnsAction: Hashable, Sendable {
  /// A side column.
  package enum Side: Hashable, Sendable {
    /// The parent level.
    case left
    /// What the selected post holds.
    case right
  }

  /// A post of the parent level was clicked.
  case parentTapped(Post.ID)
  /// A reply to the selected post was clicked.
  case replyTapped(Post.ID)
  /// The mouse wheel was turned over a column, down if positive.
  case wheelTurned(Side, Int)
  /// The first replies to the selected post were loaded; their list is too long to be sent whole.
  case firstRepliesLoaded(of: Post.ID, [Post])
  /// The first results of a saved search were found.
  case resultsFound(of: Post.ID, [Post])
  /// The article of the page that a post is about was loaded.
  case articleLoaded(Post.ID, markdown: String)
  /// What stands beside a post could not be loaded: the name of it, and why.
  case failed(Post.ID, String, LoadFailure)
  /// The posts above the top of a thread, the root first.
  case pathLoaded(to: Post.ID, [Post])
  /// A text was formatted.
  indirect case textFormatted(Post.ID, FormattedText)
}
