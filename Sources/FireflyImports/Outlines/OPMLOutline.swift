import FireflyForeign
import FireflyTransfer
import Foundation

/// Converts OPML: each `outline` is a post, and nested ones are its replies.
enum OPMLOutline {
  static func convert(_ data: Data, identity: String? = nil) throws(ImportError) -> Conversion {
    let file = OPMLFile(data, maximum: ImportDocument.maxPosts + 1)
    var tree = ForeignTree(PostSource.file, isOutline: true)
    tree.identity = identity
    let top =
      file.title.isEmpty || file.outlines.isEmpty
      ? nil : tree.add(ImportedPost(title: file.title, summary: ""))
    // With a title, the outlines follow its post.
    let first = tree.posts.count
    for outline in file.outlines {
      _ = tree.add(post(outline, in: outline.parent.map { $0 + first } ?? top))
    }
    return try tree.converted()
  }

  private static func post(_ outline: OPMLFile.Outline, in parent: Int?) -> ImportedPost {
    var post = ImportedPost(parent: parent)
    let titles = [outline["text"], outline["title"]].compactMap(\.self)
    post.title = titles.first { !$0.allSatisfy(\.isWhitespace) } ?? ""
    // Some programs write HTML.
    if post.title.contains("<") || post.title.contains("&") {
      post.title = HTMLText(html(post.title), habits: .init(base: "")).opening
    }
    post.createdAt = outline["created"].flatMap(ForeignDate.date)
    let link = outline["htmlurl"] ?? outline["url"] ?? outline["xmlurl"]
    let feed = outline["xmlurl"].flatMap { $0 == link ? nil : $0 }
    let feedLine = WebPost.body(link: feed, text: nil)
    let texts = [feedLine.isEmpty ? nil : "Feed: " + feedLine, outline["_note"]]
    post.body = WebPost.body(
      link: link, text: texts.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: "\n\n"))
    post.summary = outline["description"] ?? ""
    return post
  }

  /// Each `<` of a text that begins no tag of a usual element; never changed.
  nonisolated(unsafe) private static let lone =
    /<(?!\/?(?:a|abbr|b|big|br|cite|code|del|div|em|font|h[1-6]|hr|i|img|ins|kbd|li|mark|ol|p|pre|q|s|script|small|span|strike|strong|style|sub|sup|tt|u|ul|var)(?:\s+[a-z-]+\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'<>]+))*\s*\/?>)/
    .ignoresCase()

  /// Escapes each `<` of a text that begins no tag, as in `a <b and c> d`.
  private static func html(_ text: String) -> String { text.replacing(lone, with: "&lt;") }
}
