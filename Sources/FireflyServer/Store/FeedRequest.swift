import Foundation

/// What a feed should hold.
public struct FeedRequest: Hashable, Sendable {
  /// Posts of a feed, at most.
  public static let maximum = 1000
  /// Posts read at a time.
  static let pageLength = 64

  /// Names of templates; empty means all.
  public var templates: [String]
  /// Only this user's posts; nil or an unknown e-mail means everybody's.
  public var author: String?
  /// Who asks: proximity and badges are theirs.
  public var reader: String?
  /// Only posts written after this.
  public var after: Date?
  /// Only posts older than the post with this number; an unknown number finds nothing.
  public var before: Int?
  /// At most so many; none for 0 or less, 1000 for more.
  public var limit: Int
  /// Whether each post has its `feed` details.
  public var isTagged: Bool

  /// A request; without arguments, the newest 50 posts of all kinds.
  public init(
    templates: [String] = [], author: String? = nil, reader: String? = nil, after: Date? = nil,
    before: Int? = nil, limit: Int = 50, isTagged: Bool = false
  ) {
    self.templates = templates
    self.author = author
    self.reader = reader
    self.after = after
    self.before = before
    self.limit = limit
    self.isTagged = isTagged
  }
}
