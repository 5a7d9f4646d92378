import FireflyServer
import FireflySources
import Foundation

/// Converts posts of Lemmy with their comments, from `/api/v3/post` and `/api/v3/comment/list`.
enum LemmyPosts {
  static func convert(_ data: Data) throws(ImportError) -> Conversion {
    var tree = ForeignTree("lemmy")
    var replies: [(index: Int, view: JSONTree)] = []
    for answer in try JSONTree(data).objects {
      let views =
        answer["post_view"].objects + answer["posts"].objects
        + (answer["post"].isObject && !answer["comment"].isObject ? [answer] : [])
      for view in views { _ = tree.add(post(view)) }
      let comments =
        answer["comments"].objects + answer["comment_view"].objects
        + (answer["comment"].isObject ? [answer] : [])
      for view in comments { replies.append((tree.add(comment(view)), view)) }
    }
    var keys = Set(tree.posts.compactMap(\.key))
    for (index, view) in replies {
      guard let top = top(of: view) else { continue }
      // A comment alone names its post.
      if view["post"]["name"].words != nil, keys.insert(top).inserted { _ = tree.add(post(view)) }
      guard let parent = tree.posts[index].parent, !keys.contains(parent), keys.contains(top)
      else { continue }
      tree.posts[index].parent = top
      tree.conversion.unresolvedLinks += 1
    }
    return try tree.converted()
  }

  /// Converts a post, or what a comment says about it.
  private static func post(_ view: JSONTree) -> ForeignPost {
    let data = view["post"]
    var post = ForeignPost(key: key(data, "post"))
    post.address = data["ap_id"].words
    post.title = data["name"].words ?? ""
    let isOfComment = view["comment"].isObject
    post.author = isOfComment ? "unknown" : author(view)
    post.date = data["published"].date
    post.body = WebPost.body(
      link: data["url"].words, text: data["body"].words.map(LemmyMarkdown.plain))
    post.summary = Counted.line(
      view["community"]["name"].words, WebAddress.site(of: data["url"].words),
      isOfComment ? nil : Counted.words(view["counts"]["score"].whole, "point"),
      isOfComment ? nil : post.author)
    post.isDeleted = isGone(data)
    return post
  }

  private static func comment(_ view: JSONTree) -> ForeignPost {
    let data = view["comment"]
    var post = ForeignPost(key: key(data, "comment"))
    post.address = data["ap_id"].words
    // 0.1.2: comment 2 replies to comment 1, which replies to the post.
    let path = (data["path"].words ?? "").split(separator: ".").map(String.init)
    post.parent = path.count > 2 ? "comment/\(path[path.count - 2])" : top(of: view)
    post.author = author(view)
    post.date = data["published"].date
    post.body = LemmyMarkdown.plain(data["content"].words ?? "")
    post.isDeleted = isGone(data)
    return post
  }

  /// Returns the key of a comment's post.
  private static func top(of view: JSONTree) -> String? {
    (view["comment"]["post_id"].key ?? view["post"]["id"].key).map { "post/\($0)" }
  }

  private static func key(_ data: JSONTree, _ kind: String) -> String? {
    data["id"].key.map { "\(kind)/\($0)" }
  }

  private static func isGone(_ data: JSONTree) -> Bool {
    data["deleted"].isTrue || data["removed"].isTrue
  }

  private static func author(_ view: JSONTree) -> String? {
    view["creator"]["display_name"].words ?? view["creator"]["name"].words
  }
}
