import FireflyAPI
import FireflyCore
import FireflyForeign
import Foundation

/// The backend of Lemmy instances, with version 3 of their API.
struct Lemmy: SourceBackend {
  /// Posts per page, the maximum of the API.
  private static let page = 50
  /// Levels of comments per request.
  private static let depth = 8
  private static let treeBytes = 32 << 20

  let web: WebClient
  let host: String
  /// Where its pages are.
  let base: String
  /// The community that is shown, as `c/rust`; nil for all.
  let place: String?
  let pageNumbers = PageNumbers()

  var habits: HTMLText.Habits { HTMLText.Habits(base: base) }

  func feed(
    isSecond: Bool, after last: SourceNode?, limit: Int
  ) async throws(APIError) -> [SourceNode] {
    let community = place.map { "&community_name=" + $0.dropFirst(2) } ?? ""
    let list =
      (isSecond && place == nil ? "type_=Local" : "type_=All")
      + (isSecond ? "&sort=New" : "&sort=Hot") + community
    return try await pageNumbers.nodes(of: list, after: last) { page async throws(APIError) in
      try await web.answer(
        "/api/v3/post/list?\(list)&limit=\(min(max(limit, 1), Self.page))&page=\(page)",
        as: LemmyResponse.self
      ).nodes(on: host)
    }
  }

  func tree(of id: Int, root: Int?, top: SourceNode?) async throws(APIError) -> SourceTree {
    var post = root.map { $0 / 2 }
    var path: [Int]?
    if post == nil, PairedID.isTop(id) { post = id / 2 }
    if post == nil {
      let comment = try await comment(id)
      (post, path) = (comment.post, comment.ids)
    }
    guard let post else { throw .status(404, message: nil) }
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
    var comments = try await comments("post_id=\(post)")
    if !PairedID.isTop(id), !comments.contains(where: { $0.id == id }) {
      if path == nil { path = try await comment(id).ids }
      try await load(path ?? [], into: &comments)
    }
    var tree = SourceTree(root: known.id, nodes: [known] + comments)
    tree.cut = SourceTree.cut(comments)
    return tree
  }

  /// Adds the comments around a path that is deeper than a response.
  private func load(_ path: [Int], into comments: inout [SourceNode]) async throws(APIError) {
    var known = Set(comments.map(\.id))
    while let last = path.last(where: known.contains), last != path.last {
      let more = try await self.comments("parent_id=\(last / 2)").filter { !known.contains($0.id) }
      known.formUnion(more.map(\.id))
      guard path.last(where: known.contains) != last else { return }
      comments += more
    }
  }

  private func comment(_ id: Int) async throws(APIError) -> LemmyComment {
    let answer = try await web.answer("/api/v3/comment?id=\(id / 2)", as: LemmyResponse.self)
    guard let comment = answer.comment?.comment else { throw .status(404, message: nil) }
    return comment
  }

  func part(below node: SourceNode) async throws(APIError) -> SourceTree? {
    guard !PairedID.isTop(node.id) else { return nil }
    let comments = try await comments("parent_id=\(node.id / 2)")
    var tree = SourceTree(root: node.id, nodes: [node] + comments.filter { $0.id != node.id })
    tree.cut = SourceTree.cut(comments).subtracting([node.id])
    return tree
  }

  private func comments(_ query: String) async throws(APIError) -> [SourceNode] {
    try await web.answer(
      "/api/v3/comment/list?\(query)&max_depth=\(Self.depth)&type_=All&sort=Hot",
      as: LemmyResponse.self, byteLimit: Self.treeBytes
    ).nodes(on: host, isTree: true)
  }

  func search(_ words: String) async throws(APIError) -> [SourceNode] {
    try await web.answer(
      "/api/v3/search?q=\(words.percentEncoded)&type_=All&listing_type=All&sort=TopAll"
        + "&limit=\(Self.page)", as: LemmyResponse.self
    ).nodes(on: host)
  }

  func user(_ handle: String) async throws(APIError) -> SourceUser {
    let answer = try await web.answer(target(of: handle), as: LemmyResponse.self)
    guard let person = answer.person?.person else { throw .status(404, message: nil) }
    let counts = answer.person?.counts
    return SourceUser(
      handle: person.handle(on: host) ?? handle, name: person.displayName?.line,
      facts: Post.Facts(labels: [
        Counted.words(counts?.posts, "post"), Counted.words(counts?.comments, "comment"),
      ]),
      about: person.about.map { .markdown($0) } ?? .none, picture: person.picture,
      createdAt: person.createdAt)
  }

  func posts(by handle: String) async throws(APIError) -> [SourceNode] {
    try await web.answer(target(of: handle), as: LemmyResponse.self).nodes(on: host)
      .sorted { ($0.createdAt ?? .distantPast) > ($1.createdAt ?? .distantPast) }
  }

  private func target(of handle: String) -> String {
    "/api/v3/user?username=\(handle.percentEncoded)&sort=New&limit=\(Self.page)"
  }
}
