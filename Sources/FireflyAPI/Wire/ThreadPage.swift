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

  /// Creates a page.
  public init(items: [Item], after: String?) { (self.items, self.after) = (items, after) }

  /// The page with clean texts, and levels that make sense: none is more than one below the one
  /// before.
  func cleaned() -> ThreadPage {
    ThreadPage(
      items: items.map { item in
        Item(
          post: item.post.cleaned(), depth: max(1, item.depth),
          repliesBelow: item.repliesBelow.map { max(0, $0) })
      }, after: after)
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
