import FireflyCore
import FireflyModel
import FireflyScreen

/// An event in a thread.
package enum ThreadAction: Hashable, Sendable {
  /// Showing the current level as a thread, or as cards again, was requested.
  case pressed
  /// Folding or unfolding the selected branch was requested.
  case foldPressed
  /// Folding all branches, or unfolding them, was requested.
  case foldAllPressed
  /// The first reply to the selected post was requested.
  case firstReplyPressed
  /// The post that the selected one answers was requested.
  case parentPressed
  /// The next (1) or previous (-1) post that is not deeper was requested.
  case siblingPressed(Int)
  /// The next (1) or previous (-1) top reply was requested.
  case topReplyPressed(Int)
  /// The row with the author of a reply was clicked.
  case nameTapped(Post.ID)
  /// The line at the left of a branch was clicked.
  case lineTapped(Post.ID)
  /// More is muted: what has come may have to be folded.
  case foldsOutdated
  /// Branches were silenced, and folds may be needed; others are shown again.
  case branchesSilenced(Set<Post.ID>, shown: Set<Post.ID>)
  /// How the current account left its threads was read.
  case placesLoaded(ThreadPlaces)
  /// Texts near the window were formatted.
  case textsFormatted(level: LevelID, [Post.ID: FormattedText])
}

extension ThreadAction {
  /// Whether the action needs loaded posts.
  var needsPosts: Bool {
    switch self {
    case .textsFormatted, .parentPressed, .placesLoaded, .foldsOutdated, .branchesSilenced: false
    default: true
    }
  }
}
