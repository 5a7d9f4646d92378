import FireflyCore

/// A template: a kind of post, with the placeholders of its empty fields.
public struct PostTemplate: Hashable, Sendable {
  /// `post`, `query` or `profile`.
  public var name: String
  /// The placeholders of the fields.
  public var placeholders: PostText
  /// The plural of the name.
  public var pluralName: String

  /// The standard templates by name, for stores without a table of templates.
  static let standard = Dictionary(
    uniqueKeysWithValues: [
      PostTemplate("post", "Title", "Summary", "Body", "posts"),
      PostTemplate("query", "Title", "Words to search for", "Notes", "queries"),
      PostTemplate("profile", "name", "mission", "personal statement", "profiles"),
    ].map { ($0.name, $0) })

  init(name: String, placeholders: PostText, pluralName: String) {
    self.name = name
    self.placeholders = placeholders
    self.pluralName = pluralName
  }

  private init(
    _ name: String, _ title: String, _ summary: String, _ body: String, _ pluralName: String
  ) {
    let words = PostText(title: title, summary: summary, body: body)
    self.init(name: name, placeholders: words, pluralName: pluralName)
  }
}
