import FireflyCore

/// Something to be done outside of the state. Plain values, so that tests compare them.
public enum Effect: Hashable, Sendable {
  /// Load an explorer's own list, or its next page after the post numbered `before`.
  case loadRoot(
    Explorer, level: Navigator.Level.ID, onlyMine: Bool, email: String?, before: Post.ID? = nil)
  /// Load the children of a post.
  case loadChildren(of: Post.ID, level: Navigator.Level.ID)
  /// Load what a saved search finds.
  case loadResults(query: Post.ID, level: Navigator.Level.ID, email: String?)
  /// Load a person's profile.
  case loadProfile(email: String, level: Navigator.Level.ID)
  /// Load the post above a level.
  case loadParent(Post.ID, level: Navigator.Level.ID)
  /// Load a post and all above it.
  case loadPath(to: Post.ID)
  /// Load a branch for the outline.
  case loadOutline(of: Post.ID)
  /// Nobody waits for the outline any more.
  case cancelOutline
  /// Ask which saved searches have new matches.
  case loadBadges([Post.ID], email: String)
  /// Load a picture.
  case loadPicture(address: String)
  /// Lay a body out.
  case formatBody(String, post: Post.ID, level: Navigator.Level.ID, columns: Int)
  /// Nobody waits for what a level asked for any more.
  case cancelRequests(level: Navigator.Level.ID)
  /// Open an address in the user's browser.
  case openLink(String)
  /// Put text on the terminal's clipboard.
  case copy(String)
  /// Write everything anew.
  case redraw
  /// Stop until the shell continues the program.
  case suspend
  /// Leave the loop.
  case quit
}

extension Effect {
  /// The level that asked for it; nil where none did.
  var level: Navigator.Level.ID? {
    switch self {
    case .loadRoot(_, let level, _, _, _), .loadChildren(_, let level),
      .loadResults(_, let level, _), .loadProfile(_, let level), .loadParent(_, let level),
      .formatBody(_, _, let level, _):
      level
    default: nil
    }
  }
}
