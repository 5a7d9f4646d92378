import FireflyCore
import FireflyStore
import FireflyTransfer
import Foundation
import Testing

@testable import FireflyExports

/// Sites with a title of their own, with whole threads on a page, and their feeds.
@Suite struct SiteTests {
  private typealias House = MarkdownRoundTripTests.House

  /// Two threads, a profile with a post, and a search.
  private static func document() throws -> ImportDocument {
    var document = ImportDocument()
    func post(_ title: String, _ body: String, _ day: Double, by author: String) -> ImportedPost {
      var post = ImportedPost(title: title)
      (post.body, post.authorName) = (body, author)
      post.createdAt = Date(timeIntervalSince1970: day * 86_400)
      return post
    }
    var kites = post("Kites", "See [the boat](post:boat).", 3, by: "Ada")
    kites.linkNames = ["kites"]
    let top = try document.add(kites)
    var boat = post("", "A *boat* & more", 4, by: "Grace <g>")
    boat.linkNames = ["boat"]
    let reply = try document.add(boat, below: top)
    _ = try document.add(post("", "What [kind](post:kites)?", 5, by: "Linus"), below: reply)
    _ = try document.add(post("", "First of all", 3.5, by: "Ada"), below: top)
    _ = try document.add(post("Old", "\u{1}x", 1, by: "Ada"))
    var person = ImportedPost(title: "Ada")
    person.template = .profile
    let ada = try document.add(person)
    _ = try document.add(post("Her post", "x", 2, by: "Ada"), below: ada)
    var search = ImportedPost(title: "a search", summary: "words")
    search.template = .query
    _ = try document.add(search)
    return document
  }

  private func site(_ options: SiteOptions) async throws -> (files: [String: String], ids: [Int]) {
    let house = try House()
    let roots = try await house.add(Self.document()).roots
    _ = try await house.store.exportHTML(to: house.out, options: options)
    var files: [String: String] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: house.out)
    where name.hasSuffix("ml") {
      files[name] = try String(contentsOfFile: house.out + "/" + name, encoding: .utf8)
    }
    return (files, roots)
  }

  @Test func aSiteHasATitleOfItsOwn() async throws {
    let files = try await site(SiteOptions(title: "Ada's <notes>")).files
    let title = "Ada's &lt;notes&gt;"
    #expect(files["index.html"]?.contains("<title>\(title)</title>") == true)
    #expect(files["index.html"]?.contains("<h1>\(title)</h1>") == true)
    let page = try #require(files["posts/kites.html"])
    #expect(page.contains("<title>Kites – \(title)</title>"))
    #expect(page.contains("<a href=\"../index.html\" dir=\"auto\">\(title)</a>"))
    #expect(files["feed.xml"]?.contains("<title>\(title)</title>") == true)
  }

  @Test func aThreadIsOnePage() async throws {
    let (files, ids) = try await site(SiteOptions(hasThreads: true))
    #expect(
      files.keys.sorted() == [
        "feed.xml", "index.html", "posts/ada.html", "posts/kites.html", "posts/old.html",
      ])
    let page = try #require(files["posts/kites.html"])
    let top = try #require(ids.first)
    let (boat, question) = (top + 1, top + 2)
    // Reading order, each reply with its level, its own address and what it answers.
    let replies = page.matches(of: /<article class="reply" id="([^"]*)" style="--level: (\d)">/)
    #expect(
      replies.map { "\($0.1) \($0.2)" } == [
        "post-\(boat) 1", "post-\(question) 2", "post-\(question + 1) 1",
      ])
    #expect(
      page.contains("<a href=\"#post-\(boat)\">↑ <span dir=\"auto\">Grace &lt;g&gt;</span></a>"))
    #expect(page.ranges(of: "A <em>boat</em> &amp; more").count == 1)
    // Links between posts lead to the replies on the pages.
    #expect(page.contains("href=\"../posts/kites.html#post-\(boat)\""))
    #expect(page.contains("href=\"../posts/kites.html\""))
    #expect(files["posts/ada.html"]?.contains("<h2 dir=\"auto\">Her post</h2>") == true)
    #expect(page.contains("<a rel=\"next\" href=\"../posts/old.html\">"))
  }

  @Test(arguments: [false, true]) func theFeedHasTheNewestPosts(hasThreads: Bool) async throws {
    let (files, ids) = try await site(SiteOptions(hasThreads: hasThreads))
    let feed = try #require(files["feed.xml"])
    let titles = feed.matches(of: /<entry>\n<title>([^<]*)</).map { String($0.1) }
    #expect(
      titles
        == ["What kind?", "A boat & more", "First of all", "Kites", "Her post", "Old"].map {
          $0.replacing("&", with: "&amp;")
        })
    #expect(Set(feed.matches(of: /<id>urn:uuid:[0-9a-f-]{36}</).map { String($0.0) }).count == 7)
    #expect(feed.contains("<updated>1970-01-06T00:00:00Z</updated>\n<link"))
    #expect(feed.contains("&lt;p&gt;A &lt;em&gt;boat&lt;/em&gt; &amp;amp; more&lt;/p&gt;"))
    #expect(feed.contains("<name>Grace &lt;g&gt;</name>") && !feed.contains("\u{1}"))
    for target in feed.matches(of: /rel="alternate" href="([^"#]*)/) {
      #expect(files[String(target.1)] != nil, "\(target.1)")
    }
    let top = try #require(ids.first)
    #expect(feed.contains("kites.html#post-\(top + 1)\"") == hasThreads)
    // A page names the feed, from wherever it is.
    #expect(files["index.html"]?.contains("\"application/atom+xml\" href=\"feed.xml\"") == true)
    #expect(files["posts/old.html"]?.contains("href=\"../feed.xml\"") == true)
  }
}
