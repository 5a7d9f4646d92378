import Foundation

extension FakeInstance {
  /// A status, or a boost.
  package struct Status: Sendable {
    /// Its number, which grows with time.
    package var id: Int
    /// The handle of its author.
    package var author = "bob"
    /// Its text.
    package var text = "Words."
    /// What it answers.
    package var parent: Int?
    /// Who may read it, in the words of the API.
    package var visibility = "public"
    /// Its content warning.
    package var warning = ""
    /// Its language.
    package var language: String?
    /// What it boosts.
    package var boosted: Int?
    /// What the user has done with it.
    package var marks: Set<String> = []
    /// When it was written; nil for a second of November 2025 by its number.
    package var writtenAt: Date?
    /// Whether it was edited.
    package var isEdited = false
    /// Its pictures and films.
    package var media: [Media] = []
    /// Its poll, its quotation and further fields, as JSON.
    package var fields = "{}"
    /// The type of its text; nil where all are the same.
    package var type: String?
    /// Whether it is sensitive without a warning.
    package var isSensitive = false

    /// Creates a status.
    package init(
      _ id: Int, by author: String = "bob", _ text: String = "Words.", parent: Int? = nil,
      visibility: String = "public", boosting boosted: Int? = nil
    ) {
      (self.id, self.author, self.text, self.parent) = (id, author, text, parent)
      (self.visibility, self.boosted) = (visibility, boosted)
    }
  }

  /// A picture or a film of a status.
  package struct Media: Hashable, Sendable {
    /// Its number.
    package var id: String
    /// `image`, `video` or `audio`.
    package var type: String
    /// What is on it.
    package var description: String

    /// Creates a picture or a film.
    package init(_ id: String, _ description: String, type: String = "image") {
      (self.id, self.description, self.type) = (id, description, type)
    }
  }
}
