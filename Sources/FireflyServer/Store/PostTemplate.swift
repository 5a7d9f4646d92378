import FireflyCore

/// A template: the words that stand in the empty fields of a new post.
public struct PostTemplate: Hashable, Sendable {
  /// `post`, `query` or `profile`.
  public var name: String
  /// The words.
  public var placeholders: Post.Placeholders
  /// Several of them.
  public var pluralName: String
}
