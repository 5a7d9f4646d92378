import FireflyCore
import FireflyModel

/// An effect of the lists.
package enum ListEffect: Hashable, Sendable {
  /// Load a root list, or its next page, after the post `before`.
  case loadRoot(level: LevelID, Audience, before: Post.ID? = nil, limit: Int = 50)
  /// Load a root list: the user's own posts if there are any, otherwise everyone's.
  case loadBeginning(level: LevelID, limit: Int)
  /// Load the top-level posts by their last replies, or the next page of them.
  case loadThreads(level: LevelID, before: Post.ID? = nil)
  /// Load a cached list from the disk.
  case loadCached(ListContent, level: LevelID)
  /// Load the children of a post.
  case loadChildren(of: Post.ID, level: LevelID)
  /// Load the posts below a post, in reading order, or the next page of them; without the replies to
  /// a folded post.
  case loadBranch(of: Post.ID, level: LevelID, after: String? = nil, skipping: Post.ID? = nil)
  /// Load the replies to a post of a thread, in reading order.
  case loadReplies(to: Post.ID, level: LevelID)
  /// Load the children of a post ahead of the reader, after some seconds and once nothing else is
  /// loading.
  case prefetchChildren(of: Post.ID, after: Double)
  /// Load the results of a saved search.
  case loadResults(query: Post.ID, level: LevelID)
  /// Load a user's profile.
  case loadProfile(email: String, level: LevelID)
  /// Load the posts by others below the user's own.
  case loadAnswers(level: LevelID, Notice.Kind? = nil)
  /// Load the parent post of a level.
  case loadParent(Post.ID, level: LevelID)
  /// Load the post that an unread reply of a level answers.
  case loadAnswered(Post.ID, level: LevelID)
  /// Load the whole text of a post.
  case loadText(of: Post.ID, level: LevelID)
  /// Load a post and its ancestors.
  case loadPath(to: Post.ID)
  /// Format a body.
  case formatBody(String, post: Post.ID, level: LevelID, columns: Int)
  /// Store whose posts an explorer shows.
  case storeAudience(Explorer, Audience)
  /// Store the further lists that the key for lists goes round.
  case storeRound([NamedList])
  /// Have the place keep up to which post its first list was seen.
  case storeSeen(Post.ID)
  /// Store how much room closed posts take.
  case storeDensity(Density)
}

extension ListEffect {
  /// The level for which it loads something; nil if there is none.
  var level: LevelID? {
    switch self {
    case .loadRoot(let level, _, _, _), .loadBeginning(let level, _), .loadThreads(let level, _),
      .loadCached(_, let level),
      .loadChildren(_, let level), .loadBranch(_, let level, _, _), .loadReplies(_, let level),
      .loadAnswers(let level, _), .loadResults(_, let level), .loadProfile(_, let level),
      .loadParent(_, let level), .loadAnswered(_, let level),
      .loadText(_, let level), .formatBody(_, _, let level, _):
      level
    case .loadPath, .prefetchChildren, .storeSeen, .storeAudience, .storeRound, .storeDensity:
      nil
    }
  }
}

extension Context {
  func formatBody(of post: Post, in level: LevelID) -> Effect {
    .list(.formatBody(post.body, post: post.id, level: level, columns: layout.textColumns))
  }
}

extension JobID {
  /// Loading the user's own profile.
  package static let ownProfile = JobID.named("ownProfile")
  /// Loading the path to the first post.
  package static let path = JobID.named("path")
}
