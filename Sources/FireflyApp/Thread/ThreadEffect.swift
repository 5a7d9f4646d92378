import FireflyCore

/// An effect of a thread.
public enum ThreadEffect: Hashable, Sendable {
  /// Store how the replies to a post are shown.
  case storeView(Settings.View)
  /// Format texts near the window.
  case formatTexts([ThreadText], level: LevelID)
}
