import FireflyCore
import FireflyScreen

/// Something that happened: a key, a click, an answer, time. Named for the event, not for what follows.
public enum Action: Hashable, Sendable {
  // What the user does.
  /// The selection was sent some cards down (positive) or up.
  case moved(Int)
  /// A page down (1) or up (-1).
  case paged(Int)
  /// To the first card.
  case jumpedToStart
  /// To the last card.
  case jumpedToEnd
  /// The selected card was entered: expand it, then its picture over the whole screen, then collapse.
  case cardEntered
  /// The selected card was pressed: expand or collapse.
  case cardPressed
  /// The sign at the card's right edge was pressed.
  case childIndicatorPressed
  /// The back capsule was pressed.
  case backPressed
  /// A tab was pressed.
  case explorerPressed(Explorer)
  /// The next tab was asked for.
  case nextExplorerPressed
  /// Everyone's posts or only mine.
  case audiencePressed
  /// The author's profile was asked for.
  case profilePressed
  /// Load again.
  case refreshPressed
  /// A link of the post was asked for.
  case linkPressed
  /// The post's text was asked for, for the clipboard.
  case copyPressed
  /// Find in this list.
  case findPressed
  /// The next (1) or previous (-1) match.
  case nextMatchPressed(Int)
  /// The branch as an outline.
  case outlinePressed
  /// The picture over the whole screen.
  case picturePressed
  /// The keys.
  case helpPressed
  /// Draw everything anew.
  case redrawPressed
  /// Stop for a while, back to the shell.
  case suspendPressed
  /// End the program.
  case quitPressed
  /// A key while text is being typed or something lies over the lists.
  case keyTyped(Key)
  /// The mouse.
  case mouse(MouseEvent)

  // What the world does.
  /// The program has started; with a post's number, it is to be among that post's children.
  case started(at: Post.ID?)
  /// The terminal has another size, or its cells have; nil where nobody tells of them.
  case resized(Size, cellAspect: Double? = nil)
  /// A deadline has passed: motions may have arrived, notes may have had their time.
  case timePassed
  /// The configuration was read again.
  case settingsChanged(Settings)
  /// Something in the configuration could not be understood.
  case settingsMisread([SettingsComplaint])
  /// The configuration was read again and could not be understood, so that the old one holds.
  case settingsRefused([SettingsComplaint])
  /// The terminal told the colour of its background.
  case terminalBackground(Color)
  /// The terminal could not be written to as fast as things move.
  case terminalLagged

  // What the effects bring back.
  /// Posts for a level, or why there are none.
  case postsResponse(level: Navigator.Level.ID, Response<PostPage>)
  /// The next page of a root list.
  case nextPageResponse(level: Navigator.Level.ID, Response<PostPage>)
  /// The post above a level.
  case parentResponse(level: Navigator.Level.ID, Response<Post>)
  /// A body, laid out.
  case bodyFormatted(level: Navigator.Level.ID, post: Post.ID, FormattedText)
  /// The way down to a post, the topmost first, the post itself last.
  case pathResponse(Response<[Post]>)
  /// The lines of an outline.
  case outlineResponse(top: Post.ID, Response<Outline.Branch>)
  /// A picture was loaded (with its aspect ratio) or not (nil).
  case pictureResponse(address: String, aspectRatio: Double?)
  /// A picture was not loaded: too many came after it.
  case pictureGivenUp(address: String)
  /// Which saved searches have new matches.
  case badgesResponse([Post.ID: Bool])
  /// Something was done, or not; in words for the user.
  case noted(String, isError: Bool)
}

extension Action {
  /// Whether it means something only where there are posts: while a list is on its way, it can wait.
  var needsPosts: Bool {
    switch self {
    case .moved, .paged, .jumpedToStart, .jumpedToEnd, .cardEntered, .cardPressed,
      .childIndicatorPressed, .profilePressed, .linkPressed, .copyPressed, .findPressed,
      .nextMatchPressed, .outlinePressed, .picturePressed:
      true
    default: false
    }
  }

  /// Whether it is done to posts that the user must have seen.
  var actsOnPosts: Bool {
    if case .mouse = self { true } else { needsPosts }
  }
}

/// What came of a request.
public enum Response<Value: Hashable & Sendable>: Hashable, Sendable {
  /// The answer.
  case success(Value)
  /// Why there is none, as a sentence for the user.
  case failure(String)
}
