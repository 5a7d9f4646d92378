import FireflyCore
import Foundation

/// A post of a source, as received; its text is converted when it is shown.
struct SourceNode: Hashable, Sendable {
  /// A text in the source's own format.
  enum Text: Hashable, Sendable {
    case none
    case html(String)
    case markdown(String)
  }

  /// The ID, unique within the source.
  var id: Int
  /// The name that the source's files have for it; nil for its number.
  var key: String?
  /// The path of its page by its place in the thread, if that is not the one by its number.
  var place: String?
  /// The post that it answers; nil for a top one.
  var parent: Int?
  /// The top post of its tree; nil if it is one itself.
  var root: Int?
  /// The title of the top post, if it was sent with a reply.
  var rootTitle: String?
  /// One line; empty for a reply.
  var title = ""
  /// A summary of its own; nil for the line of its facts, or else the opening of its text.
  var summary: String?
  var text = Text.none
  /// What the source says of it; its link as it was sent.
  var facts = Post.Facts()
  var picture: String?
  /// The name that identifies the author.
  var author: String?
  /// The display name, if it differs.
  var authorName: String?
  var createdAt: Date?
  /// When it came to this machine; nil if that is not known.
  var arrivedAt: Date?
  /// The number of replies, at all levels if the source counts them so; nil if unknown, 1 for an excerpt that may
  /// have some.
  var childCount: Int?
  var isDeleted = false
  /// Whether lists leave it out, as a filter of the account says.
  var isHidden = false
}

/// A person of a source.
struct SourceUser: Hashable, Sendable {
  /// The name that identifies them.
  var handle: String
  /// The display name, if it differs.
  var name: String?
  /// What the source says of them, and what a feed or a folder of feeds has.
  var facts = Post.Facts()
  var about = SourceNode.Text.none
  var picture: String?
  var createdAt: Date?
  /// The number of posts; nil if unknown.
  var count: Int?
  /// Whether the reader may rename and remove it: a feed that is followed.
  var isFollowed = false
  /// The handle of the folder that has it; nil for none.
  var folder: String?
}

extension SourceUser {
  /// Creates the row of a list of people among people.
  init(_ list: SourceList) {
    self.init(handle: list.name, name: list.title)
    facts.kind = list.summary
  }
}

/// A top post with everything below it that the source has sent.
struct SourceTree: Sendable {
  var root: Int
  /// The posts in the source's order; a parent may come after its replies.
  var nodes: [SourceNode]
  /// Posts that have replies which were not sent.
  var cut: Set<Int> = []

  /// Returns the posts whose replies are missing among posts that came with them.
  static func cut(_ nodes: [SourceNode]) -> Set<Int> {
    let parents = Set(nodes.compactMap(\.parent))
    return Set(nodes.filter { $0.childCount ?? 0 > 0 && !parents.contains($0.id) }.map(\.id))
  }
}
