import FireflyCore

/// The response to `GET /api/posts/{id}/branch`: `{status, items: [{post, depth, replies_below}],
/// after}`.
public struct ThreadPage: Decodable, Hashable, Sendable {
  /// A post of the branch.
  public struct Item: Decodable, Hashable, Sendable {
    /// The post.
    public var post: Post
    /// Its level below the topmost post; 1 for a direct reply.
    public var depth: Int
    /// Number of all posts below it; nil if unknown.
    public var repliesBelow: Int?

    enum CodingKeys: String, CodingKey {
      case post, depth
      case repliesBelow = "replies_below"
    }

    /// Creates an item.
    public init(post: Post, depth: Int, repliesBelow: Int? = nil) {
      (self.post, self.depth, self.repliesBelow) = (post, depth, repliesBelow)
    }
  }

  /// The posts in reading order: each before its replies, siblings newest first.
  public var items: [Item]
  /// The key of the next page; nil at the end.
  public var after: String?
  /// Why posts were left out, for the log and a note on the screen.
  public private(set) var skipped: [String] = []

  enum CodingKeys: CodingKey { case items, after }

  /// Creates a page.
  public init(items: [Item], after: String?) { (self.items, self.after) = (items, after) }

  /// Decodes a page; posts that can't be decoded are left out.
  ///
  /// - Throws: `DecodingError` without a list of items.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    let list = try fields.decode(LossyList<Item>.self, forKey: .items)
    (items, skipped) = (list.elements, list.skipped)
    after = try fields.decodeIfPresent(String.self, forKey: .after)
  }

  /// The page with clean texts, and levels and numbers that make sense.
  func cleaned() -> ThreadPage {
    var page = self
    page.items = items.map { item in
      Item(
        post: item.post.cleaned(), depth: max(1, ForeignNumber.count.accept(item.depth) ?? 1),
        repliesBelow: ForeignNumber.count.accept(item.repliesBelow))
    }
    return page
  }
}

/// The response to `GET /api/posts/ids`: `{status, ids: [[id, parent_id], …], after}`.
public struct IDPage: Decodable, Hashable, Sendable {
  /// The number of each post, and of its parent; nil at the top level.
  public var ids: [[Int?]]
  /// The key of the next page; nil at the end.
  public var after: String?

  /// Creates a page.
  public init(ids: [[Int?]], after: String?) { (self.ids, self.after) = (ids, after) }
}
