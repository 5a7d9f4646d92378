import FireflyServer
import FireflySources
import Foundation

/// Converts items of Hacker News: with everything below them from Algolia's `/api/v1/items/ID`, the
/// hits of its searches, or single ones of the official `/v0/item/ID.json`.
enum HackerNewsItems {
  static func convert(_ data: Data) throws(ImportError) -> Conversion {
    var tree = ForeignTree("hn")
    let items = try JSONTree(data).objects.flatMap { $0["hits"].isList ? $0["hits"].objects : [$0] }
    let keys = items.map(key)
    guard !keys.contains(nil) else {
      throw .damaged(place: "document", reason: "an item of Hacker News has no id")
    }
    let known = Set(keys.compactMap(\.self))
    var waiting: [(item: JSONTree, above: Int?)] = items.reversed().map { ($0, nil) }
    while let (item, above) = waiting.popLast() {
      var post = post(item, above: above)
      if above == nil, item["comment_text"].words != nil { arrange(&post, of: item, among: known) }
      let place = tree.add(post)
      // The official API names the replies only.
      let count = item["descendants"].whole ?? item["kids"].list.count
      tree.conversion.missing += max(0, min(count, 1_000_000))
      for child in (item["options"].objects + item["children"].objects).reversed() {
        waiting.append((child, place))
      }
    }
    return try tree.converted()
  }

  private static func key(_ item: JSONTree) -> String? { item["id"].key ?? item["objectID"].key }

  /// Puts a comment that a search has found below another hit; else it gets the story's title.
  private static func arrange(
    _ post: inout ForeignPost, of hit: JSONTree, among keys: Set<String>
  ) {
    let above = [hit["parent_id"].key, hit["story_id"].key].compactMap(\.self)
    post.parent = above.first(where: keys.contains)
    guard post.parent == nil, let title = hit["story_title"].words else { return }
    (post.title, post.parent) = (title, above.first)
    post.summary = Counted.line(Counted.words(hit["points"].whole, "point"), post.author)
  }

  private static func post(_ item: JSONTree, above: Int?) -> ForeignPost {
    var post = ForeignPost(key: key(item), above: above)
    post.title = item["title"].words ?? ""
    post.author = item["author"].words ?? item["by"].words
    post.date = item["created_at_i"].date ?? item["created_at"].date ?? item["time"].date
    let habits = HTMLText.Habits(base: "https://news.ycombinator.com", quotesByAngle: true)
    let html = ["text", "story_text", "comment_text"].lazy.compactMap { item[$0].words }.first
    let text = html.map { HTMLText($0, habits: habits) }
    let points = Counted.words(item["points"].whole ?? item["score"].whole, "point")
    post.body = WebPost.body(link: item["url"].words, text: text?.markdown)
    if item["type"].text == "pollopt" {
      post.title = text?.opening ?? ""
      (post.body, post.summary) = ("", points)
      return post
    }
    post.isDeleted = post.author == nil && post.title.isEmpty && post.body.isEmpty
    post.summary =
      post.title.isEmpty
      ? text?.opening
      : Counted.line(WebAddress.site(of: item["url"].words), points, post.author)
    return post
  }
}

/// Texts that posts of several services share.
enum WebPost {
  /// Returns a text with a link above it.
  static func body(link: String?, text: String?) -> String {
    let link = link.flatMap { link in
      let isPlain = link.hasPrefix("http://") || link.hasPrefix("https://")
      let isSafe = !link.contains { $0.isWhitespace || $0 == "<" || $0 == ">" }
      return isPlain && isSafe ? "<\(link)>" : nil
    }
    return [link, text].compactMap(\.self).filter { !$0.isEmpty }.joined(separator: "\n\n")
  }
}
