import FireflyCore

/// A template: the words that stand in the empty fields of a new post.
public struct PostTemplate: Hashable, Sendable {
  /// `post`, `query` or `profile`.
  public var name: String
  /// The words.
  public var placeholders: Post.Placeholders
  /// Several of them.
  public var pluralName: String

  /// The templates, by their names, for stores that don't keep them.
  static let standard = Dictionary(
    uniqueKeysWithValues: [
      PostTemplate("post", "Title", "Summary", "Body", "posts"),
      PostTemplate("query", "Title", "Words to search for", "Notes", "queries"),
      PostTemplate("profile", "name", "mission", "personal statement", "profiles"),
    ].map { ($0.name, $0) })

  init(name: String, placeholders: Post.Placeholders, pluralName: String) {
    self.name = name
    self.placeholders = placeholders
    self.pluralName = pluralName
  }

  private init(
    _ name: String, _ title: String, _ summary: String, _ body: String, _ pluralName: String
  ) {
    let words = Post.Placeholders(title: title, summary: summary, body: body)
    self.init(name: name, placeholders: words, pluralName: pluralName)
  }
}
