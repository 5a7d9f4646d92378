import FireflyCore
import FireflyText
import Foundation
import Testing

@testable import FireflyImports
@testable import FireflyServer

/// Vaults of Obsidian, Logseq and Dendron.
@Suite struct VaultTests {
  private func convert(_ files: [String: String], changed: Date? = nil) throws -> Conversion {
    try MarkdownFolder.convert(
      files.sorted { $0.key < $1.key }.map { path, text in
        let url = URL(fileURLWithPath: "/notes/" + path)
        return ImportFile(
          path: path.split(separator: "/").map(String.init),
          bytes: url.pathExtension == "md" ? Data(text.utf8) : nil, url: url, changed: changed)
      })
  }

  private func post(_ text: String, beside files: [String: String] = [:]) throws -> ImportedPost {
    let conversion = try convert(files.merging(["note.md": text]) { $1 })
    return try #require(conversion.document.items.first { $0.place == "note.md" })
  }

  private func table(_ rows: String...) -> String {
    (["| property | value |", "|---|---|"] + rows.map { "| \($0) |" }).joined(separator: "\n")
  }

  // MARK: Front matter

  @Test func tagsAndPropertiesAreKept() throws {
    let post = try post(
      """
      ---
      tags: [start, "map of tags"]
      aliases: [Index, "Start | here"]
      rating: 5
      related: "[[Projects/Kite]]"
      ---
      Welcome.
      """)
    #expect(post.summary == "#start #map-of-tags")
    #expect(
      post.body
        == "Welcome.\n\n"
        + table("aliases | Index, Start \\| here", "rating | 5", "related | [[Projects/Kite]]"))
  }

  @Test(arguments: [
    ("title: Broken: a title\ntags: [x, y z]\nrating: 7", "Broken: a title", "#x #y-z"),
    ("title: a: b\ntags:\n  - one\n  - two", "a: b", "#one #two"),
    ("title: 'a': b", "'a': b", nil),
  ])
  func frontMatterThatIsNotYAMLIsReadByLines(
    _ head: String, _ title: String, _ summary: String?
  ) throws {
    let conversion = try convert(["note.md": "---\n\(head)\n---\ntext"])
    let post = try #require(conversion.document.items.first)
    #expect(post.title == title && post.summary == summary && conversion.complaints.isEmpty)
  }

  @Test func tagsOfTOMLAreInATable() throws {
    let post = try post("+++\ntitle = \"Z\"\n[taxonomies]\ntags = [\"a\", \"b\"]\n+++\ntext")
    #expect(post.title == "Z" && post.summary == "#a #b" && post.body == "text")
  }

  @Test func coversAndAuthorsMayBeLinks() throws {
    let text = "---\ncover: \"[[c.png]]\"\nauthor: \"[[Umberto Eco]]\"\n---\n"
    let post = try post(text, beside: ["img/c.png": ""])
    #expect(post.picture == .file(URL(fileURLWithPath: "/notes/img/c.png")))
    #expect(post.authorName == "Umberto Eco" && post.body.isEmpty)
  }

  /// An export turns the table back into front matter.
  @Test(arguments: [
    [("a", "b")], [("a", ""), ("b c", "x | y \\ z")], [("ключ", "👩‍👩‍👧‍👦")],
  ])
  func propertyTablesAreSplitAgain(_ rows: [(name: String, value: String)]) {
    for text in ["", "text", "| property | value |\n\ntext"] {
      let body = [text, PropertyTable.text(rows)].filter { !$0.isEmpty }.joined(separator: "\n\n")
      let split = PropertyTable.split(body)
      #expect(split.text == text && split.rows.elementsEqual(rows) { $0 == $1 })
    }
  }

  @Test(arguments: [
    "| property | value |\n|---|---|\n| a | b", "x\n| property | value |\n|---|---|\n| a | b |",
    "| property | value |\n|---|---|\n| a | b |\n\nmore", "| property | value |\n|---|---|",
    "| property | value |\n|---|---|\n| a | b | c |",
  ])
  func otherTablesStayText(_ body: String) {
    let split = PropertyTable.split(body)
    #expect(split.text == body && split.rows.isEmpty)
  }

  // MARK: Dates

  @Test(arguments: [
    ("2019-08-07-jekyll.md", "2019-08-07T12:00:00Z"), ("2024-05-01.md", "2024-05-01T12:00:00Z"),
    ("2024_05_01.md", "2024-05-01T12:00:00Z"), ("2024-13-01.md", "2020-01-01T00:00:00Z"),
    ("2024-05-012.md", "2020-01-01T00:00:00Z"), ("note.md", "2020-01-01T00:00:00Z"),
  ])
  func undatedNotesHaveTheDateOfTheirFile(_ name: String, _ date: String) throws {
    let conversion = try convert([name: "x"], changed: WireDate.date("2020-01-01T00:00:00Z"))
    #expect(conversion.document.items.map(\.createdAt) == [WireDate.date(date)])
    let isGuessed = date.hasPrefix("2020")
    #expect(conversion.guessed.line == (isGuessed ? "1 date (\(name))" : ""))
  }

  // MARK: Text

  @Test(arguments: [
    ("> [!warning]- Careful with *it*\n> It is.", "> **Careful with *it***\n>\n> It is."),
    ("> [!note]\n> No title.", "> **Note**\n>\n> No title."),
    ("> a\n> > [!tip] Nested\n> > b", "> a\n> > **Nested**\n> >\n> > b"),
    ("> [!] a", "> [!] a"), ("[!note] a", "[!note] a"),
    ("a ==b c== d", "a **b c** d"), ("a == b == c", "a == b == c"), ("`==a==`", "`==a==`"),
    ("if (a === b)", "if (a === b)"), ("```\n==a==\n```", "```\n==a==\n```"),
    ("a %%hidden%% b", "a  b"), ("a\n%%\nb\nc\n%%\nd", "a\nd"), ("100 %% b", "100 %% b"),
    ("%%a%% 5 %% b", "5 %% b"),
    ("text ^block-1", "text"), ("2^10", "2^10"), ("[^1]: a ^2 b", "[^1]: a ^2 b"),
  ])
  func marksOfObsidianBecomeMarkdown(_ text: String, _ markdown: String) throws {
    #expect(try post(text).body == markdown)
  }

  @Test func commentsAreCounted() throws {
    let conversion = try convert(["a.md": "%%a%% b %%c%%"])
    #expect(conversion.leftOut.line == "2 comments")
  }

  @Test(arguments: [
    ("![[Kite]]", "Kite"), ("![[Kite#Plan]]", "Kite"), ("![[a.png|300]]", "![a.png](picture:0)"),
    ("![[paper.pdf]]", "![[paper.pdf]]"), ("| [[Kite\\|alias]] |", "| alias |"),
    ("[[My boat|toys.boat]]", "My boat"), ("[[Kite|the kite]]", "the kite"),
  ])
  func linksAndEmbedsReadAsWords(_ text: String, _ words: String) throws {
    let files = ["Kite.md": "# Kite", "toys.boat.md": "b", "a.png": ""]
    #expect(try withoutLinks(post(text, beside: files).body) == words)
  }

  @Test func linksToFilesOfNotesReadAsWords() throws {
    let text =
      "[one](Kite.md), [two](<sub/My boat.md>), [three](sub/My%20boat.md#hull), [web](https://e.org/a.md), [gone](x.md), `[c](Kite.md)`"
    let conversion = try convert(["a.md": text, "Kite.md": "k", "sub/My boat.md": "b"])
    let body = conversion.document.items.first { $0.title == "a" }?.body
    #expect(
      body.map(withoutLinks)
        == "one, two, three, [web](https://e.org/a.md), [gone](x.md), `[c](Kite.md)`")
    #expect(conversion.unresolvedLinks == 1)
  }

  @Test func picturesThatNoPostShowsAreCounted() throws {
    let conversion = try convert(["n.md": "![](a.png)", "a.png": "", "b.png": ""])
    #expect(conversion.leftOut.line == "1 picture (b.png)")
  }

  // MARK: Logseq, Dendron

  @Test func pagesOfLogseq() throws {
    let conversion = try convert([
      "pages/Kite.md":
        "tags:: toy, wind\nalias:: dragon\n\n- a block\n  id:: 64a1\n  collapsed:: true\n\t- b",
      "pages/Toys___Kites.md": "- ns", "journals/2024_05_01.md": "- Today",
    ])
    #expect(
      Set(conversion.lines) == [
        "0 journals|||", "1 2024-05-01||- Today|", "0 pages|||",
        "1 Kite|#toy #wind|- a block\n\t- b\n\n\(table("alias | dragon"))|",
        "1 Toys|||", "2 Kites||- ns|",
      ])
    let day = conversion.document.items.first { $0.title == "2024-05-01" }
    #expect(day?.createdAt == WireDate.date("2024-05-01T12:00:00Z"))
  }

  @Test func dotsInNamesOfDendronAreATree() throws {
    func note(_ id: String, _ title: String) -> String {
      "---\nid: \(id)\ntitle: \(title)\ncreated: 1610000000000\n---\n\(title)"
    }
    let conversion = try convert([
      "toys.md": note("a", "Toys"), "toys.boat.md": note("b", "Boat"),
      "lost.kite.md": note("c", "Kite"), "v1.2.md": "x", "v1.md": "y",
    ])
    let lines = conversion.lines.map { String($0.prefix { $0 != "|" }) }
    #expect(Set(lines) == ["0 v1", "0 v1.2", "0 Toys", "1 Boat", "0 Kite"])
    let created = conversion.document.items.first { $0.title == "Boat" }?.createdAt
    #expect(created == WireDate.date("2021-01-07T06:13:20Z"))
  }
}
