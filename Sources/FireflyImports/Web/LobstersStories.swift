import FireflyServer
import FireflySources
import Foundation

/// Converts stories of Lobsters with their comments, from `/s/ID.json`.
enum LobstersStories {
  private static let base = "https://lobste.rs"

  static func convert(_ data: Data) throws(ImportError) -> Conversion {
    var tree = ForeignTree("lobsters")
    for story in try JSONTree(data).objects {
      let place = tree.add(self.story(story))
      for comment in story["comments"].objects {
        var post = self.comment(comment)
        if post.parent == nil { post.above = place }
        _ = tree.add(post)
      }
    }
    return try tree.converted()
  }

  private static func story(_ story: JSONTree) -> ForeignPost {
    var post = ForeignPost(key: story["short_id"].key)
    post.address = address(story)
    post.title = story["title"].words ?? ""
    post.author = name(story["submitter_user"])
    post.date = story["created_at"].date
    post.body = WebPost.body(link: story["url"].words, text: text(story, "description"))
    let tags = story["tags"].list.compactMap(\.words).joined(separator: ", ")
    post.summary = Counted.line(
      WebAddress.site(of: story["url"].words), Counted.words(story["score"].whole, "point"),
      post.author, tags)
    return post
  }

  private static func comment(_ comment: JSONTree) -> ForeignPost {
    var post = ForeignPost(key: comment["short_id"].key, parent: comment["parent_comment"].key)
    post.address = address(comment)
    post.author = name(comment["commenting_user"])
    post.date = comment["created_at"].date
    post.body = text(comment, "comment") ?? ""
    post.isDeleted = comment["is_deleted"].isTrue || comment["is_moderated"].isTrue
    return post
  }

  /// Other sites run the same software; their posts are identified by their addresses.
  private static func address(_ item: JSONTree) -> String? {
    item["short_id_url"].words.flatMap { $0.hasPrefix(base + "/") ? nil : $0 }
  }

  /// The author's Markdown, or else the HTML of the page.
  private static func text(_ item: JSONTree, _ key: String) -> String? {
    item[key + "_plain"].words ?? item[key].words.map { HTMLText.markdown($0, base: base) }
  }

  /// A name, or an object with one.
  private static func name(_ user: JSONTree) -> String? { user.words ?? user["username"].words }
}
