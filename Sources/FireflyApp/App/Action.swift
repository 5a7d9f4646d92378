import FireflyCore
import FireflyScreen

/// Something that happened: a key, a click, an answer, time.
///
/// Named for the event, not for what follows.
///
/// What belongs to a feature is nested in that feature's own actions; `reduce` hands it there.
public enum Action: Hashable, Sendable {
  /// In the lists of the three explorers.
  case list(ListAction)
  /// While the user finds within a list.
  case find(FindAction)
  /// Among the links of a post.
  case links(LinksAction)
  /// In the outline of a branch.
  case outline(OutlineAction)
  /// With a picture.
  case picture(PictureAction)
  /// On a sheet to read: the help, or what is wrong with the configuration.
  case sheet(SheetAction)
  /// With posts that are moved or deleted, and with undoing.
  case moving(MovingAction)
  /// While the user writes.
  case editor(EditorAction)
  /// While two versions of a post are compared.
  case conflict(ConflictAction)
  /// In a question that is asked.
  case dialog(DialogAction)
  /// In the menu of a post.
  case menu(MenuAction)
  /// While the user signs in or out.
  case signIn(SignInAction)
  /// With the configuration.
  case settings(SettingsAction)
  /// With the signs that something new waits.
  case badges(BadgesAction)

  // What the user does to the program as a whole.
  /// The mouse did something, over the topmost element under it.
  indirect case mouse(MouseEvent, over: Element?)
  /// Text was pasted.
  case pasted(String)
  /// Draw everything again.
  case redrawPressed
  /// Stop for a while, back to the shell.
  case suspendPressed
  /// End the program.
  case quitPressed
  /// A key that does nothing in a list.
  case unknownKeyPressed(Key)

  // What the world does.
  /// The program has started; with a post's number, it is to be among that post's children.
  case started(at: Post.ID?)
  /// The terminal has another size, or its cells have; nil where it isn't known.
  case resized(Size, cellAspect: Double? = nil)
  /// The terminal's window got (true) or lost the keyboard.
  case keyboardFocusChanged(Bool)
  /// A deadline has passed: motions may have arrived, notes may have had their time.
  case timePassed
  /// The terminal reported the colour of its background.
  case terminalBackground(Color)
  /// The terminal has become dark (true) or light.
  case terminalScheme(isDark: Bool)
  /// The terminal could not be written to as fast as things move.
  case terminalLagged
  /// Something was done, or not; in words for the user.
  ///
  /// - `inList`: whether it means nothing outside of the list in front.
  case noted(String, isError: Bool = false, inList: Bool = false)
}

extension Action {
  /// Whether it means something only where there are posts: while a list is on its way, it can wait.
  var needsPosts: Bool {
    switch self {
    case .list(let action): action.needsPosts
    case .find(.pressed), .find(.matchPressed), .links(.pressed), .outline(.pressed),
      .picture(.pressed), .editor(.editPressed), .editor(.replyPressed), .moving(.deletePressed),
      .moving(.pressed):
      true
    default: false
    }
  }

  /// Whether it is done to posts that the user must have seen.
  var actsOnPosts: Bool {
    if case .mouse = self { true } else { needsPosts }
  }
}
