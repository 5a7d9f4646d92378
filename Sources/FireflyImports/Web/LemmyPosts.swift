import FireflyServer
import FireflySources
import Foundation

/// Converts posts of Lemmy with their comments, from `/api/v3/post` and `/api/v3/comment/list`.
enum LemmyPosts {
  static func convert(_ data: Data) throws(ImportError) -> Conversion {
    var tree = ForeignTree("lemmy")
    for answer in try JSONTree(data).objects {
      let views =
        answer["post_view"].objects + answer["posts"].objects
        + (answer["post"].isObject && !answer["comment"].isObject ? [answer] : [])
      for view in views { _ = tree.add(post(view)) }
      let comments =
        answer["comments"].objects + answer["comment_view"].objects
        + (answer["comment"].isObject ? [answer] : [])
      for view in comments { _ = tree.add(comment(view)) }
    }
    return try tree.converted()
  }

  private static func post(_ view: JSONTree) -> ForeignPost {
    let data = view["post"]
    var post = ForeignPost(key: key(data, "post"))
    post.address = data["ap_id"].words
    post.title = data["name"].words ?? ""
    post.author = author(view)
    post.date = data["published"].date
    post.body = WebPost.body(
      link: data["url"].words, text: data["body"].words.map(LemmyMarkdown.plain))
    post.summary = Counted.line(
      view["community"]["name"].words, WebAddress.site(of: data["url"].words),
      Counted.words(view["counts"]["score"].whole, "point"), post.author)
    post.isDeleted = isGone(data)
    return post
  }

  private static func comment(_ view: JSONTree) -> ForeignPost {
    let data = view["comment"]
    var post = ForeignPost(key: key(data, "comment"))
    post.address = data["ap_id"].words
    // 0.1.2: comment 2 replies to comment 1, which replies to the post.
    let path = (data["path"].words ?? "").split(separator: ".").map(String.init)
    if path.count > 2 {
      post.parent = "comment/\(path[path.count - 2])"
    } else if let top = data["post_id"].key ?? view["post"]["id"].key {
      post.parent = "post/\(top)"
    }
    post.author = author(view)
    post.date = data["published"].date
    post.body = LemmyMarkdown.plain(data["content"].words ?? "")
    post.isDeleted = isGone(data)
    return post
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
