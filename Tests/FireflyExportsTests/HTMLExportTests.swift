import FireflyCore
import FireflyPrograms
import FireflyStore
import FireflyTransfer
import Foundation
import SeededRandom
import Testing

@testable import FireflyExports

/// A branch or everything as a web site.
@Suite struct HTMLExportTests {
  private typealias House = MarkdownRoundTripTests.House

  static let hostile = "<script>alert(1)</script>\" onload=\"x' &amp;"

  /// Posts that try to leave their places, and what stretches a page.
  static func document() throws -> ImportDocument {
    var document = ImportDocument()
    var evil = ImportedPost(title: hostile)
    (evil.summary, evil.authorName, evil.locationTag) = (hostile, hostile, hostile)
    evil.imageURL = "javascript:alert(2)"
    evil.body = """
      \(hostile)

      [a](javascript:alert(3)) <img src=x onerror=alert(4)> ![b](https://127.0.0.1:1/b.png)

      \(String(repeating: ">", count: 400)) deep

      | a | b |
      |---|---|
      | \(String(repeating: "x", count: 300)) | y |

      ```
      \(String(repeating: "z", count: 400))
      ```
      \(String(repeating: "w", count: 400))
      """
    let root = try document.add(evil)
    _ = try document.add(ImportedPost(title: String(repeating: "t", count: 500)), below: root)
    _ = try document.add(ImportedPost(title: "שלום"), below: root)
    var untitled = ImportedPost(title: "")
    untitled.body = "only \\<a> *body*"
    untitled.picture = .bytes(Data(base64Encoded: Self.dot) ?? Data())
    let last = try document.add(untitled, below: root)
    _ = try document.add(ImportedPost(title: "same"), below: last)
    _ = try document.add(ImportedPost(title: "Same"), below: last)
    var person = ImportedPost(title: "Ada")
    person.template = .profile
    _ = try document.add(person)
    return document
  }

  /// A PNG of one dot.
  private static let dot =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

  private func house() async throws -> House {
    let house = try House()
    _ = try await house.add(Self.document())
    return house
  }

