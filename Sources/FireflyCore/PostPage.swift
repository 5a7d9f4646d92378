/// Some posts as a server sent them, and what could not be read of its answer.
public struct PostPage: Hashable, Sendable {
  /// The posts that could be read, in the server's order, each number once.
  public var posts: [Post]
  /// Why each of the others was skipped, in plain words, for the log and a note on the screen.
  public var skipped: [String]
  /// Whether the server had more to tell than was asked for.
  public var isCut: Bool
  /// Whether the way to the server broke off before all of it had come.
  public var isBroken: Bool
  /// The numbers of all posts that a search found, in the server's order; empty for other lists.
  public var hits: [Post.ID]

  /// A page of posts.
  public init(
    posts: [Post], skipped: [String] = [], isCut: Bool = false, isBroken: Bool = false,
    hits: [Post.ID] = []
  ) {
    self.hits = hits
    self.posts = posts
    self.skipped = skipped
    self.isCut = isCut
    self.isBroken = isBroken
  }
}

extension PostPage {
  /// The page with earlier copies of the hits that could not be loaded this time.
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

/// One post that a saved search found.
public struct SearchHit: Hashable, Sendable, Codable {
  /// The number of the post; may be a profile's.
  public var id: Int
  /// How well it fits, 0…1; 0 is a fit all the same.
  public var relevance: Double

  enum CodingKeys: String, CodingKey {
    case id
    case relevance = "relevance_score"
  }

  /// A hit.
  public init(id: Int, relevance: Double) {
    self.id = id
    self.relevance = relevance
  }

  /// Decodes; a relevance that is missing or null is 0.
  /// - Throws: `DecodingError` without a number of a post.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      id: try fields.decode(Int.self, forKey: .id),
      relevance: try fields.decodeIfPresent(Double.self, forKey: .relevance) ?? 0)
  }
}
