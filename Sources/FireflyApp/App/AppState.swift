import FireflyCore
import FireflyEditor
import FireflyModel
import FireflyScreen

/// The state from which the screen is drawn.
///
/// Only `reduce` changes it.
package struct AppState: Equatable, Sendable {
  /// Size of the terminal in cells.
  package var size: Size
  /// The terminal's abilities.
  package var abilities: ScreenAbilities
  /// The settings.
  @Boxed package var settings: Settings
  /// Where the user is, and as whom; it is replaced when that changes.
  @Boxed package var site: Site
  /// The places where the user can go, and the one where the session is.
  @Boxed package var places = PlacesState()
  /// The accounts on this machine.
  @Boxed package var accounts = AccountsState()
  /// Seconds since 1970 at time 0 of the monotonic clock, for the ages of posts.
  package var epoch = 0.0
  /// The permanent ID of the server, under which drafts are stored.
  package var serverID = SiteID.unknown
  /// Whether this user has posted to everyone on this service before, from this machine.
  package var hasPostedToEveryone: Bool {
    get { writing.hasPostedToEveryone }
    set { writing.hasPostedToEveryone = newValue }
  }
  /// Whether line mode speaks: only what was said counts as read.
  package var isSpoken = false
  /// The links that are followed.
  @Boxed var links = LinksState()
  /// The three explorers with their paths and lists.
  var lists = ListsState()
  /// The pictures requested so far.
  var pictures = PicturesState()
  /// The posts that are saved for later.
  @Boxed var later = Later()
  /// The threads that were copied to the user's own server.
  @Boxed var keep = KeepState()
  /// What is muted, silenced or followed.
  @Boxed var mute = MuteState()
  /// The people of a service whose relation to the user changes.
  @Boxed var people = PeopleState()
  /// The user's own commands that run.
  @Boxed var commands = CommandsState()
  /// The badges of tabs and saved searches.
  var badges = BadgesState()
  /// The drafts, and the posts that are being saved.
  @Boxed var writing = WritingState()
  /// What the side columns of a wide screen show.
  @Boxed var columns = ColumnsState()
  /// Which posts the user has read.
  @Boxed var readMarks = ReadMarksState()
  /// The post that is being moved, and what can be undone.
  @Boxed var moving = MovingState()
  /// The layers over the lists; the topmost receives keys.
  @Boxed var focus = FocusStack()
  var note: Note? {
    didSet { if let old = oldValue, let new = note, old.outlasts(new) { note = old } }
  }
  /// Input that has begun.
  @Boxed var input = InputState()
  /// Rows above the list for the first lines of the post that is answered.
  var answeredRows = 0
  /// Rows below the list for the note.
  var noteRows = 0
  /// What the state was after the last action; nil before the first one.
  var basis: Basis?
  /// The terminal's background colour, if reported.
  package internal(set) var background: Color?
  /// Whether the program is quitting.
  package internal(set) var isQuitting = false

  /// Creates the initial state.
  package init(
    size: Size, abilities: ScreenAbilities = ScreenAbilities(), settings: Settings = Settings(),
    account: Account = .signedOut
  ) {
    self.size = size
    self.abilities = abilities
    self.settings = settings
    site = .own(as: account)
  }
}

extension AppState: WritingHost {
  /// What is muted: by the configuration, in the menu, and as branches.
  var muted: Muted { settings.muted.adding(mute) }

  /// The newest replies in followed branches.
  package var followedReplies: [Post.ID] { mute.followedReplies(readMarks.index, at: site) }

  /// The names of the user's own commands that run, the first one first.
  package var runningCommands: [String] { commands.running }

  /// Whether no level, search or open post is left before the place itself.
  var isAtTop: Bool {
    focus.find == nil && current.navigator.depth == 0 && current.position.expandedID == nil
  }

  /// Whether the current list receives keys.
  package var isListInFront: Bool { focus.isListInFront }

  /// Whether a dialog refuses an action; pending input was typed before and must be ignored.
  package var isRefusing: Bool { focus.showsRefusal }

  /// Whether a command would be done with the same post now as when it was requested.
  package func stillMeans(_ call: CommandCall) -> Bool {
    isListInFront && (call.post == nil || call.post?.id == selectedPost?.id)
  }

