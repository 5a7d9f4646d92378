import FireflyCore
import FireflyStore
import FireflyText
import Foundation

/// A card on a page that links to another post.
struct PageCard: Sendable {
  let id: Int
  let title: String
  /// Whether the title is the opening of the text.
  let isUntitled: Bool
  /// The whole opening of an untitled post.
  private let opening: String
  let summary: String
  let author: String?
  let date: Date?
  let replies: Int
  let template: Post.Template
  /// The file name of its picture.
  var picture: String?
  /// The name of its page.
  var page = ""
  var isInThread = false

  init(_ post: Post) {
    id = post.id
    title = Self.title(of: post)
    // The opening of an untitled post stands once.
    isUntitled = ForeignText.cleanLine(post.title).isEmpty
    summary = isUntitled ? "" : ForeignText.clean(post.summary)
    opening = isUntitled ? ForeignText.cleanLine(post.summary, limit: 300) : ""
    author = post.authorName.map { ForeignText.cleanLine($0) }
    date = post.createdAt
    replies = post.childCount ?? 0
    template = post.template
  }

  /// The title, or the opening of the text for a post without one.
  static func title(of post: Post) -> String {
    let lines = [
      ForeignText.cleanLine(post.title, limit: 4_096),
      ForeignText.cleanLine(post.summary, limit: 60),
      MarkdownOpening.words(of: post.body, limit: 60),
    ]
    return lines.first { !$0.isEmpty } ?? "post \(post.id)"
  }

  /// Returns the relative address of its page from a page with this path to the top.
  func address(from top: String) -> String {
    let place = page == "index" ? top + "index.html" : top + "posts/\(page).html"
    return isInThread ? "\(place)#\(Self.anchor(of: id))" : place
  }

  /// The name of a reply on the page of its thread.
  static func anchor(of id: Int) -> String { "post-\(id)" }

  static func byline(_ author: String?, _ date: Date?) -> String {
    let name = author.flatMap {
      $0.isEmpty ? nil : "<span dir=\"auto\">\(MarkdownHTML.escape($0))</span>"
    }
    let time = date.map { "<time datetime=\"\(ISODate.text($0))\">\(WireDate.day($0))</time>" }
    return [name, time].compactMap(\.self).joined(separator: " · ")
  }

  func html(from top: String) -> String {
    var text = "<li><a class=\"card\" href=\"\(MarkdownHTML.escape(address(from: top)))\">\n"
    if let picture {
      text += "<img src=\"\(top)pictures/\(picture)\" alt=\"\" loading=\"lazy\">\n"
    }
    text +=
      "<span class=\"words\"><strong dir=\"auto\">\(MarkdownHTML.escape(opening.isEmpty ? title : opening))</strong>\n"
    if !summary.isEmpty {
      text += "<em dir=\"auto\">\(MarkdownHTML.escape(summary))</em>\n"
    }
    let (one, many) = template == .profile ? ("post", "posts") : ("reply", "replies")
    let replies = replies == 0 ? "" : Counted.words(replies, one, many)
    let small = [Self.byline(author, date), replies].filter { !$0.isEmpty }
    return text + "<small>\(small.joined(separator: " · "))</small></span></a></li>\n"
  }
}

extension StoreSnapshot {
  /// Returns posts as their pages show them: a title that is made from the text stands once.
  func shownPosts(_ ids: [Int]) async throws(StoreError) -> [Post] {
    var posts = try await posts(ids)
    for index in posts.indices { posts[index].dropMadeTitle() }
    return posts
  }
}
