import FireflyAPI
import FireflyCore

/// How one service is asked: its endpoints, its answers, and what they mean as posts.
protocol SourceBackend: Sendable {
  /// How its texts use HTML.
  var habits: HTMLText.Habits { get }

  /// One of the two lists of the first tab.
  /// - Parameters:
  ///   - isSecond: whether the second one is meant.
  ///   - last: the post that the list goes on after; nil for its beginning.
  ///   - limit: posts at most.
  /// - Returns: the posts in the source's order.
  /// - Throws: `APIError`.
  func feed(
    isSecond: Bool, after last: SourceNode?, limit: Int
  ) async throws(APIError) -> [SourceNode]

  /// The tree that a post is in, in one request if its top post is known.
  func tree(of id: Int, root: Int?) async throws(APIError) -> SourceTree

  /// The posts with some words, in the source's order.
  func search(_ words: String) async throws(APIError) -> [SourceNode]

  /// A person.
  func user(_ handle: String) async throws(APIError) -> SourceUser

  /// What a person has written last.
  func posts(by handle: String) async throws(APIError) -> [SourceNode]

  /// A picture at any address.
  func picture(at address: String, etag: String?) async throws(APIError) -> PictureData?
}
