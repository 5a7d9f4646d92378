import FireflyCore

/// Names work that goes on outside of the state, so that it can be cancelled.
///
/// Of one name there is one job at a time: a new one takes the place of the one before.
public enum JobID: Hashable, Sendable {
  /// What a level of the path can be waiting for.
  public enum LevelPart: Hashable, Sendable {
    /// Its posts.
    case posts
    /// Its posts as they were the last time.
    case cachedPosts
    /// The next page of them.
    case nextPage
    /// The post above.
    case parent
    /// A body, to be laid out.
    case body(Post.ID)
    /// Where a text stands in its posts.
    case matches
    /// Which of its saved searches have new matches.
    case badges
  }

  /// Work of a feature, which declares its name as a constant beside its effects.
  case named(String)
  /// A part of a level.
  case level(LevelID, LevelPart)
  /// A post on its way to the server, by where it belongs.
  case save(DraftTarget)
  /// A post that is deleted.
  case delete(Post.ID)
  /// A post that is moved, or brought back.
  case move(Post.ID)
  /// The draft of what the user begins to write.
  case draft(DraftTarget)
  /// A draft that becomes one of a new post.
  case conversion(DraftTarget)
  /// A picture that is made ready for a draft.
  case attachment(DraftTarget)
  /// The words of a template.
  case template(String)
  /// A word that the dictionary is to take for right.
  case newWord(String)
  /// A picture.
  case picture(String)
}

extension JobID {
  /// Whether it goes on for as long as the program: its end is not waited for.
  public var runsUntilExit: Bool { self == .events }
}

extension JobID {
  /// What is waited for, in a word or two.
  public var words: String {
    switch self {
    case .level(_, .posts): "a list"
    case .level(_, .cachedPosts): "a saved list"
    case .level(_, .nextPage): "the next page"
    case .level(_, .parent): "the parent post"
    case .level(_, .body): "a text"
    case .level(_, .matches): "more posts to search"
    case .level(_, .badges): "dots"
    case .named(let name): name
    // The others are called what they are.
    default: String("\(self)".prefix { $0 != "(" })
    }
  }
}
