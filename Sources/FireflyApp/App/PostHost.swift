import FireflyCore
import FireflyScreen

/// What features that change posts can use besides their own state: the lists, the focus, the note and the
/// account.
protocol PostHost {
  associatedtype Lists: PostLists

  /// The lists; posts change in all of them at once.
  var lists: Lists { get set }
  /// The part of the UI that receives keys.
  var focus: FocusStack { get set }
  /// A short note that goes away by itself.
  var note: Note? { get set }
  /// The current user.
  var account: Account { get set }
  /// What the user chose.
  var settings: Settings { get }
  /// Where everything stands on the screen.
  var layout: ScreenLayout { get }
  /// What the terminal can show.
  var abilities: ScreenAbilities { get }
  /// What the server can do beyond the contract; nil while it isn't known.
  var serverAbilities: ServerAbilities? { get }

  /// The service that is read, where nothing but searches can be written; nil for a server of Firefly's.
  var source: ReadOnlySource? { get }

  /// Returns what a feature may look at, at a moment.
  func context(at now: Double) -> Context
}

extension PostHost {
  /// The explorer in front.
  var explorer: Explorer { lists.explorer }

  /// The explorer in front, with its path and its lists.
  var current: ExplorerState { lists.current }

  /// The list in front.
  var list: ListState { lists.list }

  /// The selected post of the list in front.
  var selectedPost: Post? { lists.selectedPost }

  /// Whether something the user wanted was refused, so that what was typed ahead means nothing any more.
  var showsRefusal: Bool { focus.dialog?.typing == .ignored }

  /// Asks a question; it may lie on another one, but takes the place of what only says that something was
  /// refused.
  mutating func ask(_ dialog: Dialog) {
    if showsRefusal { focus.dialog = nil }
    focus.push(dialog)
  }

  /// Says why something can't be done, so that nothing that is typed on in the belief that it was done acts as
  /// a key.
  mutating func refuse(_ words: String) -> [Effect] {
    note = nil
    ask(Dialog(refusal: words))
    return []
  }

  /// What a post is called: as the lists have it, as it was once, or by its number.
  func label(of id: Post.ID, _ earlier: String?) -> String {
    let title = (lists.knownPost(id)?.label ?? earlier)?.shortened(to: 40) ?? ""
    return title.isEmpty ? "post \(id)" : "“\(title)”"
  }

  /// The first key of a binding, as it is called on the screen; the binding's own name if it has none.
  func keyLabel(_ name: String, in context: KeyContext = .lists) -> String {
    settings.keymap.keys(of: name, in: context).first.map { symbols.label(of: $0) } ?? name
  }

  /// The post above has more or fewer children.
  mutating func changeChildCount(of parent: Post.ID?, by step: Int, at now: Double) -> [Effect] {
    guard let parent else { return [] }
    return lists.change(parent, context(at: now)) { post in
      post.childCount = max(0, (post.childCount ?? 0) + step)
    }
  }
}
