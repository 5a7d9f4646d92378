import FireflyCore
import FireflyForeign
import Foundation

extension SourceTree {
  /// Creates a tree of an item and everything below it.
  ///
  /// Posts below an item without an ID move up to the next item with one.
  init(_ item: HackerNewsItem, top: Int) {
    root = top
    nodes = []
    var waiting: [(item: HackerNewsItem, parent: Int?)] = [(item, nil)]
    while let (item, parent) = waiting.popLast() {
      let id = parent == nil ? top : item.id.flatMap { $0 > 0 ? $0 : nil }
      if let id { nodes.append(SourceNode(item, id: id, parent: parent)) }
      waiting += (item.options + item.children).reversed().map { ($0, id ?? parent) }
    }
    if !nodes[0].title.isEmpty { nodes[0].facts.replies = nodes.count - 1 }
  }
}

extension SourceNode {
  init(_ item: HackerNewsItem, id: Int, parent: Int?) {
    self.init(id: id, parent: parent)
    title = ForeignText.cleanLine(item.title ?? "")
    text = item.text.map { .html($0) } ?? .none
    author = item.author?.line
    facts.link = item.link
    createdAt = Self.date(item.seconds) ?? item.createdAt
    describe(item.kind, points: item.points)
    isDeleted = author == nil && title.isEmpty && (item.text ?? "").isEmpty
    if item.kind == "pollopt" {
      title = HTMLText(item.text ?? "", habits: HTMLText.Habits(base: "")).opening
      (text, facts) = (.none, Post.Facts())
      facts.rate(item.points, "point")
    }
  }

  /// Creates a post of a search result; nil without an ID.
  init?(_ hit: HackerNewsHit) {
    guard let id = hit.id, id > 0 else { return nil }
    self.init(hit, id: id)
  }

  init(_ hit: HackerNewsHit, id: Int) {
    self.init(id: id)
    author = hit.author?.line
    createdAt = Self.date(hit.seconds)
    let isComment = hit.tags.contains("comment") || hit.commentText != nil
    guard isComment else {
      title = ForeignText.cleanLine(hit.title ?? "")
      text = hit.storyText.map { .html($0) } ?? .none
      facts.link = hit.link
      childCount = hit.replies ?? 0
      let kind = hit.tags.contains("job") ? "job" : hit.tags.contains("poll") ? "poll" : nil
      describe(kind, points: hit.points)
      facts.replies = hit.replies
      isDeleted = author == nil && title.isEmpty
      return
    }
    text = hit.commentText.map { .html($0) } ?? .none
    parent = hit.parent ?? hit.story
    (root, rootTitle) = (hit.story, hit.storyTitle?.line)
    // If the count is missing, there may be replies.
    childCount = hit.replies ?? 1
    isDeleted = author == nil && (hit.commentText ?? "").isEmpty
  }

  private static func date(_ seconds: Int?) -> Date? {
    seconds.map { Date(timeIntervalSince1970: Double($0)) }
  }

  /// Adds what is said of a story; nothing is said of a comment.
  mutating func describe(_ kind: String?, points: Int?) {
    guard !title.isEmpty else { return }
    facts.place = WebAddress.site(of: facts.link)
    facts.kind = kind == "job" || kind == "poll" ? kind : nil
    facts.rate(points, "point")
    facts.author = author
  }
}
