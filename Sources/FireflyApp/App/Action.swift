import FireflyCore
import FireflyScreen

/// An event: a key, a click, a response, time.
///
/// Named for what happened, not for what follows.
///
/// The events of a feature are nested in the actions of that feature; `reduce` routes them.
package enum Action: Hashable, Sendable {
  /// An event in the lists of the three explorers.
  case list(ListAction)
  /// An event of a search within a list.
  case find(FindAction)
  /// An event in the list of a post's links.
  case links(LinksAction)
  /// An event in the article of a page.
  case article(ArticleAction)
  /// An event of the posts that are saved for later.
  case later(LaterAction)
  /// An event of keeping threads.
  case keep(KeepAction)
  /// An event of the list of places.
  case places(PlaceAction)
  /// An event of muted people.
  case mute(MuteAction)
  /// An event of the people of a service.
  case person(PersonAction)
  /// An event of the user's own commands.
  case command(CommandAction)
  /// An event of marking a post of a service with accounts.
  case mark(MarkAction)
  /// An event in the filter of help, outline or palette.
  case filter(FilterAction)
  /// An event in the palette.
  case palette(PaletteAction)
  /// An event in the side columns of a wide screen.
  case columns(ColumnsAction)
  /// An event in a thread.
  case thread(ThreadAction)
  /// An event in the outline of a branch.
  case outline(OutlineAction)
  /// An event of a picture.
  case picture(PictureAction)
  /// An event on a sheet: help, or errors in the configuration.
  case sheet(SheetAction)
  /// An event of moving, deleting or undoing.
  case moving(MovingAction)
  /// An event while the user writes.
  case editor(EditorAction)
  /// An event while two versions of a post are compared.
  case conflict(ConflictAction)
  /// An event in a dialog.
  case dialog(DialogAction)
  /// An event in the menu of a post.
  case menu(MenuAction)
  /// An event of signing in or out.
  case signIn(SignInAction)
  /// An event of the configuration.
  case settings(SettingsAction)
  /// An event of the badges.
  case badges(BadgesAction)
  /// An event of the read marks.
  case readMarks(ReadMarksAction)

  /// An event of two keys that mean something together.
  case sequence(SequenceAction)

  // Events of the whole program.
  /// A mouse event, and the topmost element at that point.
  indirect case mouse(MouseEvent, over: Element?)
  /// Text was pasted.
  case pasted(String)
  /// A redraw was requested.
  case redrawPressed
  /// Suspending the program was requested.
  case suspendPressed
  /// Quitting was requested.
  case quitPressed
  /// A key that types was pressed on a sheet, or just after one closed it: its action.
  indirect case typed(Action)
  /// A key without a binding was pressed in a list.
  case unknownKeyPressed(Key)

  // Events from outside.
  /// The program has started, optionally at the children of a post.
  case started(at: Post.ID?)
  /// The size of the terminal or of its cells has changed; the aspect ratio is nil if unknown.
  case resized(Size, cellAspect: Double? = nil)
  /// The terminal's window gained (true) or lost the keyboard focus.
  case keyboardFocusChanged(Bool)
  /// A deadline has passed: an animation or a note may have ended.
  case timePassed
  /// The terminal reported the colour of its background.
  case terminalBackground(Color)
  /// The terminal's colour scheme has changed to dark (true) or light.
  case terminalScheme(isDark: Bool)
  /// The terminal is too slow for the current animations.
  case terminalLagged
  /// A note for the user was sent.
  ///
  /// - Parameter inList: whether the note is removed when the user leaves the current list.
  case noted(String, isError: Bool = false, inList: Bool = false)
  /// What the note says is over.
  case noteEnded
  /// A sentence that must be read: it stays in front until it is closed.
  case noticed(String)
}

extension Action {
  /// Whether the action needs a loaded list, so that it waits while the list is loading.
  var needsPosts: Bool {
    switch self {
    case .list(let action): action.needsPosts
    case .typed(let action), .sequence(.completed(let action)): action.needsPosts
    case .thread(let action): action.needsPosts
    case .find(.pressed), .find(.matchPressed), .links(.pressed), .links(.pagePressed),
      .article(.pressed), .later(.pressed), .keep(.pressed),
      .outline(.pressed), .picture(.pressed), .editor(.editPressed), .editor(.replyPressed),
      .moving(.deletePressed), .moving(.pressed), .readMarks(.nextPressed), .mute(.pressed),
      .mute(.branchPressed), .mute(.authorPressed), .mute(.wordsPressed), .mark(.pressed),
      .mark(.votePressed), .person(.pressed),
      .command(.pressed):
      true
    default: false
    }
  }

  /// Whether the action goes on in an open post or from it, so that it waits for the post's text.
  var leavesOpenPost: Bool {
    switch self {
    case .typed(let action), .sequence(.completed(let action)): action.leavesOpenPost
    case .list(.readOnPressed), .readMarks(.nextPressed): true
    default: false
    }
  }

  /// Whether the action affects posts that the user must have seen.
  var actsOnPosts: Bool {
    if case .mouse = self { true } else { needsPosts }
  }

  /// Whether it has a meaning where nothing can be read before a sign-in.
  var isOfProgram: Bool {
    switch self {
    case .list(.refreshPressed), .sheet, .places, .signIn, .redrawPressed, .suspendPressed,
      .quitPressed:
      true
    default: false
    }
  }

  /// Whether it is about the replies to the selected post: it has no meaning among entries that have none.
  var isAboutReplies: Bool {
    switch self {
    case .list(.childIndicatorPressed), .thread(.pressed), .outline(.pressed),
      .mute(.branchPressed):
      true
    default: false
    }
  }

  /// Whether it does something with the selected post.
  var actsOnSelected: Bool {
    switch self {
    case .list(.cardPressed), .list(.childIndicatorPressed), .list(.profilePressed),
      .list(.copyPressed), .list(.placePressed), .editor(.replyPressed), .editor(.editPressed),
      .moving(.deletePressed), .moving(.pressed), .outline(.pressed), .picture(.pressed),
      .links(.pressed), .links(.pagePressed), .article(.pressed), .later(.pressed),
      .keep(.pressed), .mark(.pressed), .mark(.votePressed), .person(.pressed),
      .thread(.foldPressed):
      true
    default: false
    }
  }
}
