import FireflyCore
import FireflyScreen

/// Everything that decides what is on the screen.
///
/// Changed by `reduce` alone.
public struct AppState: Equatable, Sendable {
  /// Size of the terminal in cells.
  public var size: Size
  /// What the terminal can show.
  public var abilities: ScreenAbilities
  /// What the user chose.
  @Boxed public var settings: Settings
  /// Who is signed in.
  public var account: Account
  /// The server, where one can sign in there; nil for one's own.
  public var server: SignInServer?
  /// The service that is read; nil for a server of Firefly's.
  public var source: ReadOnlySource?
  /// The server's name for good, under which drafts are kept.
  public var serverID = ""
  /// The three explorers, each with its own path, places and loaded posts.
  var lists = ListsState()
  /// What is known of the pictures asked for so far.
  var pictures = PicturesState()
  /// Which saved searches have new matches.
  var badges = BadgesState()
  /// What was written and is on its way, or waits.
  @Boxed var writing = WritingState()
  /// What was taken up to be moved, and what can be undone.
  @Boxed var moving = MovingState()
  /// What has the keyboard, and what it lies over.
  @Boxed var focus = FocusStack()
  /// A short note that goes away by itself.
  var note: Note?
  /// Whether a note has said that a key does nothing: once is enough.
  var hasNotedUnknownKey = false
  /// What the mouse is in the middle of.
  var mousePress: MousePress?
  /// The terminal's own background, once it has been reported.
  public internal(set) var background: Color?
  /// Whether the program is about to end.
  public internal(set) var isQuitting = false

  /// The state of a program that has just started.
  public init(
    size: Size, abilities: ScreenAbilities = ScreenAbilities(), settings: Settings = Settings(),
    account: Account = .signedOut
  ) {
    self.size = size
    self.abilities = abilities
    self.settings = settings
    self.account = account
  }
}

extension AppState: WritingHost, MovingHost, NewsHost {
  var serverAbilities: ServerAbilities? { moving.abilities }

  /// Whether the post of the start is selected in its list, instead of its replies being shown.
  public var selectsStart: Bool {
    get { lists.selectsPathEnd }
    set { lists.selectsPathEnd = newValue }
  }

  /// Whether the list in front has a second one beside it: the user's own posts, or a source's other list.
  var hasAudiences: Bool { explorer == .posts || explorer == .searches && source == nil }

  /// Where everything stands on the screen.
  var layout: ScreenLayout { ScreenLayout(size: size, tunables: settings.tunables) }
}
