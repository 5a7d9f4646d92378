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
    let text = item["text"].words.map {
      HTMLText.markdown($0, base: "https://news.ycombinator.com", quotesByAngle: true)
    }
    post.body = WebPost.body(link: item["url"].words, text: text)
    post.isDeleted = post.author == nil && post.title.isEmpty && post.body.isEmpty
    if !post.title.isEmpty {
      post.summary = WebPost.summary(
        site: item["url"].words, points: item["points"].whole, author: post.author)
    }
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

  /// `example.org · 123 points · ada`.
  static func summary(site: String?, points: Int?, author: String?, unit: String = "point")
    -> String
  {
    let host = site.flatMap { URLComponents(string: $0)?.host?.lowercased() }
      .map { $0.hasPrefix("www.") ? String($0.dropFirst(4)) : $0 }
    let score = points.map { $0 == 1 ? "1 \(unit)" : "\($0) \(unit)s" }
    return [host, score, author].compactMap(\.self).joined(separator: " · ")
  }
}
