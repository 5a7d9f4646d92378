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
    nodes[0].summary = SourceNode.line(item, replies: nodes.count - 1)
  }
}

extension SourceNode {
  init(_ item: HackerNewsItem, id: Int, parent: Int?) {
    self.init(id: id, parent: parent)
    title = ForeignText.cleanLine(item.title ?? "")
    text = item.text.map { .html($0) } ?? .none
    link = item.link
    author = item.author?.line
    createdAt = Self.date(item.seconds) ?? item.createdAt
    isDeleted = author == nil && title.isEmpty && (item.text ?? "").isEmpty
    if item.kind == "pollopt" {
      title = HTMLText(item.text ?? "", habits: HTMLText.Habits(base: "")).opening
      (text, summary) = (.none, Counted.words(item.points, "point"))
    }
  }

  /// Returns the summary line of a top post; nil for a comment.
  static func line(_ item: HackerNewsItem, replies: Int) -> String? {
    item.kind == "comment"
      ? nil
      : line(
        site: item.link, points: item.points, author: item.author, kind: item.kind,
        replies: replies)
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
      link = hit.link
      childCount = hit.replies ?? 0
      let kind = hit.tags.contains("job") ? "job" : hit.tags.contains("poll") ? "poll" : nil
      summary = Self.line(
        site: hit.link, points: hit.points, author: hit.author, kind: kind, replies: hit.replies)
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

  /// `example.org · 123 points · ada · 42 replies`.
  private static func line(
    site: String?, points: Int?, author: String?, kind: String?, replies: Int?
  ) -> String {
    let kind = kind == "job" || kind == "poll" ? kind : nil
    return Counted.line(
      WebAddress.site(of: site), kind, Counted.words(points, "point"), author,
      Counted.replies(replies))
  }
}
