import FireflyCore
import FireflyScreen

/// What features that change posts can use besides their own state: the lists, the focus, the note and where
/// the user is.
protocol PostHost: KeyLabels {
  associatedtype Lists: PostLists

  /// The lists; posts change in all of them at once.
  var lists: Lists { get set }
  /// The part of the UI that receives keys.
  var focus: FocusStack { get set }
  var note: Note? { get set }
  /// What can be undone.
  var undoStack: UndoStack { get set }
  /// Where the user is, and as whom; it is replaced when that changes.
  var site: Site { get set }
  var account: Account { get set }
  var layout: ScreenLayout { get }
  /// Returns the context at a time, in seconds of the monotonic clock.
  func context(at now: Double) -> Context
}

extension PostHost {
  var explorer: Explorer { lists.explorer }

  /// The current explorer's path and lists.
  var current: ExplorerState { lists.current }

  var list: ListState { lists.list }

  var selectedPost: Post? { lists.selectedPost }

  /// Whether the current dialog refuses an action, so that keys typed ahead must be ignored.
  var showsRefusal: Bool { focus.dialog?.typing == .ignored }

  /// Opens a dialog over others; replaces one that only refuses an action.
  mutating func ask(_ dialog: Dialog) {
    if showsRefusal { focus.dialog = nil }
    focus.push(dialog)
  }

  /// Opens a dialog that says why an action is impossible; keys typed ahead are ignored.
  mutating func refuse(_ words: String) -> [Effect] {
    note = nil
    ask(Dialog(refusal: words))
    return []
  }

  /// Says why something can't be done here, and which key does something like it; asks for a sign-in where that
  /// is enough.
  ///
  /// - Parameters:
  ///   - refusal: the reason.
  ///   - purpose: what the user wanted to do.
  /// - Returns: the effects to run.
  mutating func refuse(_ refusal: Site.Refusal, for purpose: Action = .editor(.newPressed))
    -> [Effect]
  {
    if refusal.isOfPost { return refuse(refusal.words) }
    if refusal.way == .signIn { return [.send(.signIn(.needed(for: purpose)))] }
    let new = keyName("new")
    let words = site.sentence(of: refusal) { way in
      switch way {
      case .allowWriting: "Sign out, \(keyName("account")), sign in again, and allow writing."
      case .followFeed: "\(keyName("users")), then \(new) follows a feed."
      case .search: "\(keyName("searches")), then \(new) saves a search."
      case .keep: "\(keyName("keep")) keeps the thread on your own server, to answer there."
      case .signIn: nil
      }
    }
    return [.note(words, isError: true)]
  }

  /// Returns a post's name for sentences: its current title, its earlier title, or its ID.
  func label(of id: Post.ID, _ earlier: String?) -> String {
    let title = (lists.knownPost(id)?.headline ?? earlier)?.shortened(to: 40) ?? ""
    return title.isEmpty ? "post \(id)" : "“\(title)”"
  }

  /// Changes the child count of a post in all lists.
  mutating func changeChildCount(of parent: Post.ID?, by step: Int, at now: Double) -> [Effect] {
    guard let parent else { return [] }
    return lists.change(parent, context(at: now)) { post in
      post.childCount = max(0, (post.childCount ?? 0) + step)
      let all = post.feed?.descendants
      post.feed?.descendants = all.map { max(0, $0 + step) }
    }
  }
}
