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

  /// The tree that a post is in, in one request where the service can.
  /// - Parameters:
  ///   - id: the post.
  ///   - root: the number of its top post, if it is known.
  ///   - top: its top post, if that is known.
  /// - Returns: the tree.
  /// - Throws: `APIError`.
  func tree(of id: Int, root: Int?, top: SourceNode?) async throws(APIError) -> SourceTree

  /// What is below a post of a tree that came without it; nil where trees are always whole.
  func part(below node: SourceNode) async throws(APIError) -> SourceTree?

  /// The number of the post that the address of a page names in another way; nil for other names.
  func number(of name: String) async throws(APIError) -> Int?

  /// The posts with some words, in the source's order.
  func search(_ words: String) async throws(APIError) -> [SourceNode]

  /// A person.
  func user(_ handle: String) async throws(APIError) -> SourceUser

  /// What a person has written last.
  func posts(by handle: String) async throws(APIError) -> [SourceNode]

  /// A picture at any address.
  func picture(at address: String, etag: String?) async throws(APIError) -> PictureData?

  /// People whom the service lists; none where it has no list.
  func directory() async throws(APIError) -> [SourceUser]
}

extension SourceBackend {
  func part(below node: SourceNode) async throws(APIError) -> SourceTree? { nil }
  func number(of name: String) async throws(APIError) -> Int? { nil }
  func directory() async throws(APIError) -> [SourceUser] { [] }
}
