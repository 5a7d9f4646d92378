import FireflyServer
import FireflySources
import Foundation

/// Converts items of Hacker News with everything below them, from Algolia's `/api/v1/items/ID`.
enum HackerNewsItems {
  static func convert(_ data: Data) throws(ImportError) -> Conversion {
    var tree = ForeignTree("hn")
    var waiting: [(item: JSONTree, above: Int?)] = try JSONTree(data).objects.reversed().map {
      ($0, nil)
    }
    while let (item, above) = waiting.popLast() {
      let place = tree.add(post(item, above: above))
      for child in (item["options"].objects + item["children"].objects).reversed() {
        waiting.append((child, place))
      }
    }
    return try tree.converted()
  }

  private static func post(_ item: JSONTree, above: Int?) -> ForeignPost {
    var post = ForeignPost(key: item["id"].key, above: above)
    post.title = item["title"].words ?? ""
    post.author = item["author"].words
    post.date = item["created_at_i"].date ?? item["created_at"].date
    let habits = HTMLText.Habits(base: "https://news.ycombinator.com", quotesByAngle: true)
    let text = item["text"].words.map { HTMLText($0, habits: habits) }
    post.body = WebPost.body(link: item["url"].words, text: text?.markdown)
    if item["type"].text == "pollopt" {
      post.title = text?.opening ?? ""
      (post.body, post.summary) = ("", Counted.words(item["points"].whole, "point"))
      return post
    }
    post.isDeleted = post.author == nil && post.title.isEmpty && post.body.isEmpty
    post.summary =
      post.title.isEmpty
      ? text?.opening
      : Counted.line(
        WebAddress.site(of: item["url"].words), Counted.words(item["points"].whole, "point"),
        post.author)
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
