import FireflyForeign
import Foundation

extension SourceFile {
  /// Reads posts with their comments, from `/api/v3/post` and `/api/v3/comment/list`.
  mutating func readLemmy(_ documents: [Data]) throws {
    let parts = try Self.decode(LemmyPart.self, documents)
    var known: Set<String> = []
    for view in parts.flatMap(\.posts) {
      add(view, author: view.creator)
      if let key = view.post.key { known.insert(key) }
    }
    var tops: [String: String] = [:]
    let comments = LemmyComment.ids(of: parts.flatMap(\.comments))
    for view in parts.flatMap(\.comments) {
      let top = view.comment.post.map { "post/\($0)" } ?? view.post?.key
      let above = view.comment.parent(among: comments).map { "comment/\($0 / 2)" }
      add(
        SourceNode(view, id: 0, host: ""), HTMLText.Habits(base: ""), key: view.comment.key,
        parent: above ?? top)
      if let top, let key = view.comment.key { tops[key] = top }
    }
    // A comment alone names its post.
    for view in parts.flatMap(\.comments) {
      guard let post = view.post, let title = post.title, !title.isEmpty, let key = post.key,
        known.insert(key).inserted
      else { continue }
      add(LemmyPostView(post: post, community: view.community), author: nil)
    }
    keepTogether { item in item.key.flatMap { tops[$0] } }
  }

  private mutating func add(_ view: LemmyPostView, author: LemmyPerson?) {
    var node = SourceNode(view, id: 0, host: "")
    if view.counts == nil { node.childCount = nil }
    if author == nil { node.author = "unknown" }
    add(node, HTMLText.Habits(base: ""), key: view.post.key)
  }
}

/// A part of a file: a response, or one view of it.
private struct LemmyPart: Decodable {
  var posts: [LemmyPostView]
  var comments: [LemmyCommentView]

  init(from decoder: any Decoder) throws {
    let response = try LemmyResponse(from: decoder)
    (posts, comments) = (response.posts, response.comments)
    if let view = response.post { posts.insert(view, at: 0) }
    if let view = response.comment { comments.append(view) }
    if let view = try? LemmyCommentView(from: decoder) {
      comments.append(view)
    } else if let view = try? LemmyPostView(from: decoder) {
      posts.append(view)
    }
  }
}
