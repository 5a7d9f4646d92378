/// The three texts of a post, or the placeholders of their fields.
public struct PostText: Hashable, Sendable, Codable {
  /// One line.
  public var title: String
  /// A paragraph.
  public var summary: String
  /// Markdown.
  public var body: String

  /// Creates texts; by default empty ones.
  public init(title: String = "", summary: String = "", body: String = "") {
    self.title = title
    self.summary = summary
    self.body = body
  }

  /// Whether there is nothing but white space.
  public var isEmpty: Bool {
    [title, summary, body].allSatisfy { $0.allSatisfy(\.isWhitespace) }
  }
}

extension Post {
  /// The texts of the post.
  public var words: PostText { PostText(title: title, summary: summary, body: body) }
}
