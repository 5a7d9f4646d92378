import FireflyCore
import Foundation
import OddInputs
import Testing

@testable import FireflyImports
@testable import FireflyTransfer

/// Names of notes: several notes with the same one, and those of other programs.
@Suite struct NoteNameTests {
  private func convert(
    _ files: [String: String], in folder: String = "/notes/", identity: String? = nil
  ) throws -> Conversion {
    try MarkdownFolder.convert(
      files.sorted { $0.key < $1.key }.map { path, text in
        let url = URL(fileURLWithPath: folder + path)
        return ImportFile(
          path: path.split(separator: "/").map(String.init),
          bytes: url.pathExtension == "md" ? Data(text.utf8) : nil, url: url)
      }, identity: identity)
  }

  private func body(_ place: String, _ conversion: Conversion) throws -> String {
    try #require(conversion.document.items.first { $0.place == place }).body
  }

  private func link(_ label: String, _ path: String) -> String {
    BodyLink.markdown(label, to: BodyLink.name(for: path))
  }

  // MARK: Several notes of a name

  @Test(arguments: [
    ("a", "a/ref.md", false), ("b", "b/ref.md", false), ("b/deep", "b/deep/sub/ref.md", false),
    ("d", "b/ref.md", true), ("c", "c/x/ref.md", true),
  ])
  func linksLeadToTheNearestNote(_ folder: String, _ target: String, _ isGuess: Bool) throws {
    let conversion = try convert(
      [
        "\(folder)/Tasks.md": "[[ref]]", "a/ref.md": "A", "a/sub/ref.md": "S", "b/ref.md": "B",
        "b/deep/sub/ref.md": "D", "c/x/ref.md": "X", "c/y/ref.md": "Y",
      ].filter { folder == "d" ? $0.key != "a/ref.md" : true })
    #expect(try body("\(folder)/Tasks.md", conversion) == link("ref", target))
    let guess = "1 link to one of several notes (ref in \(folder)/Tasks.md)"
    #expect(conversion.guessed.line == (isGuess ? guess : ""))
    #expect(conversion.unresolvedLinks == 0)
  }

