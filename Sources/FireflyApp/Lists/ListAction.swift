import FireflyCore
import FireflyModel
import FireflyScreen

/// An event in the lists of the three explorers.
package enum ListAction: Hashable, Sendable {
  // User input.
  /// The selection was moved by some cards, down if positive.
  case moved(Int)
  /// Moving by pages was requested, down if positive.
  case paged(Int)
  /// The first card was requested.
  case jumpedToStart
  /// The last card was requested.
  case jumpedToEnd
  /// The mouse wheel was turned, down if positive.
  case wheelTurned(Int)
  /// Moving by halves of a page was requested, down if positive.
  case halfPaged(Int)
  /// Expanding or collapsing the selected card was requested.
  case cardPressed
  /// Reading on was requested: expand the selected card, show its next page, collapse it at its end.
  case readOnPressed
  /// The child indicator of the selected card was pressed.
  case childIndicatorPressed
  /// The back capsule was pressed.
  case backPressed
  /// A title of the path was pressed; the depth of its level below the root.
  case pathPressed(depth: Int)
  /// A tab was pressed.
  case explorerPressed(Explorer)
  /// The next (1) or previous (-1) tab was requested.
  case nextExplorerPressed(Int)
  /// Switching between everyone's and the user's own posts was requested.
  case audiencePressed
  /// The next density of the lists was requested.
  case densityPressed
  /// The author's profile was requested.
  case profilePressed
  /// Reloading was requested.
  case refreshPressed
  /// Copying the post's text was requested.
  case copyPressed
  /// Showing the post at its place in the tree was requested.
  case placePressed
  /// A card was clicked.
  case cardTapped(Post.ID)
  /// The picture of an expanded card was clicked.
  case pictureTapped(Post.ID)
  /// The sign that an expanded card goes on below the window was clicked.
  case moreTapped(Post.ID)
  /// The child indicator of a card was clicked.
  case childIndicatorTapped(Post.ID)
  /// A card was dragged to the left.
  case cardSwiped(Post.ID)

  /// The first start has been still for a while: the first card shows that it opens.
  case welcomed

  // Sent by other features.
  /// More posts of the list are needed.
  case moreWanted
  /// A post was found and is to be selected.
  case postSelected(Post.ID)
  /// A match of a search within the list was found.
  case matchFound(Post.ID)
  /// A reply to the selected post is to be begun.
  case replyWanted
  /// A post of a list that was just entered is to be selected, and opened if it is loaded.
  case openWanted(Post.ID)
  /// A post is to be selected and scrolled to the middle of the window (seed 000).
  case postCentered(Post.ID)
  /// A position is to be restored.
  case positionRestored(Navigator.ListPosition)
  /// Posts are gone that had come by an import.
  case postsTakenBack([Post.ID])
  /// The replies to the user are to be shown.
  case answersWanted
  /// A post is to be shown at its place, wherever that is; or with its replies, if it came.
  case pathWanted(to: Post.ID, hasCome: Bool = false)
  /// Going back to where the user was among the posts, and to the tab of then, was requested.
  indirect case returned(to: SavedPositions.Path, in: Audience, of: Explorer)
  /// The post of a link was found, and its parent.
  indirect case linkedPostFound(Post, below: Post?)
  /// The texts and facts of a post have changed.
  indirect case postChanged(Post)
  /// The service no longer shows what a person writes, by their name there.
  case authorLeft(String)
  /// It shows that again.
  case authorReturned(String)
  /// The user has opened the sensitive picture of a post.
  case pictureOpened(Post.ID)
  /// Something has come into a row of this program: the saved searches lead to that row next.
  case rowFilled(Post.ID)
  /// The mouse was pressed on a card for its menu.
  case cardPointed(Post.ID)
  /// What a service says of a post has changed.
  indirect case factsChanged(Post.ID, Post.Facts)
  /// The shape of a picture is known, or it is not loaded for now.
  case pictureChanged(String, isKnown: Bool)
  /// Closed posts have got another height; the places of the selected ones on the screen before.
  case densityChanged([LevelID: Double])
  /// A line of the outline was entered; the path leads from the branch's top (excluded) to the
  /// post.
  indirect case outlineEntered(top: Post, path: [Post])

  // Responses.
  /// The posts of a level, or the reason of a failure.
  case postsResponse(level: LevelID, Result<PostPage, LoadFailure>)
  /// The next page of a thread, without the replies to a folded post, or the reason of a failure.
  case nextBranchResponse(level: LevelID, skipped: Post.ID?, Result<PostPage, LoadFailure>)
  /// The replies to a post of a thread, in reading order, or the reason of a failure.
  case repliesResponse(level: LevelID, to: Post.ID, Result<PostPage, LoadFailure>)
  /// The first posts of an explorer, and whether they are only the user's own.
  case beginningResponse(level: LevelID, onlyMine: Bool, Result<PostPage, LoadFailure>)
  /// The cached posts of a level.
  case cachedListResponse(level: LevelID, CachedList)
  /// The next page of a root list.
  case nextPageResponse(level: LevelID, Result<PostPage, LoadFailure>)
  /// The parent post of a level.
  indirect case parentResponse(level: LevelID, Result<Post, LoadFailure>)
  /// The post that an unread reply of a level answers.
  indirect case answeredResponse(level: LevelID, of: Post.ID, Result<Post, LoadFailure>)
  /// A post with its whole text.
  indirect case textResponse(Result<Post, LoadFailure>)
  /// The children of a post, loaded ahead of the reader.
  case childrenPrefetched(of: Post.ID, [Post])
  /// The server has a new reply to a post.
  case replyArrived(below: Post.ID)
  /// A formatted body.
  indirect case bodyFormatted(level: LevelID, post: Post.ID, FormattedText)
  /// The path to a post, from the root to the post itself.
  case pathResponse(Result<[Post], LoadFailure>)
  /// The post at the end of a path could not be loaded, but it has replies.
  case pathEndFailed(Post.ID, LoadFailure)
}

extension ListAction {
  /// Whether the user has pointed at a post, or turned the wheel.
  var isTap: Bool {
    switch self {
    case .wheelTurned, .cardTapped, .moreTapped, .pictureTapped, .childIndicatorTapped, .cardSwiped:
      true
    default: false
    }
  }

  /// Whether the action needs loaded posts.
  var needsPosts: Bool {
    switch self {
    case .moved, .paged, .halfPaged, .jumpedToStart, .jumpedToEnd, .cardPressed, .readOnPressed,
      .childIndicatorPressed, .profilePressed, .copyPressed, .placePressed:
      true
    default: false
    }
  }
}
