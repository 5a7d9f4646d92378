import FireflyCore

/// A template: a kind of post, with the placeholders of its empty fields.
package struct PostTemplate {
  /// `post`, `query` or `profile`.
  package let name: String
  /// The placeholders of the fields.
  package let placeholders: PostText
  package let pluralName: String

  /// All templates by name.
  package static let standard = Dictionary(
    uniqueKeysWithValues: [
      PostTemplate("post", "Title", "Summary", "Body", "posts"),
      PostTemplate("query", "Title", "Words to search for", "Notes", "queries"),
      PostTemplate("profile", "name", "mission", "personal statement", "profiles"),
    ].map { ($0.name, $0) })

  private init(
    _ name: String, _ title: String, _ summary: String, _ body: String, _ pluralName: String
  ) {
    self.name = name
    self.pluralName = pluralName
    placeholders = PostText(title: title, summary: summary, body: body)
  }
}
