import FireflyServer
import FireflySources
import Foundation

/// Converts listings of Reddit: a post with its comments, from `/comments/ID.json`, or a list of
/// posts and comments.
enum RedditListings {
  static func convert(_ data: Data) throws(ImportError) -> Conversion {
    var tree = ForeignTree("reddit")
    let json = try JSONTree(data)
    // Of two listings, the first contains the post, the second one its comments.
    var first: Int?
    var waiting: [(thing: JSONTree, above: Int?)] = []
    for (number, listing) in json.objects.enumerated() {
      for thing in things(listing) {
        let isPost = thing["kind"].text == "t3"
        waiting = [(thing, isPost || number == 0 ? nil : first)]
        while let (thing, above) = waiting.popLast() {
          let data = thing["data"]
          if thing["kind"].text == "more" {
            tree.conversion.missing += max(0, min(data["count"].whole ?? 0, 1_000_000))
            continue
          }
          let place = tree.add(post(data, above: above))
          if first == nil, isPost { first = place }
          for reply in things(data["replies"]).reversed() { waiting.append((reply, place)) }
        }
      }
    }
    return try tree.converted()
  }

  /// Returns the elements of a listing, or a single element.
  private static func things(_ listing: JSONTree) -> [JSONTree] {
    let children = listing["data"]["children"]
    return (children.isList ? children.objects : [listing]).filter {
      $0["kind"].words != nil && $0["data"].isObject
    }
  }

  private static func post(_ data: JSONTree, above: Int?) -> ImportedPost {
    var post = ImportedPost(key: data["name"].key ?? data["id"].key, parent: above)
    post.title = plain(data["title"].words ?? "")
    post.authorName = data["author"].words.flatMap { $0 == "[deleted]" ? nil : $0 }
    post.createdAt = data["created_utc"].date
    let text = plain(data["body"].words ?? data["selftext"].words ?? "")
    let isGone = ["[deleted]", "[removed]", ""].contains(text)
    post.isDeleted = isGone && post.authorName == nil && post.title.isEmpty
    if above == nil, !post.isDeleted, let title = data["link_title"].words {
      // A comment without the post that it is about.
      (post.title, post.parentKey) = (plain(title), data["parent_id"].key)
    }
    let link = data["is_self"].isTrue ? nil : data["url"].words.map(plain)
    post.body = WebPost.body(link: link, text: isGone ? nil : text)
    if !post.title.isEmpty {
      let marks = [("over_18", "NSFW"), ("spoiler", "spoiler"), ("locked", "locked")]
        .filter { data[$0.0].isTrue }.map(\.1)
      post.summary = Counted.line(
        data["subreddit_name_prefixed"].words ?? data["subreddit"].words.map { "r/\($0)" },
        data["link_flair_text"].words.map(plain),
        marks.isEmpty ? nil : marks.joined(separator: " · "), WebAddress.site(of: link),
        Counted.words(data["score"].whole, "point"), post.authorName)
    }
    return post
  }

  /// Reddit escapes three characters in its texts.
  private static func plain(_ text: String) -> String {
    var text = text.replacing("&lt;", with: "<").replacing("&gt;", with: ">")
      .replacing("&amp;", with: "&")
    guard
      text.contains("&#x200B;") || text.contains("&nbsp;") || text.contains(">!")
        || text.contains("![")
    else { return text }
    text = text.replacing("&#x200B;", with: "").replacing("&nbsp;", with: "\u{A0}")
      .replacing(">!", with: "(spoiler: ").replacing("!<", with: ")")
    // Pictures of its own have names instead of addresses.
    return text.replacing("![gif](giphy|", with: "![gif](https://giphy.com/gifs/")
      .replacing("![img](", with: "![picture](https://www.reddit.com/media/")
  }
}
