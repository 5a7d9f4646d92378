import FireflyCore
import FireflyText
import Foundation
import Testing

@testable import FireflyImports
@testable import FireflyTransfer

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

  @Test(arguments: [
    ("up: [[Q]]", ["up | [[Q]]"]), ("up: [[a/Q|the: q]]", ["up | [[a/Q|the: q]]"]),
    ("up:\n- [[Q]]\n- [[R, S]]", ["up | [[Q]], [[R, S]]"]), ("up: [[Q], [R]]", ["up | Q, R"]),
    ("grid:\n- - a\n  - b\n- - c", ["grid | a, b, c"]), ("on: {{date}}", ["on | {{date}}"]),
    ("n:\n  a: 1\n  b: [x, y]\n  c:", ["n.a | 1", "n.b | x, y"]),
    ("o: {a: {b: 1, c: [{d: 2}, 3]}}", ["o.a.b | 1", "o.a.c | d: 2, 3"]),
    ("l: [{a: {b: 1}}]", ["l | a: b: 1"]), ("e: []\nf: {}\ng: ''", []),
  ])
  func valuesOfFrontMatterAreKeptOnOneLineEach(_ head: String, _ rows: [String]) throws {
    let body = try post("---\n\(head)\n---\nx").body.replacing("\\|", with: "|")
    let table = rows.map { "\n| \($0) |" }.joined()
    #expect(body == "x" + (rows.isEmpty ? "" : "\n\n| property | value |\n|---|---|" + table))
  }

  @Test func unquotedLinksInFrontMatterLead() throws {
    let text = "---\nup: [[Q]]\nsee:\n- [[Q|it]]\n---\nx"
    let body = try post(text, beside: ["Q.md": "q"]).body
    #expect(body.hasSuffix("| up | [Q](post:~Q%2Emd) |\n| see | [it](post:~Q%2Emd) |"))
  }

  /// Ten lines of YAML may mean millions of values.
  @Test(arguments: ["[", "{k: "]) func valuesThatRepeatAreBounded(_ open: String) throws {
    let close = open == "[" ? "]" : "}"
    var lines = ["a0: &a0 word"]
    for depth in 1...9 {
      let inner = (0..<9).map { "\(open == "[" ? "" : "k\($0): ")*a\(depth - 1)" }
      lines.append(
        "a\(depth): &a\(depth) \(open.prefix(1))\(inner.joined(separator: ", "))\(close)")
    }
    #expect(try post("---\n\(lines.joined(separator: "\n"))\n---\nx").body.utf8.count < 2 << 20)
  }

  /// Of a longer text, only the beginning is read as Markdown.
  @Test func linksFarDownInANoteLead() throws {
    let long = String(repeating: "y", count: 140_000)
    let conversion = try convert([
      "a.md": "\(long)\n\n[[S]] `[[S]]`\n\n```\n[[S]]\n```\n\n- [[S|s]]", "S.md": "x",
    ])
    let body = try #require(conversion.document.items.first { $0.title == "a" }).body
    let end = body.dropFirst(long.count)
    #expect(end.hasPrefix("\n\n[S](post:") && end.contains("`[[S]]`"))
    #expect(end.contains("```\n[[S]]\n```\n\n- [s](post:"))
  }

  @Test(.timeLimit(.minutes(1))) func keysThatRepeatTakeNoTime() throws {
    let lists = (1...9).map { depth in
      "a\(depth): &a\(depth) [\((0..<9).map { _ in "*a\(depth - 1)" }.joined(separator: ", "))]"
    }
    let head = (["title: t", "a0: &a0 word"] + lists + ["? *a9", ": y"]).joined(separator: "\n")
    let post = try post("---\n\(head)\n---\nx")
    #expect(post.body.hasSuffix("x") && post.body.utf8.count < 2 << 20)
  }

  @Test(arguments: [
    ("cover:", nil), ("cover: ''", nil), ("cover: ~", nil), ("image:\ncover: c.png", "c.png"),
  ])
  func anEmptyCoverIsNone(_ head: String, _ address: String?) throws {
    #expect(try post("---\n\(head)\n---\nx").imageURL == address)
  }

  @Test(arguments: [
    ("0🌲", "#0🌲", nil), ("[🌳 tree, b]", "#🌳-tree #b", nil), ("C++", "#C", "C++"),
    ("[\"!?\", a]", "#a", "!?"), ("[a & b, c]", "#a-b #c", nil),
    ("[type:book, v1.2]", "#type-book #v1-2", nil),
  ])
  func tagsKeepTheirSigns(_ tags: String, _ summary: String, _ row: String?) throws {
    let post = try post("---\ntags: \(tags)\n---\nx")
    #expect(post.summary == summary)
    #expect(post.body == (row.map { "x\n\n" + table("tags | \($0)") } ?? "x"))
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
    ("20210107.md", "2021-01-07T12:00:00Z"), ("20210107 note.md", "2021-01-07T12:00:00Z"),
    ("2021.01.08.md", "2021-01-08T12:00:00Z"), ("202101070613 note.md", "2021-01-07T06:13:00Z"),
    ("20210107061320.md", "2021-01-07T06:13:20Z"), ("20211307.md", "2020-01-01T00:00:00Z"),
    ("20210107abc.md", "2020-01-01T00:00:00Z"), ("12340107.md", "2020-01-01T00:00:00Z"),
  ])
  func undatedNotesHaveTheDateOfTheirFile(_ name: String, _ date: String) throws {
    let conversion = try convert([name: "x"], changed: WireDate.date("2020-01-01T00:00:00Z"))
    #expect(conversion.document.items.map(\.createdAt) == [WireDate.date(date)])
    let isGuessed = date.hasPrefix("2020")
    #expect(conversion.guessed.line == (isGuessed ? "1 date (\(name))" : ""))
  }

  @Test(arguments: [
    ("created: \"[[2021-01-07]]\"", "2021-01-07T12:00:00Z"),
    ("created: [[days/2021-01-07|a day]]", "2021-01-07T12:00:00Z"),
    ("created: 20210107061320", "2021-01-07T06:13:20Z"),
    ("created: 202101070613", "2021-01-07T06:13:00Z"),
    ("date created: Thursday, January 7th 2021, 6:13 am", "2021-01-07T06:13:00Z"),
    ("date created: January 7, 2021 at 6:13 PM", "2021-01-07T18:13:00Z"),
    ("published: 2021-01-07", "2021-01-07T12:00:00Z"),
    ("date:\ncreated: 2021-01-07", "2021-01-07T12:00:00Z"),
  ])
  func datesOfOtherProgramsAreRead(_ head: String, _ date: String) throws {
    let post = try post("---\n\(head)\n---\nx")
    #expect(post.createdAt == WireDate.date(date) && post.body == "x")
  }

  @Test(arguments: [
    ("created: last May", 1, ["created | last May"]),
    ("published: false", 0, ["published | false"]),
    ("date: soon\ncreated: 2021-01-07", 0, ["date | soon"]),
    ("date: 2021-01-07\ncreated: 2020-02-03", 0, ["created | 2020-02-03"]),
  ])
  func otherDatesStayInTheTable(_ head: String, _ unread: Int, _ rows: [String]) throws {
    let conversion = try convert(
      ["n.md": "---\n\(head)\n---\nx"], changed: WireDate.date("2020-01-01T00:00:00Z"))
    #expect(conversion.unreadDates == unread)
    #expect(conversion.document.items.map(\.body) == ["x\n\n" + table(rows[0])])
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

  /// Code and formulas, with `X` where a mark is.
  private static let verbatim = [
    "`X`", "``X ` y``", "a `b X` c", "`b X\nc` d", "- `X`\n- b", "| `X` |\n|---|\n| a |",
    "```\nX\n```", "~~~~ sh\n~~~\nX\n~~~~", "````\n```\nX\n````", "```\nX",
    "- a\n  ```\n  X\n  ```",
    "1. a\n\n   ```\n   X\n   ```", "> ```\n> X\n> ```", "    X", "a\n\n    X", "# a\n    X",
    "a\n\n\tX", "- a\n\n      X", "- a\n  - b\n\n        X", "> a\n>\n>     X",
    "```\na\n```\n    X",
    "$X$", "$$\nX\n$$", "<pre>\nX\n\nX\n</pre>", "- <PRE class=\"a\">X\n  X</pre>",
    "> <script>\n> X\n> </script>",
  ]

  @Test(arguments: verbatim)
  func codeAndFormulasKeepEachMark(_ form: String) throws {
    let marks = ["%%i", "a %%b%% c", "a==b==c", "a ^name", "a^[b]c", "[[Kite]]", "a %%"]
    for mark in marks {
      // A formula ends where the line does, so a name can't be the end of both.
      let text = form.replacing("X", with: mark)
      let around = "%%gone%%First ==b== and [[Kite]]\n\n\(text)"
      let note = try post(around, beside: ["Kite.md": "k"])
      #expect(note.body == "First **b** and [Kite](post:~Kite%2Emd)\n\n\(text)")
    }
  }

  @Test(arguments: [
    ("# One\n\nUse `for %%i in (*.txt)` here.\n\nCoffee.\n\nEnd.", nil),
    ("Use `%%time` and `%%timeit`.\n\nMore.", nil),
    ("%%\n```\n%%a\n```\n%%\nb", "b"), ("a %% `x` %% b", "a  b"), ("a \\` %%b%% `c", "a \\`  `c"),
    ("%%a\n\nb%% c", "\n c"), ("- a\n\n    b ==c==", "- a\n\n    b **c**"),
    ("https://x/%%a b %%", nil), ("[a](b%%c) <https://x/%%a> \\%% d %%", nil),
    ("https://x/%%a %%b%% c", "https://x/%%a  c"), ("%%https://x/%% b", " b"),
    ("\\\\%%a%%b", "\\\\b"), ("<pre>%%a</pre>\n%%b%%", "<pre>%%a</pre>"),
    ("* * *\n\n    ==a==", nil), ("`x` ^abc", "`x`"), ("`x`^abc", nil),
  ])
  func commentsEndOutsideOfCode(_ text: String, _ markdown: String?) throws {
    let note = NoteText(text, isLogseq: false)
    #expect(note.markdown == markdown ?? text)
  }

  @Test func commentsAreCounted() throws {
    let conversion = try convert(["a.md": "%%a%% b %%c%%"])
    #expect(conversion.leftOut.line == "2 comments")
  }

  @Test(arguments: [
    ("![[Kite]]", "Kite"), ("![[Kite#Plan]]", "Kite"), ("![[a.png|300]]", "![a.png](picture:0)"),
    ("| [[Kite\\|alias]] |", "| alias |"),
    ("[[My boat|toys.boat]]", "My boat"), ("[[Kite|the kite]]", "the kite"),
    ("[[#Sails]], [[#Plan#Sails]]", "Sails, Sails"), ("a [[#Sails|cloth]] b", "a cloth b"),
    ("see [[#^1a]].", "see ."), ("see [[#^1a|it]]", "see it"), ("![[#Sails]]", "Sails"),
    ("`[[#Sails]]`", "`[[#Sails]]`"), ("| [[#Sails\\|cloth]] |", "| cloth |"),
  ])
  func linksAndEmbedsReadAsWords(_ text: String, _ words: String) throws {
    let files = ["Kite.md": "# Kite", "toys.boat.md": "b", "a.png": ""]
    #expect(try withoutLinks(post(text, beside: files).body) == words)
  }

  @Test(arguments: [
    ("![[paper.pdf]]", "Attachment: paper.pdf"), ("[[paper.pdf]]", "paper.pdf"),
    ("![[Files/paper.pdf#page=3|p. 3]]", "Attachment: p. 3 (paper.pdf)"),
    ("[[paper.pdf|the paper]]", "the paper (paper.pdf)"),
    ("![](paper.pdf)", "Attachment: paper.pdf"),
    ("[the *paper*](Files/paper.pdf)", "the *paper* (paper.pdf)"),
    ("[paper](paper.pdf)", "paper.pdf"),
    ("![[a song.mp3]]", "Attachment: a song.mp3"),
    ("![x](odd.xyz \"t\")", "Attachment: x (odd.xyz)"),
    ("![Logo](logo.svg)", "Attachment: Logo (logo.svg)"), ("`![[paper.pdf]]`", "`![[paper.pdf]]`"),
    ("[p](https://e.org/paper.pdf)", "[p](https://e.org/paper.pdf)"), ("[[1.2]]", "[[1.2]]"),
  ])
  func otherFilesAreNamed(_ text: String, _ words: String) throws {
    let files = ["Files/paper.pdf", "Files/a song.mp3", "odd.xyz", "logo.svg"]
    let conversion = try convert(
      ["note.md": text].merging(files.map { ($0, "") }) { $1 })
    #expect(conversion.document.items.map(\.body).contains(words))
    // Each is counted once, whether a note names it or not.
    #expect(
      conversion.leftOut.line
        == "1 sound (Files/a song.mp3), 1 PDF (Files/paper.pdf), 1 picture (logo.svg), 1 file (odd.xyz)"
    )
  }

  @Test func missingFilesAreNamedAndCounted() throws {
    let conversion = try convert(["n.md": "![[gone.pdf]] [x](a/gone.zip) [y](gone.xyz)"])
    #expect(
      conversion.document.items[0].body == "Attachment: gone.pdf x (gone.zip) [y](gone.xyz)")
    #expect(conversion.unresolvedLinks == 3)
    #expect(conversion.unresolved.line == "3 links (gone.pdf in n.md …)")
  }

  @Test func aSingleNoteHasTheFilesBesideIt() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "firefly-note-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(
      at: folder.appendingPathComponent("img"), withIntermediateDirectories: true)
    for name in ["img/a.png", "b.pdf"] {
      try Data("x".utf8).write(to: folder.appendingPathComponent(name))
    }
    let conversion = try ImportFormat.markdown.convert(
      Data("![a](img/a.png) [b](b.pdf) ![](../../etc/x.png)".utf8), name: "n.md", folder: folder)
    let post = try #require(conversion.document.items.first)
    #expect(post.body == "![a](picture:0) b.pdf ![](../../etc/x.png)")
    #expect(post.picture == .file(folder.appendingPathComponent("img/a.png")))
    #expect(conversion.leftOut.line == "1 PDF (b.pdf)")
    #expect(conversion.complaints == ["n.md: the picture ../../etc/x.png was not imported"])
  }

  @Test(arguments: [
    ("![|500](x.png)", "![](picture:0)"), ("![a boat|50x20](x.png)", "![a boat](picture:0)"),
    ("![a|b](x.png)", "![a|b](picture:0)"),
    ("![a|5](https://e.org/x.png)", "![a](<https://e.org/x.png>)"),
  ])
  func sizesOfPicturesAreNoWords(_ text: String, _ body: String) throws {
    #expect(try post(text, beside: ["x.png": ""]).body == body)
  }

  @Test func otherNamesOfNotesAreNames() throws {
    let conversion = try convert([
      "n.md": "[[The Boat]] [[ship]] [[kite]] [x](/toys/boat/) [[docs|dendron://vault/b#how]]",
      "b.md": "---\naliases: [ship, The Boat, kite]\npermalink: /toys/boat/\n---\n# Boat",
      "kite.md": "# Kite",
    ])
    let body = conversion.document.items.first { $0.title == "n" }?.body
    let (boat, kite) = ("(post:~b%2Emd)", "(post:~kite%2Emd)")
    #expect(body == "[The Boat]\(boat) [ship]\(boat) [Kite]\(kite) [x]\(boat) [docs]\(boat)")
  }

  // MARK: Pages of sites

  @Test(arguments: [
    ("[x](/docs/kite/)", "Kite"), ("[x](/docs/kite/#how)", "Kite"),
    ("[x](../docs/kite.html)", "Kite"),
    ("[x](kite.html)", "Kite"), ("[x](/docs/)", "Docs"), ("[x](docs/kite/)", "Kite"),
    ("[x](/none/)", nil), ("[x](/tips/a/)", "Tip"), ("[x]({% link _tips/a.md %})", "Tip"),
    ("[x]({{ site.url }}{% post_url 2024-01-02-b %})", "Post"),
    ("[x][k]\n\n[k]: /docs/kite/ \"t\"", "Kite"), ("[x](kite)", nil),
  ])
  func pagesOfSitesAreNotes(_ text: String, _ title: String?) throws {
    let conversion = try convert([
      "content/blog/n.md": text, "content/docs/kite.md": "# Kite",
      "content/docs/_index.md": "# Docs",
      "content/_tips/a.md": "# Tip", "content/_posts/2024-01-02-b.md": "# Post",
    ])
    let items = conversion.document.items
    let body = try #require(items.first { $0.title == "n" }?.body)
    let names = items.filter { $0.title == title }.flatMap(\.linkNames)
    #expect(names.contains { body.contains("post:\($0)") } == (title != nil), "\(body)")
    #expect(conversion.unresolvedLinks == (title == nil && text.contains(/[.\/]/) ? 1 : 0))
  }

  // MARK: HTML

  @Test(arguments: [
    (
      "a <img src=\"x.png\" alt=\"a [red] boat\" width=300> b", "a ![a \\[red\\] boat](picture:0) b"
    ),
    ("<p align=\"center\">\n  <img src='img/x.png'>\n</p>\n\nb", "![picture](picture:0)\n\nb"),
    (
      "<figure>\n<img src=\"x.png\" alt=\"y\">\n<figcaption>A *boat*</figcaption>\n</figure>",
      "![y](picture:0)\n\n*A \\*boat\\**"
    ),
    (
      "<picture>\n<source srcset=\"y.webp\">\n<img alt=\"y\" src=\"x.png\">\n</picture>",
      "![y](picture:0)"
    ),
    ("<img src=\"https://e.org/x.png\" alt=\"y\">", "![y](https://e.org/x.png)"),
    (
      "<IMG\n SRC=\"x.png\"\n ALT=\"y\"> and <A HREF=\"https://e.org\">e</A>",
      "![y](picture:0) and [e](https://e.org)"
    ),
    (
      "a <IMG\n SRC=\"x.png\"\n ALT=\"y\"> b\nc `d\ne` <IMG\n SRC=\"x.png\"\n ALT=\"z\">\nf <IMG SRC=\"x.png\" ALT=\"w\">",
      "a ![y](picture:0) b\nc `d\ne` ![z](picture:0)\nf ![w](picture:0)"
    ),
    (
      "see <a href=\"Kite.md\">the kite</a> and <a href=\"https://e.org\">e</a>.",
      "see [the kite](post:~Kite%2Emd) and [e](https://e.org)."
    ),
    (
      "<a href=\"https://e.org\"><img src=\"x.png\" alt=\"y\"></a>",
      "[![y](picture:0)](https://e.org)"
    ),
    (
      "<iframe width=\"5\" src=\"https://v.org/1\" title=\"A film\"></iframe>",
      "[A film](https://v.org/1)"
    ),
    ("<video controls>\n<source src=\"film.mp4\">\n</video>", "film.mp4"),
    ("> <p><img src=\"x.png\" alt=\"y\"></p>\n> b", "> ![y](picture:0)\n>\n> b"),
    ("- <img src=\"x.png\" alt=\"y\">\n- b", "- ![y](picture:0)\n- b"),
    (
      "`<img src=\"x.png\">` H<sub>2</sub>O<br>b <kbd>x</kbd>",
      "`<img src=\"x.png\">` H<sub>2</sub>O<br>b <kbd>x</kbd>"
    ),
    (
      "<details>\n<summary>More</summary>\n\nb\n\n</details>",
      "<details>\n<summary>More</summary>\n\nb\n\n</details>"
    ),
    ("a <!-- <img src=\"x.png\"> --> b", "a <!-- <img src=\"x.png\"> --> b"),
  ])
  func htmlThatShowsOrLeadsElsewhereIsMarkdown(_ text: String, _ body: String) throws {
    let post = try post(text, beside: ["Kite.md": "k", "img/x.png": "", "film.mp4": ""])
    #expect(post.body == body)
    if body.contains("picture:0") {
      #expect(post.picture == .file(URL(fileURLWithPath: "/notes/img/x.png")))
    }
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
      "pages/%3ASign%2Fa.md": "- [[Toys/Kites]] [[:Sign/a]] [[dragon]]",
    ])
    #expect(
      Set(conversion.lines) == [
        "0 journals|||", "1 2024-05-01||- Today|", "0 pages|||",
        "1 Kite|#toy #wind|- a block\n\t- b\n\n\(table("alias | dragon"))|",
        "1 Toys|||", "2 Kites||- ns|", "1 :Sign|||",
        "2 a||- [Toys/Kites](post:~pages%2FToys%5F%5F%5FKites%2Emd) "
          + "[:Sign/a](post:~pages%2F%253ASign%252Fa%2Emd) [dragon](post:~pages%2FKite%2Emd)|",
      ])
    let day = conversion.document.items.first { $0.title == "2024-05-01" }
    #expect(day?.createdAt == WireDate.date("2024-05-01T12:00:00Z"))
  }

  @Test func macrosOfLogseqShowWhatTheyName() throws {
    let conversion = try convert([
      "logseq/config.edn": "",
      "pages/a.md":
        "- {{embed [[b]]}} {{cloze so}} {{video https://e.org/1}} {{query (todo)}}\n- `x` {{b",
      "pages/b.md": "- b",
    ])
    let body = conversion.document.items.first { $0.title == "a" }?.body
    #expect(
      body == "- [b](post:~pages%2Fb%2Emd) so <https://e.org/1> {{query (todo)}}\n- `x` {{b")
  }

  @Test func aCategoryMayHaveSeveralWords() throws {
    #expect(try post("---\ncategories:\n- \"[[Board games]]\"\n---\nx").summary == "#Board-games")
  }

  // MARK: Joplin

  @Test func exportsOfJoplinAreTreesOfNotes() throws {
    func item(_ text: String, _ id: Character, _ parent: Character?, _ more: String) -> String {
      let name = { (sign: Character) in String(repeating: sign, count: 32) }
      return "\(text)\n\nid: \(name(id))\nparent_id: \(parent.map(name) ?? "")\n\(more)"
    }
    func id(_ sign: Character) -> String { String(repeating: sign, count: 32) }
    let conversion = try convert([
      id("a") + ".md": item("Toys", "a", nil, "type_: 2"),
      id("b") + ".md": item(
        "A \"red\" kite: new\n\nsee ![wing](:/\(id("d"))), [boat](:/\(id("c"))), [the paper](:/\(id("9")))\n\nbye",
        "b", "a",
        "user_created_time: 2020-04-15T18:52:38.528Z\nis_todo: 1\ntodo_completed: 0\n"
          + "source_url: https://e.org\nmarkup_language: 1\ntype_: 1"),
      id("c") + ".md": item("Boat", "c", "a", "created_time: 2021-01-01T00:00:00.000Z\ntype_: 1"),
      id("d") + ".md": item("wing.png", "d", nil, "file_extension: png\ntype_: 4"),
      id("9") + ".md": item("paper.pdf", "9", nil, "file_extension: pdf\ntype_: 4"),
      id("e") + ".md": item("blue sky", "e", nil, "type_: 5"),
      id("f") + ".md": "id: \(id("f"))\nnote_id: \(id("b"))\ntag_id: \(id("e"))\ntype_: 6",
      "resources/\(id("d")).png": "", "resources/\(id("9")).pdf": "",
    ])
    let items = conversion.document.items
    #expect(Set(items.map(\.title)) == ["Toys", "A \"red\" kite: new", "Boat"])
    let kite = try #require(items.first { $0.title.hasPrefix("A") })
    let boat = try #require(items.first { $0.title == "Boat" })
    #expect(kite.parent.map { items[$0].title } == "Toys")
    #expect(
      kite.body
        == "see ![wing](picture:0), [boat](post:\(boat.linkNames[0])), the paper (paper.pdf)\n\nbye\n\n"
        + table("todo | open", "source_url | https://e.org"))
    #expect(kite.summary == "#blue-sky")
    #expect(kite.createdAt == WireDate.date("2020-04-15T18:52:38.528Z"))
    #expect(kite.picture == .file(URL(fileURLWithPath: "/notes/resources/\(id("d")).png")))
    #expect(conversion.leftOut.line == "1 PDF (resources/\(id("9"))/paper.pdf)")
    #expect(conversion.guessed.isEmpty && conversion.unresolvedLinks == 0)
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
