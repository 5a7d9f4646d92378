import FireflyCore

/// Identifies a job, so that it can be cancelled.
///
/// A new job replaces a running one with the same ID.
package enum JobID: Hashable, Sendable {
  /// The parts of a level that are loaded separately.
  package enum LevelPart: Hashable, Sendable {
    /// Its posts.
    case posts
    /// Its cached posts.
    case cachedPosts
    /// The next page of its posts.
    case nextPage
    /// The parent post.
    case parent
    /// The whole text of a post.
    case text(Post.ID)
    /// The post that an unread reply answers.
    case answered(Post.ID)
    /// The replies to a post of its thread.
    case replies(Post.ID)
    /// The formatting of a body.
    case body(Post.ID)
    /// The search for matches in its posts.
    case matches
    /// The badges of its saved searches.
    case badges
  }

  /// A job of a feature, declared as a constant beside the feature's effects.
  case named(String)
  /// A part of a level.
  case level(LevelID, LevelPart)
  /// Saving a post.
  case save(DraftTarget)
  /// Deleting a post.
  case delete(Post.ID)
  /// Moving or restoring a post.
  case move(Post.ID)
  /// Opening a draft.
  case draft(DraftTarget)
  /// Converting a draft to one of a new post.
  case conversion(DraftTarget)
  /// Preparing a picture for a draft.
  case attachment(DraftTarget)
  /// Loading a template's placeholders.
  case template(String)
  /// Adding a word to the dictionary.
  case newWord(String)
  /// Loading a picture.
  case picture(String)
  /// Running a command of the user's.
  case command(String)
}

extension JobID {
  /// Whether the job waits for others for any time, so that nothing waits for it.
  package var waitsForOthers: Bool {
    if case .command = self { return true }
    return self == .events || self == .returnOfBrowser
  }
}

extension JobID {
  /// What the job loads or does, for reports.
  package var label: String {
    switch self {
    case .level(_, .posts), .level(_, .replies): "a list"
    case .level(_, .cachedPosts): "a saved list"
    case .level(_, .nextPage): "the next page"
    case .level(_, .parent), .level(_, .answered): "the parent post"
    case .level(_, .text), .level(_, .body): "a text"
    case .level(_, .matches): "more posts to search"
    case .level(_, .badges): "dots"
    case .named(let name): name
    // Other jobs are named after their case.
    default: String("\(self)".prefix { $0 != "(" })
    }
  }
}