  @Test func anExactPathCountsMore() throws {
    let conversion = try convert([
      "a/note.md": "[[ref]] [[b/ref]] [[x/ref]]", "ref.md": "R", "a/ref.md": "A", "b/ref.md": "B",
      "a/x/ref.md": "X",
    ])
    #expect(
      try body("a/note.md", conversion)
        == [link("ref", "ref.md"), link("ref", "b/ref.md"), link("ref", "a/x/ref.md")]
        .joined(separator: " "))
    #expect(conversion.guessed.isEmpty)
  }

  @Test func timeGrowsWithTheNumberOfNotes() async throws {
    let row = GrowthRow("notes with the same name", 500) { count in
      var files: [String: String] = [:]
      for number in 0..<count {
        files["f\(number)/index.md"] = "x"
        files["n\(number).md"] = "[[index]]"
      }
      return files
    } work: {
      _ = try self.convert($0)
    }
    try await row.expect()
  }

  // MARK: Sites, tags, footnotes

  @Test func pathsOfASiteMayNameTheFolder() throws {
    let conversion = try convert(
      ["a.md": "[b](/docs/guide/b) ![p](/docs/p.png)", "guide/b.md": "B", "p.png": ""],
      in: "/srv/site/docs/")
    #expect(try body("a.md", conversion) == link("b", "guide/b.md") + " ![p](picture:0)")
  }

  @Test func tagsWithBlanksAndFootnotesInALine() throws {
    let conversion = try convert([
      "a.md": "#[[b]] #[[no note]] x^[see [this](u) now] `^[c]`", "b.md": "B",
    ])
    #expect(
      try body("a.md", conversion)
        == link("#b", "b.md") + " #no note x (see [this](u) now) `^[c]`")
    #expect(conversion.unresolvedLinks == 1)
  }

  // MARK: Notion

  private static let id = "0123456789abcdef0123456789abcdef"
  private static let other = "fedcba9876543210fedcba9876543210"

  @Test func digitsOfNotionGo() throws {
    let (id, other) = (Self.id, Self.other)
    let conversion = try convert([
      "Export-1/Kites \(id).md":
        "# Kites\n\nTags: red, big\nCreated: June 1, 2023\nState: is \"open\"\n\n[Red](Kites%20\(id)/Red%20\(other).md)",
      "Export-1/Kites \(id)/Red \(other).md": "# Red\n\nNote: this is no list\nof properties.",
      "Export-1/Kites \(id)/wing.png": "",
    ])
    let posts = conversion.document.items
    #expect(posts.map(\.title) == ["Kites", "Red"] && posts.map(\.parent) == [nil, 0])
    #expect(posts[0].place == "Kites.md" && posts[0].summary == "#red #big")
    #expect(posts[0].createdAt.map { WireDate.iso($0).prefix(10) } == "2023-06-01")
    #expect(
      posts[0].body
        == link("Red", "Kites/Red.md")
        + "\n\n| property | value |\n|---|---|\n| State | is \"open\" |")
    #expect(posts[1].body == "Note: this is no list\nof properties.")
  }

  @Test func relationsAndDatesOfNotion() throws {
    let (id, other) = (Self.id, Self.other)
    let conversion = try convert([
      "Tasks/Meeting \(id).md":
        "# Meeting\n\nRelated: Red, big (Red%20\(other).md), Gone (Gone%20\(id).md), Other (x)\nDate: @January 5, 2024 3:00 PM\nState: done",
      "Tasks/Red \(other).md": "# Red\n\nDate: at some time\nCreated time: 5 January 2024 15:00",
      "Tasks/Odd 11111111111111111111111111111111.md":
        "# Odd\n\nWarning: this page has no properties. Really.\n\nText.",
    ])
    let posts = conversion.document.items
    #expect(
      posts.first { $0.title == "Meeting" }?.body
        == "| property | value |\n|---|---|\n| Related | Red, \(link("big", "Red.md")), "
        + "[Gone](Gone.md), Other (x) |\n| State | done |")
    for title in ["Meeting", "Red"] {
      let date = posts.first { $0.title == title }?.createdAt
      #expect(date.map { WireDate.iso($0).prefix(16) } == "2024-01-05T15:00")
    }
    #expect(
      try body("Odd.md", conversion) == "Warning: this page has no properties. Really.\n\nText.")
    #expect(conversion.unreadDates == 0 && conversion.unresolvedLinks == 1)
  }

  @Test func tagsInHeadingsHaveNoBrackets() throws {
    let conversion = try convert([
      "a.md": "# On #[[two words]] and #[[x]], #[[open\n\n#[[two words]]"
    ])
    #expect(conversion.document.items.map(\.title) == ["On #two words and #x, #[[open"])
  }

  @Test func pagesOfNotionWithTheSameTitleStay() throws {
    let conversion = try convert([
      "A \(Self.id).md": "# A\n\n[two](A%20\(Self.other).md)", "A \(Self.other).md": "# A\n\ntwo",
    ])
    #expect(conversion.document.count == 2)
    #expect(
      try body("A \(Self.id).md", conversion) == link("two", "A \(Self.other).md"))
  }

  // MARK: Logseq

  @Test func marksInAPDFNameTheirPage() throws {
    let conversion = try convert([
      "pages/hls__paper.md":
        "file:: [paper.pdf](../assets/paper.pdf)\n\n- kites fly\n  ls-type:: annotation\n  hl-page:: 3\n  hl-color:: yellow\n- [:span]\n  ls-type:: annotation\n  hl-page:: 12",
      "journals/2024_05_01.md": "- x", "logseq/config.edn": "",
    ])
    let text = try body("pages/hls__paper.md", conversion)
    #expect(text.contains("- kites fly (page 3)\n- Marked area (page 12)"))
  }

  // MARK: Org

  @Test func macrosAndDatesOfOrg() throws {
    let conversion = try ImportFormat.org.convert(
      """
      #+TITLE: Kites
      #+MACRO: kbd *$1* and $2!
      #+MACRO: twice {{{kbd($1,x)}}} {{{kbd($1,y)}}}
      #+MACRO: run (eval (shell-command "rm"))
      #+MACRO: loop {{{loop}}}
      * One {{{title}}}
      :PROPERTIES:
      :EXPORT_DATE: 2017-07-31
      :END:
      {{{kbd(a\\,b,c)}}} {{{twice(z)}}} {{{run}}} {{{none(1)}}}
      #+begin_src c
      {{{title}}}
      #+end_src
      """)
    let post = try #require(conversion.document.items.last)
    #expect(post.title == "One Kites")
    #expect(post.createdAt.map { WireDate.iso($0).prefix(10) } == "2017-07-31")
    #expect(
      post.body
        == "**a,b** and c! **z** and x! **z** and y! {{{run}}} {{{none(1)}}}\n```c\n{{{title}}}\n```"
    )
  }

  @Test(arguments: [
    ("=code {{{kbd(x,y)}}}= {{{kbd(x,y)}}}", "`code {{{kbd(x,y)}}}` **x** and y!"),
    ("~{{{kbd(x,y)}}}~", "`{{{kbd(x,y)}}}`"),
    ("1=2 {{{kbd(a=b,c)}}} 3=4", "1=2 **a=b** and c! 3=4"),
    ("{{{kbd(=x=,ü)}}} =ü {{{title}}}= {{{title}}}", "**`x`** and ü! `ü {{{title}}}` Kites"),
  ])
  func macrosInVerbatimTextStay(_ line: String, _ expected: String) throws {
    let conversion = try ImportFormat.org.convert(
      "#+TITLE: Kites\n#+MACRO: kbd *$1* and $2!\n* One\n" + line)
    #expect(conversion.document.items.last?.body == expected)
  }

  @Test(arguments: [
    "#+MACRO: a {{{a}}}{{{a}}}\n{{{a}}}",
    "#+MACRO: a xxxxxxxxxx$1$1\n#+MACRO: b {{{a({{{a($1)}}})}}}\n"
      + String(repeating: "{{{b(" + String(repeating: "y", count: 1_000) + ")}}}\n", count: 2_000),
  ])
  func macrosAreBounded(_ text: String) throws {
    let conversion = try ImportFormat.org.convert("#+TITLE: t\n" + text)
    let bytes = conversion.document.items.reduce(0) { $0 + $1.body.utf8.count }
    #expect(bytes < 8 << 20)
  }
}