  /// Sets what is muted and saved on this machine, before the program starts.
  package mutating func begin(
    people: Set<String> = [], words: [String] = [], branches: MarkedBranches = MarkedBranches(),
    later posts: [Post] = []
  ) {
    mute = MuteState(people: people, words: words, branches: branches)
    readMarks.index.learn(branches)
    later = Later(posts)
  }

  /// Sets how lists were left, before the program starts; after the posts with which they begin.
  ///
  /// - Parameter date: the time, in seconds since 1970.
  package mutating func begin(
    at positions: SavedPositions? = nil, density: Density?, view: RepliesView?,
    threads: ThreadPlaces, _ date: Double
  ) {
    accounts.interrupted?.isResumed = true
    if let list = accounts.interrupted?.list(at: site) { lists.begin(with: list) }
    let audience = lists[.posts].audience
    if let positions = accounts.interrupted?.positions ?? positions,
      let left = lists.resume(positions, at: site, date)
    {
      moving.undo.record(.begunAtTop(left, in: audience))
    }
    (lists.chosenDensity, lists.chosenView, lists.threadPlaces) = (density, view, threads)
    places.start = lists.level
  }

  /// Sets the posts with which an explorer begins, before the program starts.
  ///
  /// - Parameter explains: whether a note explains how to see everyone's posts.
  package mutating func begin(
    _ explorer: Explorer, with audience: FirstAudience, explains: Bool = false
  ) {
    lists.begin(explorer, with: audience, explains: explains, at: site)
  }

  /// Sets the read marks of the account, before the program starts.
  package mutating func setReadMarks(_ marks: ReadMarks) {
    readMarks.replace(marks, of: account.key)
  }

  /// Whether the place has answered.
  package var hasAnswered: Bool { lists.hasAnswered }

  /// The state of a session at another place, with the same screen and settings.
  package var renewed: AppState {
    var state = AppState(size: size, abilities: abilities, settings: settings)
    (state.background, state.epoch, state.isSpoken) = (background, epoch, isSpoken)
    // Once the session has begun, it belongs to that place.
    state.accounts.interrupted = accounts.interrupted.flatMap { $0.isResumed ? nil : $0 }
    return state
  }

  /// What can still be undone when the user comes back to the place.
  package var lastingSteps: UndoStack { moving.undo.lasting }

  /// Goes on where the user was before, after `renewed`.
  ///
  /// - Parameter steps: `lastingSteps` of that session.
  package mutating func goOn(with steps: UndoStack) { moving.undo = steps }

  /// The current account.
  package var account: Account {
    get { site.account }
    set { site = site.with(newValue) }
  }

  /// Whether the first post is selected in its list, instead of showing its replies.
  package var selectsStart: Bool {
    get { lists.selectsPathEnd }
    set { (lists.selectsPathEnd, lists.entersPathTop) = (newValue, newValue) }
  }

  /// Whether the path to a post leads to its replies, as cards.
  ///
  /// - Parameter id: the post, to which the path is being requested.
  /// - Returns: whether it does; false for the list that the post is in, and for threads.
  package func showsReplies(atTheEndOfThePathTo id: Post.ID) -> Bool {
    !site.has(.wholeThreads) && !lists.selectsPathEnd
      && !(lists.threadPlaces[id]?.isThread ?? opensThreads)
  }

  /// Whether the current list can be switched: to the user's own posts, or to another list of the
  /// place.
  var hasAudiences: Bool { site.switches(in: explorer) }

  var density: Density { lists.density(at: site, settings) }

  /// Whether the replies to a post are shown as a thread.
  var opensThreads: Bool {
    switch lists.chosenView ?? settings.view {
    case .cards: false
    case .thread: true
    case .auto: site.has(.wholeThreads)
    }
  }

  var layout: ScreenLayout { layout(noteRows: noteRows) }

  /// The layout of the screen with some rows reserved for a note.
  func layout(noteRows: Int) -> ScreenLayout {
    ScreenLayout(
      size: size, tunables: settings.tunables, density: density, columns: settings.shownColumns
    ).with(
      isThread: list.isThread, isRoot: current.navigator.depth == 0,
      hasRight: lists.hasRightColumn(beside: list, settings)
    )
    .with(answeredRows: answeredRows, noteRows: noteRows)
  }
}
