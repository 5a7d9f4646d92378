import FireflyCore

/// The response to `GET /api/posts/{id}/branch`: `{status, items: [{post, depth, replies_below}],
/// after}`.
package struct ThreadPage: Decodable, Hashable, Sendable {
  /// A post of the branch.
  package struct Item: Decodable, Hashable, Sendable {
    /// The post.
    package var post: Post
    /// Its level below the topmost post; 1 for a direct reply.
    package var depth: Int
    /// Number of all posts below it; nil if unknown.
    package var repliesBelow: Int?

    enum CodingKeys: String, CodingKey {
      case post, depth
      case repliesBelow = "replies_below"
    }

    /// Creates an item.
    package init(post: Post, depth: Int, repliesBelow: Int? = nil) {
      (self.post, self.depth, self.repliesBelow) = (post, depth, repliesBelow)
    }
  }

  /// The posts in reading order: each before its replies, siblings newest first.
  package var items: [Item]
  /// The key of the next page; nil at the end.
  package var after: String?
  /// Why posts were left out, for the log and a note on the screen.
  package private(set) var skipped: [String] = []

  enum CodingKeys: CodingKey { case items, after }

  /// Creates a page.
  package init(items: [Item], after: String?) { (self.items, self.after) = (items, after) }

  /// Decodes a page; posts that can't be decoded are left out.
  ///
  /// - Throws: `DecodingError` without a list of items.
  package init(from decoder: any Decoder) throws {
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
package struct IDPage: Decodable, Hashable, Sendable {
  /// The number of each post, and of its parent; nil at the top level.
  package var ids: [[Int?]]
  /// The key of the next page; nil at the end.
  package var after: String?

  /// Creates a page.
  package init(ids: [[Int?]], after: String?) { (self.ids, self.after) = (ids, after) }
}
