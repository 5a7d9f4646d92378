import FireflyCore
import FireflyScreen

/// What can be read at a time: the whole state, which `App` passes on.
///
/// A feature changes its own state, and that of another by an action.
@dynamicMemberLookup
package struct Surroundings: KeyLabels, Sendable {
  @Boxed private var state: AppState
  /// Seconds of the monotonic clock.
  let now: Double

  fileprivate init(_ state: AppState, at now: Double) { (self.state, self.now) = (state, now) }

  /// A part of the state.
  package subscript<Value>(dynamicMember path: KeyPath<AppState, Value>) -> Value {
    state[keyPath: path]
  }

  /// What could be read if the user were at the top of the posts.
  package var atTopOfPosts: Surroundings {
    var state = state
    state.lists.explorer = .posts
    _ = state.lists.goUp(to: 0, context)
    return Surroundings(state, at: now)
  }

  var context: Context { state.context(at: now) }
  /// Seconds since 1970.
  var date: Double { state.epoch + now }
  var settings: Settings { state.settings }
  var abilities: ScreenAbilities { state.abilities }
  var site: Site { state.site }
  var account: Account { state.account }
  var layout: ScreenLayout { state.layout }
  var lists: ListsState { state.lists }
  var explorer: Explorer { state.explorer }
  var current: ExplorerState { state.current }
  /// Whether the current list receives keys.
  package var isListInFront: Bool { focus.isListInFront }
  var list: ListState { state.list }
  var selectedPost: Post? { state.selectedPost }
  var focus: FocusStack { state.focus }
  var readMarks: ReadMarksState { state.readMarks }
  /// Whether line mode speaks.
  var isSpoken: Bool { state.isSpoken }

  /// The key that follows the feed that is read here; empty if it is followed, and elsewhere.
  var followSentence: String {
    site.offeredFeed == nil ? "" : keySentence(.editor(.newPressed), "follows this feed.")
  }

  /// Says why something can't be done here, and which key does something like it; asks for a sign-in where that
  /// is enough.
  ///
  /// - Parameters:
  ///   - refusal: the reason.
  ///   - purpose: what the user wanted to do.
  func effects(
    of refusal: Site.Refusal, for purpose: Action = .editor(.newPressed)
  ) -> [Effect] {
    if refusal.isOfPost { return [.refusal(refusal.words)] }
    if refusal.way == .signIn { return [.send(.signIn(.needed(for: purpose)))] }
    let new = keyName(.editor(.newPressed))
    let search = "\(keyName(.list(.explorerPressed(.searches)))), then \(new) saves a search."
    let words =
      site.sentence(of: refusal) { way in
        switch way {
        case .allowWriting:
          "Sign out, \(keyName(.signIn(.pressed))), sign in again, and allow writing."
        // Among the searches, the same key begins one.
        case .followFeed where explorer == .searches && site.can(.search): search
        case .followFeed:
          site.offeredFeed == nil
            ? "\(keyName(.list(.explorerPressed(.users)))), then \(new) follows a feed." : nil
        case .search: search
        case .keep:
          "\(keyName(.keep(.pressed))) keeps the thread on your own server, to answer there."
        case .signIn, .signInAgain: nil
        }
      } + followSentence
    // Whoever wanted to write may have typed on: a dialog takes these letters.
    return switch purpose {
    case .editor, .moving: [.refusal(words)]
    default: [.note(words, isError: true)]
    }
  }
}

extension AppState {
  /// Returns what can be read at a time, in seconds of the monotonic clock.
  package func surroundings(at now: Double) -> Surroundings { Surroundings(self, at: now) }
}