  /// The pages of a site, by their paths.
  private func pages(_ path: String) throws -> [String: String] {
    var pages: [String: String] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: path)
    where name.hasSuffix(".html") {
      pages[name] = try String(contentsOfFile: path + "/" + name, encoding: .utf8)
    }
    return pages
  }

  /// The files that a page leads to or shows.
  private func targets(_ page: String, _ html: String) -> [String] {
    html.matches(of: /(?:href|src)="([^"]*)"/).map { String($0.1) }
      .filter { !$0.contains(/^(https?:|mailto:|#)/) }
      .map { target in
        let folder = page.hasPrefix("posts/") ? "posts/" : ""
        return (folder + target).replacing("posts/../", with: "")
      }
  }

  @Test func everyPostHasAPageThatLinksReach() async throws {
    let house = try await house()
    let report = try await house.store.exportHTML(to: house.out)
    #expect(report.posts == 7 && report.pictures == 1 && report.missing.isEmpty)
    let pages = try pages(house.out)
    #expect(pages.count == 8)
    var reached: Set<String> = []
    for (name, html) in pages {
      for target in targets(name, html) {
        #expect(FileManager.default.fileExists(atPath: house.out + "/" + target), "\(target)")
        reached.insert(target)
      }
    }
    #expect(reached.isSuperset(of: pages.keys))
    let first = try #require(pages["index.html"])
    #expect(first.contains("<h2>People</h2>") && !first.contains("<h2>Saved searches</h2>"))
    // Each kind has its heading only, and only what is above a page leads to it.
    #expect(
      first.split(separator: "<h2>People</h2>").map { $0.contains("ada.html") } == [false, true])
    let above = try #require(pages["posts/ada.html"]?.firstMatch(of: /<nav(.|\n)*?<\/nav>/)?.0)
    #expect(above.count(of: "href=") == 1)
    #expect(pages["posts/same.html"] != nil && pages["posts/same-2.html"] != nil)
  }

  @Test func pagesLeadToTheirNeighbours() async throws {
    let house = try House()
    var document = ImportDocument()
    let root = try document.add(ImportedPost(title: "root"))
    for (day, title) in ["one", "two", "three"].enumerated() {
      var post = ImportedPost(title: title)
      post.createdAt = Date(timeIntervalSince1970: Double(day) * 86_400)
      _ = try document.add(post, below: root)
    }
    _ = try await house.add(document)
    _ = try await house.store.exportHTML(to: house.out)
    let pages = try pages(house.out)
    func links(_ name: String) -> [String] {
      (pages["posts/\(name).html"] ?? "").matches(of: /rel="(prev|next)" href="([^"]*)"/)
        .map { "\($0.1) \($0.2)" }
    }
    #expect(links("three") == ["next ../posts/two.html"])
    #expect(links("two") == ["prev ../posts/three.html", "next ../posts/one.html"])
    #expect(links("one") == ["prev ../posts/two.html"] && links("root").isEmpty)
  }

  @Test func openingOfAnUntitledPostStandsOnce() async throws {
    let house = try House()
    var document = ImportDocument()
    let root = try document.add(ImportedPost(title: "root"))
    var reply = ImportedPost(summary: "the only words of it")
    reply.body = "the only words of it"
    _ = try document.add(reply, below: root)
    var search = ImportedPost(title: "a search")
    search.template = .query
    _ = try document.add(search)
    _ = try await house.add(document)
    _ = try await house.store.exportHTML(to: house.out)
    let pages = try pages(house.out)
    let words = "the only words of it"
    for (name, html) in pages {
      let body = html[(html.firstRange(of: "<main>")?.upperBound ?? html.startIndex)...]
      #expect(body.ranges(of: words).count <= 1, "\(name)")
    }
    #expect(pages["posts/root.html"]?.contains("<strong dir=\"auto\">\(words)</strong>") == true)
    #expect(!pages.values.contains { $0.contains("a search") })
  }

  @Test func nothingLeavesItsPlace() async throws {
    let house = try await house()
    _ = try await house.store.exportHTML(to: house.out)
    for (name, html) in try pages(house.out) {
      #expect(!html.contains("<script") && !html.contains("<img src=x"), "\(name)")
      #expect(!html.contains("javascript:"), "\(name)")
      for link in html.matches(of: /(?:href|src)="([^"]*)"/) where link.1.contains(":") {
        #expect(link.1.contains(/^(https?:\/\/|mailto:)/), "\(link.1)")
      }
      // Pictures come from the site only.
      for picture in html.matches(of: /<img[^>]* src="([^"]*)"/) {
        #expect(picture.1.hasPrefix("pictures/") || picture.1.hasPrefix("../pictures/"))
      }
      // As many quotation marks begin as end, in every tag.
      for tag in html.matches(of: /<[a-z][^<>]*>/) {
        #expect(tag.0.count { $0 == "\"" }.isMultiple(of: 2), "\(tag.0)")
      }
    }
  }

  @Test func aPictureIsCopiedOnceAndAMissingOneIsNotShown() async throws {
    let house = try House()
    var document = ImportDocument()
    for title in ["shown", "shown again", "gone", "gone again"] {
      var post = ImportedPost(title: title)
      if title.hasPrefix("shown") {
        post.picture = .bytes(Data(base64Encoded: Self.dot) ?? Data())
      } else {
        post.imageURL = "/uploads/gone.png"
      }
      _ = try document.add(post)
    }
    _ = try await house.add(document)
    let report = try await house.store.exportHTML(to: house.out)
    #expect(report.pictures == 1 && report.missing == ["gone.png"])
    let pages = try pages(house.out)
    #expect(pages["index.html"]?.count(of: "<img") == 2)
    for (name, count) in ["shown": 1, "shown-again": 1, "gone": 0, "gone-again": 0] {
      #expect(pages["posts/\(name).html"]?.count(of: "<img") == count, "\(name)")
    }
  }

  @Test func aBranchBeginsWithItsPost() async throws {
    let house = try await house()
    let report = try await house.store.exportHTML(to: house.out, branch: 4)
    #expect(report.posts == 3)
    let pages = try pages(house.out)
    #expect(pages.keys.sorted() == ["index.html", "posts/same-2.html", "posts/same.html"])
    #expect(pages["index.html"]?.contains("<title>only &lt;a&gt; body</title>") == true)
    // There is nothing above it.
    #expect(pages["index.html"]?.contains("<nav") == false)
    #expect(pages["posts/same.html"]?.contains("../index.html") == true)
  }

  @Test func deepBranchesHaveShortPaths() async throws {
    let house = try House()
    var document = ImportDocument()
    for level in 0..<300 {
      _ = try document.add(
        ImportedPost(title: "level \(level)"), below: level == 0 ? nil : level - 1)
    }
    _ = try await house.add(document)
    _ = try await house.store.exportHTML(to: house.out)
    let page = try #require(try pages(house.out)["posts/level-299.html"])
    let path = try #require(page.firstMatch(of: /<nav(.|\n)*?<\/nav>/)?.0)
    #expect(
      path.contains(">level 0<") && path.contains("<li>…</li>") && path.contains(">level 298<"))
    #expect(path.count { $0 == "\n" } < 14)
  }

  @Test func headingsMakeAnOutline() async throws {
    let house = try House()
    var document = ImportDocument()
    var post = ImportedPost(title: "root")
    post.body = "# one\n\n## two\n\n###### six"
    let root = try document.add(post)
    var reply = ImportedPost(title: "")
    (reply.authorName, reply.body) = ("Ben", "# deep\n\ntext")
    _ = try document.add(reply, below: root)
    _ = try await house.add(document)
    func headings(_ html: String) -> [String] {
      html.matches(of: /<h([1-6])[^>]*>([^<]*)/).map { "\($0.1) \($0.2)" }
    }
    _ = try await house.store.exportHTML(to: house.out)
    for (name, html) in try pages(house.out) {
      #expect(html.count(of: "<h1") == 1, "\(name)")
      #expect(!html.contains(" lang="), "\(name)")
    }
    #expect(
      headings(try pages(house.out)["posts/root.html"] ?? "")
        == ["1 root", "2 one", "3 two", "6 six", "2 Replies"])
    _ = try await house.store.exportHTML(
      to: house.out + "-threads", options: SiteOptions(hasThreads: true))
    #expect(
      headings(try pages(house.out + "-threads")["posts/root.html"] ?? "")
        == ["1 root", "2 one", "3 two", "6 six", "2 Reply by Ben", "3 deep"])
  }

  @Test func pagesUseNoAttributeThatHTMLHasDropped() async throws {
    let house = try House()
    var document = ImportDocument()
    var post = ImportedPost(title: "root")
    post.body = """
      | a | b | c |
      |:--|:-:|--:|
      | https://example.org/a | see www.example.org | <https://example.org/c> |

      https://example.org/long and <a@example.org>, [words](https://example.org)
      """
    _ = try document.add(post)
    _ = try await house.add(document)
    _ = try await house.store.exportHTML(to: house.out)
    let page = try #require(try pages(house.out)["posts/root.html"])
    #expect(!page.contains(" align=") && page.count(of: "style=\"text-align: center\"") == 2)
    // Printed pages show the addresses of links, but none twice.
    #expect(page.count(of: "<span class=\"address\">") == 5)
    for words in ["https://example.org/a", "www.example.org", "https://example.org/c"] {
      #expect(page.contains("\"><span class=\"address\">\(words)</span></a></td>"))
    }
    #expect(page.contains("<a href=\"https://example.org\">words</a>"))
  }

  @Test func theFeedHasTheAddressOfTheSite() async throws {
    let house = try await house()
    _ = try await house.store.exportHTML(
      to: house.out, options: SiteOptions(address: "https://example.org/a/"))
    let feed = try String(contentsOfFile: house.out + "/feed.xml", encoding: .utf8)
    let links = feed.matches(of: /(?:href|src)=(?:"|&quot;)([^"&]*)/).map { String($0.1) }
    #expect(links.count > 3)
    for link in links { #expect(link.contains(/^(https?:|mailto:)/), "\(link)") }
    #expect(links.contains("https://example.org/a/feed.xml"))
  }

  // MARK: In a browser

  static let browser = ["chromium", "chromium-browser", "google-chrome"]
    .map { "/usr/bin/" + $0 }.first { FileManager.default.isExecutableFile(atPath: $0) }

  /// A page that shows each of the others in a frame of two widths, follows the links to posts, and writes down
  /// what is wrong.
  private static func judge(_ pages: [String]) -> String {
    let frames = pages.flatMap { page in
      [320, 1_280].map { "<iframe width=\($0) height=800 src=\"out/\(page)\"></iframe>" }
    }
    return """
      <!DOCTYPE html><meta charset="utf-8"><body><pre id="report"></pre>\(frames.joined())<script>
      let followed = 0;
      window.onload = async () => {
        const lines = [];
        const shown = document.querySelectorAll("iframe[width='320']");
        const next = document.body.appendChild(document.createElement("iframe"));
        for (const frame of shown) {
          for (const link of frame.contentDocument.querySelectorAll("nav a, a.card")) {
            const isLoaded = new Promise(done => next.onload = done);
            next.src = link.href;
            await isLoaded;
            const name = (link.querySelector("strong") ?? link.querySelector("span") ?? link).textContent.trim().toLowerCase();
            const title = next.contentDocument?.title.trim().toLowerCase();
            if (title != name) lines.push(frame.src + " leads to " + title + ", not to " + name);
            followed += 1;
          }
        }
        next.remove();
        for (const frame of document.querySelectorAll("iframe")) {
          const inner = frame.contentDocument, root = inner.documentElement, page = frame.src;
          if (root.scrollWidth > frame.width) lines.push(page + " is " + root.scrollWidth + " wide");
          for (const image of inner.querySelectorAll("figure img"))
            if (!image.complete || !image.naturalWidth) lines.push(page + " has no " + image.src);
          if (getComputedStyle(inner.body).backgroundColor == "rgba(0, 0, 0, 0)") lines.push(page + " has no style");
        }
        document.getElementById("report").textContent =
          followed + " links followed\\n" + lines.join("\\n");
      };
      </script></body>
      """
  }

  @Test(.enabled(if: browser != nil, "no browser is installed"))
  func aBrowserShowsEveryPageInItsWidth() async throws {
    let house = try await house()
    _ = try await house.store.exportHTML(to: house.out)
    let pages = try pages(house.out).keys.sorted()
    let judge = house.folder.appendingPathComponent("judge.html")
    try Self.judge(pages).write(to: judge, atomically: true, encoding: .utf8)
    let process = ChildProgram()
    process.executableURL = URL(fileURLWithPath: try #require(Self.browser))
    process.arguments = [
      "--headless=new", "--no-sandbox", "--disable-gpu", "--allow-file-access-from-files",
      "--user-data-dir=\(house.folder.path)/profile", "--window-size=1400,900",
      "--enable-logging=stderr", "--virtual-time-budget=60000", "--dump-dom", judge.absoluteString,
    ]
    let (output, errors) = (
      house.folder.appendingPathComponent("dom"), house.folder.appendingPathComponent("log")
    )
    for file in [output, errors] { try Data().write(to: file) }
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.run()
    process.waitUntilExit()
    let dom = try String(contentsOf: output, encoding: .utf8)
    let report = try #require(dom.firstMatch(of: /<pre id="report">([^<]*)<\/pre>/)?.1)
    // The cards, the path and the neighbours of each of the eight pages.
    #expect(report == "27 links followed\n")
    let console = try String(contentsOf: errors, encoding: .utf8).split(separator: "\n")
      .filter { $0.contains("CONSOLE") }
    #expect(console.isEmpty)
  }
}

extension StringProtocol {
  /// How often a text occurs.
  fileprivate func count(of text: String) -> Int { ranges(of: text).count }
}
