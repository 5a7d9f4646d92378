import FireflyCore
import FireflyForeign
import FireflyTransfer
import Foundation

/// Converts listings of Reddit: a post with its comments, from `/comments/ID.json`, or a list of
/// posts, comments and messages.
enum RedditListings {
  /// Comments, posts and messages; other things without a text are users, communities and the like.
  private static let kinds: Set<String> = ["t1", "t3", "t4"]

  static func convert(_ documents: [Data]) throws(ImportError) -> Conversion {
    var tree = ForeignTree("reddit")
    for document in documents { add(try JSONTree(document), to: &tree) }
    return try tree.converted()
  }

  private static func add(_ json: JSONTree, to tree: inout ForeignTree) {
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
          let kind = thing["kind"].text ?? ""
          guard kinds.contains(kind) || data["body"].words != nil else {
            if kind != "Listing" {
              tree.conversion.leftOut.add(
                "thing of another kind", "things of another kind", named: kind)
            }
            continue
          }
          let place = tree.add(post(data, above: above, isMessage: kind == "t4"))
          if first == nil, isPost { first = place }
          for reply in things(data["replies"]).reversed() { waiting.append((reply, place)) }
        }
      }
    }
  }

  /// Returns the elements of a listing, or a single element.
  private static func things(_ listing: JSONTree) -> [JSONTree] {
    let children = listing["data"]["children"]
    return (children.isList ? children.objects : [listing]).filter {
      $0["kind"].words != nil && $0["data"].isObject
    }
  }

  private static func post(
    _ data: JSONTree, above: Int?, isMessage: Bool = false
  ) -> ImportedPost {
    var post = ImportedPost(key: data["name"].key ?? data["id"].key, parent: above)
    if let path = data["permalink"].words, path.hasPrefix("/r/") || path.hasPrefix("/user/") {
      post.pages = ["https://www.reddit.com" + path]
    }
    post.title = plain(data[isMessage ? "subject" : "title"].words ?? "")
    if isMessage, above == nil { post.parentKey = data["parent_id"].key }
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
    let parts = [
      // A post with a title has its marks in its summary.
      post.title.isEmpty || above != nil ? marks(of: data).map { "**\($0):**" } : nil,
      isGone ? nil : text, pictures(of: data), crosspost(of: data),
    ]
    post.body = WebPost.body(
      link: link,
      text: parts.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: "\n\n"))
    if !post.title.isEmpty {
      let facts = Post.Facts(labels: [
        data["subreddit_name_prefixed"].words ?? data["subreddit"].words.map { "r/\($0)" },
        data["link_flair_text"].words.map(plain),
        marks(of: data), data["edited"].number ?? 0 > 0 ? "edited" : nil, WebAddress.site(of: link),
        Counted.words(data["score"].whole, "point"),
      ])
      post.summary = facts.cleaned().line
    }
    return post
  }

  /// `NSFW · locked`; nil without marks.
  private static func marks(of data: JSONTree) -> String? {
    var marks = [
      ("over_18", "NSFW"), ("spoiler", "spoiler"), ("locked", "locked"), ("stickied", "pinned"),
    ].filter { data[$0.0].isTrue }.map(\.1)
    if let office = data["distinguished"].words, ["moderator", "admin"].contains(office) {
      marks.append(office)
    }
    return marks.isEmpty ? nil : marks.joined(separator: " · ")
  }

  /// The pictures of a gallery, with their captions.
  private static func pictures(of data: JSONTree) -> String? {
    let lines = data["gallery_data"]["items"].objects.prefix(100).compactMap { item -> String? in
      guard let id = item["media_id"].words,
        let url = data["media_metadata"][id]["s"]["u"].words.map(plain),
        !WebPost.body(link: url, text: nil).isEmpty
      else { return nil }
      let words = plain(item["caption"].words ?? "").filter { !"[]\\\n".contains($0) }
      return "![\(words.isEmpty ? "picture" : words)](<\(url)>)"
    }
    return lines.isEmpty ? nil : lines.joined(separator: "\n\n")
  }

  /// A link to the post that this one repeats elsewhere, with its text.
  private static func crosspost(of data: JSONTree) -> String? {
    guard let post = data["crosspost_parent_list"].objects.first,
      let page = post["permalink"].words, page.hasPrefix("/")
    else { return nil }
    let link = WebPost.body(link: "https://www.reddit.com" + page, text: nil)
    let place = post["subreddit"].words.map { "r/\($0)" }
    let origin = ["Crosspost of", place, link].compactMap(\.self).joined(separator: " ")
    return [origin, plain(post["selftext"].words ?? "")].filter { !$0.isEmpty }
      .joined(separator: "\n\n")
  }

  // Made once: making an expression takes longer than matching it.
  nonisolated(unsafe) private static let giphy =
    /!\[gif\]\(giphy\|([A-Za-z0-9]{1,64})(?:\|[a-z_-]{1,40})?\)/

  /// Reddit escapes three characters in its texts.
  private static func plain(_ text: String) -> String {
    var text = text.unescaped
    guard
      text.hasBytes("&#x200B;") || text.hasBytes("&nbsp;") || text.hasBytes(">!")
        || text.hasBytes("![")
    else { return text }
    text = text.replacing("&#x200B;", with: "").replacing("&nbsp;", with: "\u{A0}")
      .replacing(">!", with: "(spoiler: ").replacing("!<", with: ")")
    // Pictures of its own, and those of Giphy, have names instead of addresses.
    return text.replacing(giphy) { "![gif](https://media.giphy.com/media/\($0.1)/giphy.gif)" }
      .replacing("![img](", with: "![picture](https://www.reddit.com/media/")
  }
}
