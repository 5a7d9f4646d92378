import FireflyAPI
import FireflyCore
import Foundation

/// The backend of Lemmy instances, with version 3 of their API.
struct Lemmy: SourceBackend {
  /// Posts per page, the maximum of the API.
  private static let page = 50
  /// Levels of comments per request.
  private static let depth = 8
  private static let treeBytes = 32 << 20

  let web: WebClient
  /// The host of the instance.
  let host: String
  let pageNumbers = PageNumbers()

  var habits: HTMLText.Habits { HTMLText.Habits(base: "https://\(host)") }

  func feed(
    isSecond: Bool, after last: SourceNode?, limit: Int
  ) async throws(APIError) -> [SourceNode] {
    let list = isSecond ? "type_=Local&sort=New" : "type_=All&sort=Hot"
    guard let page = pageNumbers.page(of: list, after: last?.id) else { return [] }
    let nodes = try await web.answer(
      "/api/v3/post/list?\(list)&limit=\(min(max(limit, 1), Self.page))&page=\(page)",
      as: LemmyResponse.self
    ).posts.compactMap { SourceNode($0, host: host) }
    pageNumbers.record(nodes, page: page, of: list)
    return nodes
  }

  func tree(of id: Int, root: Int?, top: SourceNode?) async throws(APIError) -> SourceTree {
    let post: Int
    if let root {
      post = root / 2
    } else if LemmyID.isPost(id) {
      post = id / 2
    } else {
      let answer = try await web.answer("/api/v3/comment?id=\(id / 2)", as: LemmyResponse.self)
      guard let number = answer.comment?.post else { throw .status(404, message: nil) }
      post = number
    }
    let known: SourceNode
    if let top {
      known = top
    } else {
      let answer = try await web.answer("/api/v3/post?id=\(post)", as: LemmyResponse.self)
      guard let node = answer.post.flatMap({ SourceNode($0, host: host) }) else {
        throw .status(404, message: nil)
      }
      known = node
    }
    let comments = try await comments("post_id=\(post)")
    var tree = SourceTree(root: known.id, nodes: [known] + comments)
    tree.cut = Self.cut(comments)
    return tree
  }

  func part(below node: SourceNode) async throws(APIError) -> SourceTree? {
    guard !LemmyID.isPost(node.id) else { return nil }
    let comments = try await comments("parent_id=\(node.id / 2)")
    var tree = SourceTree(root: node.id, nodes: [node] + comments.filter { $0.id != node.id })
    tree.cut = Self.cut(comments).subtracting([node.id])
    return tree
  }

  private func comments(_ query: String) async throws(APIError) -> [SourceNode] {
    try await web.answer(
      "/api/v3/comment/list?\(query)&max_depth=\(Self.depth)&type_=All&sort=Hot",
      as: LemmyResponse.self, byteLimit: Self.treeBytes
    ).comments.compactMap { SourceNode($0, host: host) }
  }

  /// Returns comments whose replies are missing in the response.
  private static func cut(_ comments: [SourceNode]) -> Set<Int> {
    let parents = Set(comments.compactMap(\.parent))
    return Set(comments.filter { $0.childCount ?? 0 > 0 && !parents.contains($0.id) }.map(\.id))
  }

  func search(_ words: String) async throws(APIError) -> [SourceNode] {
    let answer = try await web.answer(
      "/api/v3/search?q=\(words.percentEncoded)&type_=All&listing_type=All&sort=TopAll"
        + "&limit=\(Self.page)", as: LemmyResponse.self)
    return answer.posts.compactMap { SourceNode($0, host: host) }
      + answer.comments.compactMap { SourceNode($0, host: host) }
  }

  func user(_ handle: String) async throws(APIError) -> SourceUser {
    let answer = try await web.answer(target(of: handle), as: LemmyResponse.self)
    guard let person = answer.person else { throw .status(404, message: nil) }
    return SourceUser(
      handle: person.handle(on: host) ?? handle, name: person.displayName,
      summary: Counted.line(
        Counted.words(answer.personPosts, "post"), Counted.words(answer.personComments, "comment")),
      about: person.about.map { .markdown($0) } ?? .none, picture: person.picture,
      createdAt: person.createdAt)
  }

  func posts(by handle: String) async throws(APIError) -> [SourceNode] {
    let answer = try await web.answer(target(of: handle), as: LemmyResponse.self)
    let nodes =
      answer.posts.compactMap { SourceNode($0, host: host) }
      + answer.comments.compactMap { SourceNode($0, host: host) }
    return nodes.sorted { ($0.createdAt ?? .distantPast) > ($1.createdAt ?? .distantPast) }
  }

  private func target(of handle: String) -> String {
    "/api/v3/user?username=\(handle.percentEncoded)&sort=New&limit=\(Self.page)"
  }

  func picture(at address: String, etag: String?) async throws(APIError) -> PictureData? {
    try await web.picture(at: address, etag: etag)
  }
}

/// IDs of posts and comments.
///
/// Lemmy numbers them separately; here posts are even, comments odd.
enum LemmyID {
  static func post(_ number: Int) -> Int { number * 2 }
  static func comment(_ number: Int) -> Int { number * 2 + 1 }
  static func isPost(_ id: Int) -> Bool { id % 2 == 0 }
}
