import FireflyAPI
import FireflyCore
import Foundation
import SeededRandom
import Testing

@testable import FireflySources

/// Pages and the articles that are found in them: `Fixtures/pages.txt` and `Fixtures/pages.expected`.
///
/// A page begins with a line `=== name`. With `FIREFLY_RECORD=1`, the articles are written down.
@Suite struct ArticlePageTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Fixtures")
  private static let address = "https://harbour.example/news/today.html"

  private static func parts(of name: String) throws -> [String] {
    try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
      .components(separatedBy: "=== ").dropFirst().map { "=== " + $0 }
  }

  private func outcome(of page: String) -> String {
    let name = page.prefix { $0 != "\n" }
    let article = Article(html: String(page.dropFirst(name.count)), at: Self.address)
    return article.map { "\(name)\n# \($0.title)\n\n\($0.markdown)\n" } ?? "\(name)\n(none)\n"
  }

  @Test func pagesHaveTheseArticles() throws {
    let outcomes = try Self.parts(of: "pages.txt").map(outcome)
    #expect(outcomes.count > 20)
    if ProcessInfo.processInfo.environment["FIREFLY_RECORD"] != nil {
      try outcomes.joined().write(
        to: Self.folder.appendingPathComponent("pages.expected"), atomically: true, encoding: .utf8)
      Issue.record("recorded the articles")
      return
    }
    let known = try Self.parts(of: "pages.expected")
    for (outcome, known) in zip(outcomes, known) { #expect(outcome == known) }
    #expect(outcomes.count == known.count)
  }

  /// Whatever a page is cut into, nothing fails, and nothing is found that is not in it.
  @Test func damagedPagesAreRead() throws {
    var random = SplitMix(seed: 7)
    for page in try Self.parts(of: "pages.txt") {
      for _ in 0..<40 {
        var bytes = Array(page.utf8)
        for _ in 0..<3 {
          let start = Int.random(in: 0..<bytes.count, using: &random)
          let end = min(bytes.count, start + Int.random(in: 0...60, using: &random))
          if Bool.random(using: &random) {
            bytes.removeSubrange(start..<end)
          } else {
            bytes.insert(contentsOf: bytes[start..<end], at: start)
          }
          if bytes.isEmpty { break }
        }
        let article = Article(html: String(decoding: bytes, as: UTF8.self), at: Self.address)
        #expect(article?.markdown.contains("<script") != true)
      }
    }
  }

  /// JSON-LD names authors as words, objects or lists of them.
  @Test(arguments: [
    (#""Ada""#, "Ada"), (#"{"@type":"Person","name":"Ada L."}"#, "Ada L."),
    (#"[{"name":"Ada"},{"name":"Ben"}]"#, "Ada and Ben"),
    (#"[{"name":["Ada","Ben"]},"Ada",{"name":"https://e.example/"},"*Cy*"]"#, #"Ada and Ben"#),
    (#"["Ada","Ben","Cy"]"#, "Ada, Ben and Cy"), (#"{"name":7}"#, "The Harbour"),
    ("5", "The Harbour"), ("[", "The Harbour"),
  ])
  func authorsInDataForSearchEngines(_ author: String, _ names: String) {
    let words = "Words, and more words, and words again, so that it counts as a paragraph. "
    let text = String(repeating: "<p>\(words)\(words)", count: 3)
    for data in [
      #"{"@type":"NewsArticle","author":\#(author)}"#,
      #"[{"@type":"Person","author":"X"},{"@type":["Thing","BlogPosting"],"author":\#(author)}]"#,
      #"<![CDATA[{"@graph":[{"@type":"WebSite","author":"X"},{"@type":"Article","author":\#(author)}]}]]>"#,
    ] {
      let page = """
        <html><head><meta name="author" content="The Harbour"><script>{"@type":"Article","author":"X"}</script>
        <script type="application/ld+json">\(data)</script></head><body><article>\(text)</article>
        """
      let article = Article(html: page, at: Self.address)
      #expect(article?.markdown.hasPrefix("By \(names)\n\n") == true, "\(article?.markdown ?? "")")
    }
  }

  @Test func deepAndHugePagesEnd() {
    let words = "<p>Words, and more words, and words again, so that it counts as a paragraph.</p>"
    let deep = String(repeating: "<div>", count: 20_000) + words
    _ = Article(html: deep, at: Self.address)
    let many = String(repeating: "<b>", count: 10) + String(repeating: words, count: 50_000)
    let article = Article(html: "<article>\(many)</article>", at: Self.address)
    #expect(article.map { $0.markdown.utf8.count > 1_000 } == true)
    let wide = String(
      repeating: "<i class='\(String(repeating: "comment ", count: 100))'>", count: 400)
    #expect(Article(html: wide, at: Self.address) == nil)
  }

  private func page(_ bytes: [UInt8], _ type: String) -> PageClient.Page {
    PageClient.Page(address: Self.address, contentType: type, bytes: bytes)
  }

  @Test func otherCharacterSetsAreRead() throws {
    let start = Array("<article><p>Caf".utf8) + [0xE9]
    let end = Array(
      " on the quay: coffee, cake and a view of the harbour, from eight in the morning on, every day but Monday, and in winter only when the sun shines, which is rare.</p></article>"
        .utf8)
    let named = try Article(page(start + end, "text/html; charset=ISO-8859-1"))
    #expect(named.markdown.hasPrefix("Café on the quay"))
    let meta = Array("<meta charset='windows-1252'>".utf8)
    #expect(try Article(page(meta + start + end, "text/html")).markdown.hasPrefix("Café"))
    // A wrong name does not matter, nor does none.
    #expect(
      try Article(page(start + end, "text/html; charset=nonsense")).markdown.hasPrefix("Café"))
  }

  @Test func textIsShownAsItIs() throws {
    let text = try Article(page(Array("a *plain*  text\n  of two lines\n".utf8), "text/plain"))
    #expect(text.markdown == "```\na *plain*  text\n  of two lines\n```")
    let markdown = try Article(page(Array("# A *title*".utf8), "text/markdown; charset=utf-8"))
    #expect(markdown.markdown == "# A *title*")
  }

  @Test(arguments: [
    ("image/png", "a picture"), ("application/pdf", "a PDF document"), ("video/mp4", "a film"),
    ("application/octet-stream", "a file"),
  ])
  func otherFilesAreNamed(type: String, words: String) {
    #expect(throws: APIError.notOffered("This page is \(words), not a text.")) {
      try Article(page([1, 2, 3], type))
    }
  }

  @Test func aPageWithoutAnArticleSaysSo() {
    let sentence = APIError.notOffered("No article was found on this page.")
    #expect(throws: sentence) { try Article(page(Array("<p>Hello".utf8), "text/html")) }
    #expect(throws: sentence) { try Article(page([], "")) }
  }
}
