/// A decoded page of posts.
public struct PostPage: Hashable, Sendable {
  /// The posts in the server's order, without duplicates.
  public var posts: [Post]
  /// Why posts were skipped, for the log and a note on the screen.
  public var skipped: [String]
  /// Whether the page is truncated: the server has more posts.
  public var isCut: Bool
  /// Whether the connection broke before the page was complete.
  public var isBroken: Bool
  /// The server's key of the next page of a thread; nil if there is none.
  public var next: String?
  /// The IDs of all search results, in the server's order; empty for other lists.
  public var hits: [Post.ID]
  /// What the list is, if it stands in for the one that was asked for, such as `local · trends are empty here`.
  public var name: String?
  /// The post up to which the user has read the list on another device; nil if that is not known, or no news.
  public var readUpTo: Post.ID?
  /// Whether the place has more than this list, which can't be loaded.
  public var hasMore = false

  /// Creates a page.
  public init(
    posts: [Post], skipped: [String] = [], isCut: Bool = false, isBroken: Bool = false,
    hits: [Post.ID] = [], next: String? = nil
  ) {
    self.next = next
    self.hits = hits
    self.posts = posts
    self.skipped = skipped
    self.isCut = isCut
    self.isBroken = isBroken
  }
}

extension PostPage {
  /// Returns the page with cached copies of the results that could not be loaded this time.
  public func filled(from earlier: [Post]) -> PostPage {
    guard !skipped.isEmpty, !hits.isEmpty else { return self }
    let loaded = Dictionary(posts.map { ($0.id, $0) }) { first, _ in first }
    let known = loaded.merging(earlier.map { ($0.id, $0) }) { new, _ in new }
    var page = self
    page.posts = hits.compactMap { known[$0] }
    page.skipped = Array(skipped.dropLast(page.posts.count - posts.count))
    return page
  }
}

/// One result of a search.
public struct SearchHit: Hashable, Sendable, Codable {
  /// Maximum number that lists show where no other is given.
  public static let maximumShown = 100

  /// The ID of a post or profile.
  public var id: Int
  /// The relevance, 0…1; 0 is still a match.
  public var relevance: Double

  enum CodingKeys: String, CodingKey {
    case id
    case relevance = "relevance_score"
  }

  /// Creates a result.
  public init(id: Int, relevance: Double) {
    self.id = id
    self.relevance = relevance
  }

  /// Decodes.
  ///
  /// A missing or null relevance is 0.
  ///
  /// - Throws: `DecodingError` without a possible ID.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      id: try fields.decodeID(forKey: .id),
      relevance: try fields.decodeIfPresent(Double.self, forKey: .relevance) ?? 0)
  }
}
