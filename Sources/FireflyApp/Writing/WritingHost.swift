import FireflyCore
import FireflyScreen

/// What writing can use: its own state, the lists, the focus, the note, what can be undone, the pictures, and where
/// the user is.
///
/// A card is written in a list, so that each key may change both, and each step needs the context after the one
/// before: a state of its own would get a copy of all this at each step, and hand it back.
protocol WritingHost: KeyLabels {
  /// The drafts, and the posts that are being saved.
  var writing: WritingState { get set }
  /// The lists; posts change in all of them at once.
  var lists: ListsState { get set }
  /// The part of the UI that receives keys.
  var focus: FocusStack { get set }
  var note: Note? { get set }
  /// What can be undone.
  var moving: MovingState { get set }
  /// The pictures; a new picture is known before the server has it.
  var pictures: PicturesState { get set }
  /// Rows above the list for the first lines of the post that is answered.
  var answeredRows: Int { get set }
  /// Where the user is, and as whom.
  var site: Site { get }
  var account: Account { get set }
  /// The permanent ID of the server, under which drafts are stored.
  var serverID: SiteID { get }
  var layout: ScreenLayout { get }
  /// Whether line mode speaks: it asks for each field in its turn.
  var isSpoken: Bool { get }
  /// Returns the context at a time, in seconds of the monotonic clock.
  func context(at now: Double) -> Context
  /// Returns what can be read at a time, in seconds of the monotonic clock.
  func surroundings(at now: Double) -> Surroundings
}

extension WritingHost {
  var explorer: Explorer { lists.explorer }

  /// The current explorer's path and lists.
  var current: ExplorerState { lists.current }

  var list: ListState { lists.list }

  var selectedPost: Post? { lists.selectedPost }

  /// Opens a dialog over others; replaces one that only refuses an action.
  mutating func ask(_ dialog: Dialog) {
    if focus.showsRefusal { focus.dialog = nil }
    focus.push(dialog)
  }

  /// Opens a dialog that says why an action is impossible; keys typed ahead are ignored.
  mutating func refuse(_ words: String) -> [Effect] {
    note = nil
    ask(Dialog(refusal: words))
    return []
  }

  /// Says why something can't be done here.
  func refuse(_ refusal: Site.Refusal, for purpose: Action = .editor(.newPressed)) -> [Effect] {
    surroundings(at: 0).effects(of: refusal, for: purpose)
  }

  /// Returns a post's name for sentences: its current title, its earlier title, or its ID.
  func label(of id: Post.ID, _ earlier: String?) -> String {
    let title = (lists.knownPost(id)?.headline ?? earlier)?.shortened(to: 40) ?? ""
    return title.isEmpty ? "post \(id)" : "“\(title)”"
  }
}
