import FireflyCore

/// Something that happened with the signs that something new waits.
public enum BadgesAction: Hashable, Sendable {
  /// Whether saved searches have new matches, by their numbers.
  case response([Post.ID: Bool])
  /// What a saved search finds is being looked at: the server takes it as seen.
  case viewed(Post.ID)
}
