import FireflyCore
import Foundation
import OddInputs
import Testing
import Yams

@testable import FireflyImports
@testable import FireflyTransfer

/// Front matter in YAML, TOML and JSON.
@Suite struct FrontMatterTests {
  private func post(_ text: String) throws -> ImportedPost {
    let conversion = try ImportFormat.markdown.convert(Data(text.utf8), name: "note.md")
    #expect(conversion.complaints.isEmpty, "\(conversion.complaints)")
    return try #require(conversion.document.items.first)
  }

  private func table(_ rows: String...) -> String {
    (["| property | value |", "|---|---|"] + rows.map { "| \($0) |" }).joined(separator: "\n")
  }

  // MARK: Keys

  @Test(arguments: [
    "author: [Foo Bar, Ágota Kristóf]", "authors: [Foo Bar, Ágota Kristóf]",
    "author: Foo Bar, Ágota Kristóf", "author: ['[[Foo Bar]]', Ágota Kristóf]",
    "author_name: Foo Bar, Ágota Kristóf",
  ])
  func authorsAreJoined(_ head: String) throws {
    let post = try post("---\n\(head)\n---\ntext")
    #expect(post.authorName == "Foo Bar, Ágota Kristóf" && post.body == "text")
  }

  @Test(arguments: ["\n", "\n \t\n", "\r\n\r\n"])
  func emptyLinesBeforeItAreSkipped(_ lines: String) throws {
    for head in ["+++\ntitle = \"A1\"\n+++\n", "---\ntitle: A1\n---\n", "{\"title\": \"A1\"}\n"] {
      let post = try post(lines + head + "text")
      #expect(post.title == "A1" && post.body == "text")
    }
    // A line between blanks and text is only a line.
    #expect(try post(lines + "one\n\n---\n\ntwo\n\n---\n").body.contains("two"))
  }

  @Test func authorsMayBeTables() throws {
    let one = try post("---\nauthor:\n  name: Foo\n  twitter: foo\n---\nx")
    #expect(one.authorName == "Foo" && one.body == "x\n\n" + table("author.twitter | foo"))
    let many = try post("---\nauthors:\n  - name: Foo\n    url: http://x.org\n  - name: Zu\n---\nx")
    #expect(many.authorName == "Foo, Zu")
    #expect(many.body == "x\n\n" + table("authors | name: Foo, url: http://x.org, name: Zu"))
  }

