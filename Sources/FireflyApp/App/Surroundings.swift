import FireflyCore
import FireflyScreen

/// What a feature may read besides its own state: where the user is, the lists, and which posts are unread.
///
/// `App` makes it for an action. A feature changes another one by an action.
struct Surroundings: KeyLabels {
  let context: Context
  let lists: ListsState
  /// Whether line mode speaks.
  let isSpoken: Bool
  /// Whether nothing lies over the lists.
  let isListFree: Bool

  var settings: Settings { context.settings }
  var abilities: ScreenAbilities { context.abilities }
  var site: Site { context.site }
  var account: Account { context.account }
  var list: ListState { lists.list }
  var selectedPost: Post? { lists.selectedPost }
}

extension AppState {
  /// Returns what features may read at a time, in seconds of the monotonic clock.
  func surroundings(at now: Double) -> Surroundings {
    Surroundings(
      context: context(at: now), lists: lists, isSpoken: isSpoken, isListFree: focus.isEmpty)
  }
}
