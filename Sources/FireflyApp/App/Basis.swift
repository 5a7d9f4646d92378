import FireflyCore
import FireflyScreen

/// The parts of the state from which others are derived, as they were after an action.
///
/// To compare two of them takes little: what has not changed is shared, or counted.
struct Basis: Sendable {
  /// Parts of the state.
  struct Parts: OptionSet, Sendable {
    let rawValue: Int
    /// The lists, with their selections and scroll offsets.
    static let lists = Parts(rawValue: 1)
    /// The posts of the current list.
    static let posts = Parts(rawValue: 2)
    /// The layout of the screen.
    static let layout = Parts(rawValue: 4)
    /// The measures of the edited card.
    static let writing = Parts(rawValue: 8)
    /// Whether the list receives keys, and the pictures of the layer that does.
    static let focus = Parts(rawValue: 16)
    /// The pictures that were requested.
    static let pictures = Parts(rawValue: 32)
    /// What the user has muted.
    static let muted = Parts(rawValue: 64)
    /// The posts that are saved for later.
    static let later = Parts(rawValue: 128)
    /// Which posts are unread.
    static let unread = Parts(rawValue: 256)
    /// What the side columns show.
    static let columns = Parts(rawValue: 512)
    /// The settings, the terminal and the place.
    static let settings = Parts(rawValue: 1_024)
    /// The stored drafts.
    static let drafts = Parts(rawValue: 2_048)
    static let all = Parts(rawValue: 4_095)
  }

  private let lists: ListsState
  private let layout: ScreenLayout
  private let writing: Context.WritingCard?
  private let isListInFront: Bool
  private let shown: [String]
  private let pictures: Int
  private let mute: Boxed<MuteState>
  private let later: Boxed<Later>
  private let unread: Int
  private let drafts: Int
  private let columns: Boxed<ColumnsState>
  private let settings: Boxed<Settings>
  private let abilities: ScreenAbilities
  private let site: Site

  init(_ state: AppState, _ context: Context) {
    (lists, layout, writing) = (state.lists, context.layout, context.writing)
    (isListInFront, shown) = (state.isListInFront, state.focus.top?.pictures ?? [])
    // Kept as they are, they would be copied at each change.
    (pictures, unread, drafts) = (
      state.pictures.revision.number, state.readMarks.index.revision.number,
      state.writing.draftsRevision
    )
    (mute, later, columns) = (state.$mute, state.$later, state.$columns)
    (settings, abilities, site) = (state.$settings, state.abilities, state.site)
  }

  /// Returns the parts that differ from those of another moment.
  func changes(since old: Basis) -> Parts {
    var parts: Parts = []
    if lists != old.lists {
      parts.insert(.lists)
      if lists.level != old.lists.level || lists.posts != old.lists.posts { parts.insert(.posts) }
    }
    if layout != old.layout { parts.insert(.layout) }
    if writing != old.writing { parts.insert(.writing) }
    if isListInFront != old.isListInFront || shown != old.shown { parts.insert(.focus) }
    if pictures != old.pictures { parts.insert(.pictures) }
    if mute != old.mute { parts.insert(.muted) }
    if later != old.later { parts.insert(.later) }
    if unread != old.unread { parts.insert(.unread) }
    if drafts != old.drafts { parts.insert(.drafts) }
    if columns != old.columns { parts.insert(.columns) }
    if settings != old.settings || abilities != old.abilities || site != old.site {
      parts.insert(.settings)
    }
    return parts
  }
}

extension Basis: Equatable {
  /// Always true: what a state is doesn't depend on what it was.
  static func == (one: Basis, other: Basis) -> Bool { true }
}
