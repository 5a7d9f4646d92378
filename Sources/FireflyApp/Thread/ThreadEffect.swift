import FireflyCore
import FireflyModel

/// An effect of a thread.
package enum ThreadEffect: Hashable, Sendable {
  /// Store how the replies to a post are shown.
  case storeView(RepliesView)
  /// Store how threads were left.
  case storePlaces([ThreadPlace])
  /// Read how the current account left its threads.
  case loadPlaces
  /// Format texts near the window.
  case formatTexts([ThreadText], level: LevelID)
}
