import FireflyAPI
import FireflyCore
import FireflyForeign
import Foundation

extension Article {
  /// Finds the article of a page.
  ///
  /// - Throws: `APIError.notOffered` if it has none; `.missingLibrary` without libxml2.
  init(_ page: PageClient.Page) throws(APIError) {
    let type = page.contentType.prefix { $0 != ";" }.lowercased()
      .trimmingCharacters(in: .whitespaces)
    switch type {
    case "", "text/html", "application/xhtml+xml":
      try HTMLText.require()
      guard let article = Article(html: page.text, at: page.address) else { throw Self.none }
      self = article
    case "text/markdown", "text/x-markdown":
      self.init(address: page.address, title: "", markdown: page.text)
    case let type where type.hasPrefix("text/"):
      let text = page.text.trimmingCharacters(in: .newlines)
      self.init(
        address: page.address, title: "",
        markdown: CodeFence.block(text.components(separatedBy: "\n")).joined(separator: "\n"))
    case "application/pdf": throw .notOffered("This page is a PDF document, not a text.")
    case let type:
      let kinds = ["image": "a picture", "audio": "a recording", "video": "a film"]
      let kind = kinds[String(type.prefix { $0 != "/" })] ?? "a file"
      throw .notOffered("This page is \(kind), not a text.")
    }
    if markdown.allSatisfy(\.isWhitespace) { throw Self.none }
  }

  private static let none = APIError.notOffered("No article was found on this page.")

  /// Finds the article of a page; nil if it has none.
  init?(html: String, at address: String) {
    let bytes = Array(HTMLText.cleaned(html, limit: PageClient.byteLimit).utf8)
    let finder = ArticleFinder()
    finder.read(bytes)
    guard let article = finder.article() else { return nil }
    var habits = HTMLText.Habits(base: "")
    let page = URL(string: address)
    habits.page = finder.base.flatMap { URL(string: $0, relativeTo: page)?.absoluteURL } ?? page
    let writer = ArticleWriter(
      article, habits: habits, hasFormulas: MarkdownWriter.hasFormulas(bytes))
    writer.read(bytes)
    var text = ForeignText.clean(writer.finished())
    let opening = text.prefix(Self.opening)
    if !finder.authors.names.allSatisfy(opening.contains) {
      text = "By \(finder.authors.words)\n\n\(text)"
    }
    if finder.isFull || writer.isFull {
      text = HTMLText.ended(text, page: address)
    } else if article.isLesserPart {
      text = HTMLText.ended(
        text, page: address, reason: "This is less than half of the text of the page.")
    }
    self.init(address: address, title: finder.title, markdown: text)
  }

  /// Letters of a text in which its authors are sought.
  private static let opening = 400
}

extension PageClient.Page {
  /// The text of a page, in the character set that its type or its markup names.
  var text: String {
    let isMarkup = bytes.first { $0 > 0x20 } == UInt8(ascii: "<")
    let name =
      Charset.named(in: contentType.utf8) ?? (isMarkup ? Charset.named(in: bytes) : nil)
    let text = Charset.decode(bytes, name)
    return isMarkup
      ? HTMLText.cleaned(text, limit: PageClient.byteLimit)
      : ForeignText.clean(text, limit: PageClient.byteLimit)
  }
}

extension ArticleClient {
  /// Creates a client that loads pages from the web.
  package static func live(_ pages: PageClient) -> ArticleClient {
    ArticleClient { address async throws(APIError) in
      try Article(try await pages.page(at: address))
    }
  }
}
