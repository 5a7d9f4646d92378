import FireflyCore
import Foundation

/// One post of a source, as it came: its text is converted when it is shown.
struct SourceNode: Hashable, Sendable {
  /// A text in the source's own format.
  enum Text: Hashable, Sendable {
    case none
    case html(String)
    case markdown(String)
  }

  /// The number, unique within the source.
  var id: Int
  /// The name that the source's files have for it; nil for its number.
  var key: String?
  /// The post that it answers; nil for a top one.
  var parent: Int?
  /// The top post of its tree; nil if it is one itself.
  var root: Int?
  /// The title of the top post, where it came with a reply.
  var rootTitle: String?
  /// One line; empty for a reply.
  var title = ""
  /// The source's own line about it; nil to show the beginning of the text.
  var summary: String?
  var text = Text.none
  /// What it is about, if that is elsewhere.
  var link: String?
  var picture: String?
  /// The name that identifies the author.
  var author: String?
  /// The name that others see, if it is another one.
  var authorName: String?
  var createdAt: Date?
  /// Replies, at all levels where the source counts so; nil if unknown.
  var childCount: Int?
  /// Whether only its place is left.
  var isDeleted = false
}

/// A person of a source.
struct SourceUser: Hashable, Sendable {
  /// The name that identifies them.
  var handle: String
  /// The name that others see, if it is another one.
  var name: String?
  /// One line.
  var summary = ""
  var about = SourceNode.Text.none
  var picture: String?
  var createdAt: Date?
}

/// A top post with everything below it that the source has sent.
struct SourceTree: Sendable {
  var root: Int
  /// The posts in the source's order; a parent may come after its replies.
  var nodes: [SourceNode]
  /// Posts that have replies which were not sent.
  var cut: Set<Int> = []
}
