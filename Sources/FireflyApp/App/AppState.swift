import FireflyCore
import FireflyScreen

/// Everything that decides what is on the screen. Changed by `reduce` alone.
public struct AppState: Equatable, Sendable {
  /// Size of the terminal in cells.
  public var size: Size
  /// What the terminal can show.
  public var abilities: ScreenAbilities
  /// What the user chose.
  public var settings: Settings
  /// Who is signed in; nil for nobody.
  public var user: User?
  /// The tab in front.
  var explorer: Explorer = .posts
  /// The three explorers, each with its own path, places and loaded posts.
  var explorers: [Explorer: ExplorerState]
  /// What is known of the pictures asked for so far, by address.
  var pictures: [String: PictureStatus] = [:]
  /// What lies over the lists.
  var overlay: Overlay?
  /// The search within the list, while there is one.
  var find: FindState?
  /// A short note that goes away by itself.
  var message: Message?
  /// Whether each saved search has new matches.
  var badges: [Post.ID: Bool] = [:]
  /// The links of which one is being chosen by its number.
  var linkChoice: LinkChoice?
  /// The terminal's own background, once it has told.
  var background: Color?
  /// The drag that the mouse is in the middle of.
  var drag: DragState?
  /// Whether a list has been shown since the start, or why there is none.
  var hasShownPosts = false
  /// Since when the path to the post of the start has been looked for; nil if it isn't.
  var pathAwaitedSince: Double?
  /// Whether the program is about to end.
  public internal(set) var isQuitting = false

  /// The state of a program that has just started.
  public init(
    size: Size, abilities: ScreenAbilities = ScreenAbilities(), settings: Settings = Settings(),
    user: User? = nil
  ) {
    self.size = size
    self.abilities = abilities
    self.settings = settings
    self.user = user
    explorers = Dictionary(
      uniqueKeysWithValues: Explorer.allCases.map { ($0, ExplorerState($0)) })
  }

  /// The signed-in person.
  public struct User: Hashable, Sendable {
    /// Their identity.
    public var email: String
    /// How they are called.
    public var name: String

    /// A person.
    public init(email: String, name: String) {
      self.email = email
      self.name = name
    }
  }

  /// What is known of a picture.
  enum PictureStatus: Hashable, Sendable {
    /// Asked for.
    case loading
    /// Can't be had.
    case failed
    /// Here, with its width divided by its height.
    case ready(aspectRatio: Double)
  }

  /// A short note at the foot of the list.
  struct Message: Hashable, Sendable {
    /// What it says.
    var text: String
    /// Whether it tells of a failure.
    var isError: Bool
    /// When it goes away, in seconds of the monotonic clock.
    var until: Double
    /// The level that it is about, with which it goes as well; nil if it is about none.
    var level: Navigator.Level.ID?
  }

  /// Where a drag of the mouse began.
  struct DragState: Hashable, Sendable {
    var start: Point
    var isDone = false
  }

  /// What lies over the lists.
  enum Overlay: Hashable, Sendable {
    /// The keys; scrolled by some rows.
    case help(scroll: Int)
    /// A branch as an outline.
    case outline(Outline)
    /// A picture over the whole screen.
    case picture(address: String)
    /// What of the configuration could not be understood; scrolled by some rows.
    case complaints([SettingsComplaint], scroll: Int)
  }
}

extension AppState {
  /// The explorer in front.
  var current: ExplorerState {
    get { explorers[explorer] ?? ExplorerState(explorer) }
    set { explorers[explorer] = newValue }
  }

  /// The list one is in.
  var list: ListState {
    get { current.list }
    set { current.list = newValue }
  }

  /// The selected post of the list one is in.
  var selectedPost: Post? { list.selectedPost(at: current.position) }

  /// The explorer whose level has this number; nil if the level has been left.
  func explorer(ofLevel id: Navigator.Level.ID) -> Explorer? {
    guard let explorer = Explorer(rawValue: id / ExplorerState.mostLevels) else { return nil }
    return explorers[explorer]?.lists[id] == nil ? nil : explorer
  }

  /// Where everything stands on the screen.
  var layout: ScreenLayout { ScreenLayout(size: size) }
}
