/// How the replies to a post are shown.
package enum RepliesView: String, CaseIterable, Hashable, Sendable {
  /// One level at a time, as cards.
  case cards
  /// As a thread.
  case thread
  /// On sources as a thread, elsewhere as cards.
  case auto
}