  /// What has no place in the post is in its table.
  @Test func keysThatCanNotBeUsedAreKept() throws {
    let post = try post(
      """
      ---
      title: [One, Two]
      summary: [Alpha, Beta]
      email: [a@x.org, b@x.org]
      picture: [p.png, q.png]
      date: [2020-01-01, 2021-01-01]
      clip_offset_x: left
      ai_generated: perhaps
      id: abc
      location: {city: Graz}
      ---
      Body
      """)
    #expect(post.title == "note" && post.summary == nil && post.authorEmail == nil)
    #expect(
      post.body
        == "Body\n\n"
        + table(
          "title | One, Two", "summary | Alpha, Beta", "email | a@x.org, b@x.org",
          "picture | p.png, q.png", "date | 2020-01-01, 2021-01-01", "clip_offset_x | left",
          "ai_generated | perhaps", "id | abc", "location.city | Graz"))
  }

  @Test(arguments: ["title: >\n  One\n  line", "title: |\n  One\n  line", #"title: "One\nline""#])
  func titlesHaveOneLine(_ head: String) throws {
    #expect(try post("---\n\(head)\n---\nx").title == "One line")
  }

  @Test func titlesOfJSONHaveOneLine() throws {
    for text in [#"{"posts":[{"title":"a\nb"}]}"#, #"{"title":"a\r\nb"}"#] {
      #expect(try ImportDocument(Data(text.utf8)).items.map(\.title) == ["a b"])
    }
  }

  @Test func pointsEndFrontMatter() throws {
    let post = try post("---\ntitle: T\n...\ntext\n---\nmore")
    #expect(post.title == "T" && post.body == "text\n---\nmore")
  }

  // MARK: JSON

  @Test func frontMatterMayBeJSON() throws {
    let post = try post(
      """
      {
      \t"title": "A {kite} \\ud83e\\ude81 \\"flies\\"",
      \t"tags": ["one", "two"], "url": "https:\\/\\/x.org", "z": {"b": 1, "a": null}
      }

      text
      """)
    #expect(post.title == "A {kite} 🪁 \"flies\"" && post.summary == "#one #two")
    #expect(
      post.body == "text\n\n" + table("url | https://x.org", "z.b | 1", "z.a | null"))
  }

  @Test(arguments: [
    "{not json}\ntext", "{\ntext", "{\"a\": 1} text", "{{embed}}\ntext", "{\"a\"}\nx",
  ])
  func bracesMayBeText(_ text: String) throws {
    #expect(try post(text).body == text)
  }

  // MARK: TOML

  @Test func tomlIsReadWhole() throws {
    let post = try post(
      """
      +++
      title = "TOML \\u00e9"
      date = 2020-05-01 10:30:00Z
      author = ["Foo", "Zulu"]
      weight = 10000000000000000000000 # large
      text = \"\"\"
      one
      two\"\"\"
      dir = 'C:\\dir'
      x = {a = 1, b.c = "d"}
      [[resources]]
      src = "a.png"
      [[resources]]
      src = "b.png"
      [menu."0.x"]
        weight = 0xff
      +++
      Body
      """)
    #expect(post.title == "TOML é" && post.authorName == "Foo, Zulu")
    #expect(post.createdAt == ISO8601DateFormatter().date(from: "2020-05-01T10:30:00Z"))
    #expect(
      post.body
        == "Body\n\n"
        + table(
          "weight | 10000000000000000000000", "text | one two", "dir | C:\\\\dir", "x.a | 1",
          "x.b.c | d", "resources | src: a.png, src: b.png", "menu.0.x.weight | 0xff"))
  }

  @Test(arguments: [
    ("a = 1\na = 2", 2), ("[a]\n[a]", 2), ("a.b = 1\n[a]", 2), ("a = {b = 1}\n[a.c]", 2),
    ("a = [1, 2", 1), ("a = \"\\", 1), ("a = 01", 1),
    ("a = \"x", 1), ("a = 1 b = 2", 1), ("= 1", 1),
    ("a = \"\\ud800\"", 1), ("ok = 1\n\nnonsense", 3), ("a = 1979-13-01", 1), ("a = True", 1),
    ("a = " + String(repeating: "[", count: 65), 1), ("a = {b = 1,}", 1),
    (Array(repeating: "a", count: 65).joined(separator: ".") + " = 1", 1),
  ])
  func damagedTOMLIsText(_ head: String, _ line: Int) throws {
    let text = "+++\n\(head)\n+++\nBody"
    let conversion = try ImportFormat.markdown.convert(Data(text.utf8), name: "note.md")
    #expect(conversion.document.items.first?.body == text)
    #expect(conversion.complaints == ["note.md: line \(line) of the front matter is not TOML"])
  }

  @Test func timeOfTOMLGrowsWithItsSize() async throws {
    let texts: [@Sendable (Int) -> String] = [
      { String(repeating: "[[a]]\n", count: $0) },
      { (0..<$0).map { "a.b.c\($0) = 1" }.joined(separator: "\n") },
      { "a = [" + String(repeating: "[],", count: $0) + "]" },
      { "a = '" + String(repeating: "x", count: 8 * $0) + "'" },
      { count in
        (0..<count / 60).map {
          "b\($0) = " + String(repeating: "{a=", count: 60) + "1"
            + String(repeating: "}", count: 60)
        }.joined(separator: "\n")
      },
    ]
    for (number, text) in texts.enumerated() {
      let row = GrowthRow("TOML \(number)", 8_000, of: { Array(text($0).utf8) }) {
        _ = try TOMLReader.node($0)
      }
      try await row.expect()
    }
  }
}
