import FireflyCore
import FireflyForeign
import FireflySources
import FireflyTransfer
import Foundation

/// Converts OPML: each `outline` is a post, and nested ones are its replies.
enum OPMLOutline {
  static func convert(_ data: Data, identity: String? = nil) throws(ImportError) -> Conversion {
    let reader = OutlineReader()
    reader.tree.identity = identity
    // The HTML parser makes names lower case and loads nothing.
    let name = data.prefix(200).firstRange(of: Data("encoding=".utf8)).map { range in
      String(decoding: data[range.upperBound...].prefix(40), as: UTF8.self).dropFirst()
        .prefix { $0 != "\"" && $0 != "'" }
    }
    let text = Charset.decode(Array(data), name.map(String.init))
    reader.read(Array(ForeignText.clean(text, limit: .max).utf8))
    return try reader.tree.converted()
  }
}

/// Collects the outlines of a document.
private final class OutlineReader: HTMLReader {
  var tree = ForeignTree(PostSource.file, isOutline: true)
  /// The indices of the open outlines.
  private var open: [Int] = []
  private var title: String?
  private var isInTitle = false

  var isFull: Bool { tree.posts.count > ImportDocument.maxPosts }

  func begin(_ name: String, _ values: HTMLAttributes) {
    if name == "title" { isInTitle = true }
    guard name == "outline" else { return }
    if let title, !title.isEmpty, tree.posts.isEmpty {
      open.append(tree.add(ImportedPost(title: title, summary: "")))
    }
    var post = ImportedPost(parent: open.last)
    let titles = [values["text"], values["title"]].compactMap(\.self)
    post.title = titles.first { !$0.allSatisfy(\.isWhitespace) } ?? ""
    // Some programs write HTML.
    if post.title.contains("<") || post.title.contains("&") {
      post.title = HTMLText(Self.html(post.title), habits: .init(base: "")).opening
    }
    post.createdAt = values["created"].flatMap(ForeignDate.date)
    let link = values["htmlurl"] ?? values["url"] ?? values["xmlurl"]
    let feed = values["xmlurl"].flatMap { $0 == link ? nil : $0 }
    let feedLine = WebPost.body(link: feed, text: nil)
    let texts = [feedLine.isEmpty ? nil : "Feed: " + feedLine, values["_note"]]
    post.body = WebPost.body(
      link: link, text: texts.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: "\n\n"))
    post.summary = values["description"] ?? ""
    open.append(tree.add(post))
  }

  /// Each `<` of a text that begins no tag of a usual element; never changed.
  nonisolated(unsafe) private static let lone =
    /<(?!\/?(?:a|abbr|b|big|br|cite|code|del|div|em|font|h[1-6]|hr|i|img|ins|kbd|li|mark|ol|p|pre|q|s|script|small|span|strike|strong|style|sub|sup|tt|u|ul|var)(?:\s+[a-z-]+\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'<>]+))*\s*\/?>)/
    .ignoresCase()

  /// Escapes each `<` of a text that begins no tag, as in `a <b and c> d`.
  private static func html(_ text: String) -> String { text.replacing(lone, with: "&lt;") }

  func end(_ name: String) {
    if name == "title" { isInTitle = false }
    if name == "outline", !open.isEmpty { open.removeLast() }
  }

  func add(_ text: UnsafeRawBufferPointer) {
    guard isInTitle, (title ?? "").utf8.count < 4_096 else { return }
    title = ((title ?? "") + String(decoding: text, as: UTF8.self))
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
