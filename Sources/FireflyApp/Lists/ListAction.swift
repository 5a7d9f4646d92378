import FireflyCore
import FireflyScreen

/// Something that happened in the lists of the three explorers.
public enum ListAction: Hashable, Sendable {
  // What the user does.
  /// The selection was sent some cards down (positive) or up.
  case moved(Int)
  /// A page down (1) or up (-1).
  case paged(Int)
  /// To the first card.
  case jumpedToStart
  /// To the last card.
  case jumpedToEnd
  /// The wheel was turned some notches down (positive) or up.
  case wheelTurned(Int)
  /// The selected card was entered: expand it, then its picture over the whole screen, or collapse.
  case cardEntered
  /// The selected card was pressed: expand or collapse.
  case cardPressed
  /// The sign at the selected card's right edge was pressed.
  case childIndicatorPressed
  /// The back capsule was pressed.
  case backPressed
  /// A part of the path was pressed: the level so many below the root.
  case pathPressed(depth: Int)
  /// A tab was pressed.
  case explorerPressed(Explorer)
  /// The next tab (1) or the one before (-1) was asked for.
  case nextExplorerPressed(Int)
  /// Everyone's posts or only mine.
  case audiencePressed
  /// The author's profile was asked for.
  case profilePressed
  /// Load again.
  case refreshPressed
  /// The post's text was asked for, for the clipboard.
  case copyPressed
  /// A card was clicked.
  case cardTapped(Post.ID)
  /// The picture of an expanded card was clicked.
  case pictureTapped(Post.ID)
  /// The sign at a card's right edge was clicked.
  case childIndicatorTapped(Post.ID)
  /// A card was dragged to the left.
  case cardSwiped(Post.ID)

  // What other features send.
  /// More of the list was asked for, as much as comes at a time.
  case moreWanted
  /// A post of the list was found.
  case postSelected(Post.ID)
  /// A post of the list is to be brought to the middle of the window (seed 000).
  case postCentered(Post.ID)
  /// Back to where one was in the list.
  case positionRestored(Navigator.ListPosition)
  /// A line of the outline of a branch was entered; the path leads from the branch's top (not included)
  /// to the post.
  indirect case outlineEntered(top: Post, path: [Post])

  // What the effects bring back.
  /// Posts for a level, or why there are none.
  case postsResponse(level: LevelID, Result<PostPage, LoadFailure>)
  /// Posts for an explorer that begins with the user's own if there are any, and whether they are.
  case beginningResponse(level: LevelID, onlyMine: Bool, Result<PostPage, LoadFailure>)
  /// The cached posts of a level.
  case cachedListResponse(level: LevelID, CachedList)
  /// The next page of a root list.
  case nextPageResponse(level: LevelID, Result<PostPage, LoadFailure>)
  /// The post above a level.
  indirect case parentResponse(level: LevelID, Result<Post, LoadFailure>)
  /// A body, laid out.
  indirect case bodyFormatted(level: LevelID, post: Post.ID, FormattedText)
  /// The way down to a post, the topmost first, the post itself last.
  case pathResponse(Result<[Post], LoadFailure>)
}

extension ListAction {
  /// Whether it means something only where there are posts.
  var needsPosts: Bool {
    switch self {
    case .moved, .paged, .jumpedToStart, .jumpedToEnd, .cardEntered, .cardPressed,
      .childIndicatorPressed, .profilePressed, .copyPressed:
      true
    default: false
    }
  }
}
