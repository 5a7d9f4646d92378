import FireflyCore

/// Something to be done for the lists.
public enum ListEffect: Hashable, Sendable {
  /// Load an explorer's own list, or its next page after the post numbered `before`.
  case loadRoot(level: LevelID, onlyMine: Bool, before: Post.ID? = nil, limit: Int = 50)
  /// Load an explorer's own list: the user's own posts if there are any, else everybody's.
  case loadBeginning(level: LevelID, limit: Int)
  /// Read a list as the server last sent it, from the disk.
  case loadCached(ListContent, level: LevelID)
  /// Load the children of a post; the first of them early, where there are many.
  case loadChildren(of: Post.ID, level: LevelID, isLong: Bool = false)
  /// Load what a saved search finds.
  case loadResults(query: Post.ID, level: LevelID)
  /// Load a person's profile.
  case loadProfile(email: String, level: LevelID)
  /// Load the post above a level.
  case loadParent(Post.ID, level: LevelID)
  /// Load a post and all above it.
  case loadPath(to: Post.ID)
  /// Lay a body out.
  case formatBody(String, post: Post.ID, level: LevelID, columns: Int)
  /// Remember whose posts an explorer shows.
  case storeAudience(Explorer, onlyMine: Bool)
  /// Remember that the user knows why an explorer shows only their own posts.
  case recordAudienceExplained(Explorer)
}

extension ListEffect {
  /// The level that it loads something for; nil where that is none.
  var level: LevelID? {
    switch self {
    case .loadRoot(let level, _, _, _), .loadBeginning(let level, _), .loadCached(_, let level),
      .loadChildren(_, let level, _), .loadResults(_, let level), .loadProfile(_, let level),
      .loadParent(_, let level), .formatBody(_, _, let level, _):
      level
    case .loadPath, .storeAudience, .recordAudienceExplained: nil
    }
  }
}

extension JobID {
  /// The user's own profile.
  public static let ownProfile = JobID.named("ownProfile")
  /// The way to the post of the start.
  public static let path = JobID.named("path")
}
