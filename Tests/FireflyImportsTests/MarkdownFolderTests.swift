import FireflyCore
import Foundation
import Testing

@testable import FireflyImports
@testable import FireflyTransfer

/// Folders that other programs and people have made.
@Suite struct MarkdownFolderTests {
  /// Each post as its level, title and body.
  private func tree(_ files: [String: String]) throws -> [String] {
    let conversion = try convert(files)
    var levels: [Int] = []
    return conversion.document.items.map { item in
      levels.append(item.parent.map { levels[$0] + 1 } ?? 0)
      return "\(levels.last ?? 0) \(item.title): \(item.body)"
    }
  }

  private func convert(_ files: [String: String]) throws -> Conversion {
    try MarkdownFolder.convert(
      files.sorted { $0.key < $1.key }.map { path, text in
        let url = URL(fileURLWithPath: "/notes/" + path)
        return ImportFile(
          path: path.split(separator: "/").map(String.init),
          bytes: url.pathExtension == "md" ? Data(text.utf8) : nil, url: url)
      })
  }

  @Test func aFolderIsAPostAndItsIndexIsItsText() throws {
    #expect(
      try tree([
        "a.md": "text of a", "a/one.md": "1", "a/two.md": "2", "a/index.md": "a reply",
        "b/index.md": "text of b", "b/c.md": "c", "d/d.md": "text of d", "d/e/f.md": "f",
        "README.md": "at the top",
      ]) == [
        "0 README: at the top", "0 d: text of d", "1 e: ", "2 f: f", "0 b: text of b", "1 c: c",
        "0 a: text of a", "1 two: 2", "1 one: 1", "1 index: a reply",
      ])
  }

  @Test(arguments: [
    ("# A title #\n\ntext\n", "A title", "text"), ("\n\n# A title", "A title", ""),
    ("A *title*\nof two\n===\n\ntext\n", "A title of two", "text"), ("a\r\n=\r\ntext", "a", "text"),
    ("a\n---\ntext", "name", "a\n---\ntext"), ("# `a` &amp; b\ntext", "a & b", "text"),
    ("## no title\ntext", "name", "## no title\ntext"), ("#tag", "name", "#tag"), ("", "name", ""),
    ("---\ntitle: x\n---\n\n# y\n", "x", "# y"),
    ("---\r\ntitle: x\r\n---\r\n\r\ny\r\n", "x", "y"),
    ("---\ntags: [a, b]\n---\ntext", "name", "text"),
    ("\u{FEFF}---\ntitle: x\n---\ntext", "x", "text"),
    ("---\ntitle: x\n", "name", "---\ntitle: x"), ("---\n---\ntext", "name", "text"),
    ("---\ntitle: null\n---\n", "null", ""), ("---\ntitle:\n---\n# y\nz", "y", "z"),
    ("---\ntitle: \"\"\n---\nz", "name", "z"), ("---\ntitle: ' '\n---\nz", "name", "z"),
    ("\n<!-- a\nb -->\n<!-- c -->\n\n# y\nz", "y", "<!-- a\nb -->\n<!-- c -->\n\nz"),
    ("<!-- a\n# y", "name", "<!-- a\n# y"),
    ("---\ntitle: \"\"\nemail: a@b.c\nid: 1\n---\n# y", "", "# y"),
    ("--- \ntitle: x\n---\t\ny", "x", "y"),
  ])
  func titlesAndTexts(_ text: String, _ title: String, _ body: String) throws {
    let post = try #require(try convert(["name.md": text]).document.items.first)
    #expect(post.title == title)
    #expect(post.body == body)
  }

  @Test func simpleTOMLIsRead() throws {
    let text = """
      +++
      title = "a: \\"b\\" \\u00e9" # words
      description = 'c: d'
      date = 2024-02-29T10:30:00Z
      draft = false
      tags = [
        "x = y",
        "z",
      ]

      [params]
      title = "of a table"
      +++

      text
      """
    let conversion = try convert(["name.md": text])
    let post = try #require(conversion.document.items.first)
    #expect(post.title == "a: \"b\" é" && post.summary == "c: d #x-y #z")
    let rows = "| draft | false |\n| params.title | of a table |"
    #expect(post.body == "text\n\n| property | value |\n|---|---|\n\(rows)")
    #expect(post.createdAt == WireDate.date("2024-02-29T10:30:00Z"))
    #expect(conversion.complaints.isEmpty)
  }

  @Test(arguments: [
    "---\n{{{\n---\ntext", "---\n- a\n- b\n---\ntext", "---\ntitle: a\ntitle: b\n---\ntext",
    "---\n" + String(repeating: "[", count: 5_000) + "\n---\ntext",
  ])
  func brokenFrontMatterIsReportedAndKept(_ text: String) throws {
    let conversion = try convert(["name.md": text])
    #expect(conversion.complaints.count == 1)
    #expect(conversion.complaints.first?.hasPrefix("name.md: the front matter is not ") == true)
    #expect(conversion.document.items.first?.body == text)
  }

  @Test(arguments: [
    ([0x63, 0x61, 0x66, 0xE9, 0x80], "café€"), ([0xEF, 0xBB, 0xBF, 0x61], "a"),
    ([0xFF, 0xFE, 0x61, 0, 0xE9, 0], "aé"), ([0xFE, 0xFF, 0, 0x61], "a"),
    ([0x61, 0x81], "a\u{FFFD}"), ([0x63, 0xC3, 0xA9, 0xFF, 0x2E], "cé\u{FFFD}."),
    (Array("Привет ".utf8) + [0xD0], "Привет \u{FFFD}"),
    ([0xFF, 0xFE, 0x61, 0, 0, 0xD8, 0x62, 0], "a\u{FFFD}b"),
  ])
  func textsInOtherCharactersAreRead(_ bytes: [UInt8], _ text: String) throws {
    let note = try ImportFormat.markdown.convert(Data(bytes), name: "x.md")
    #expect(note.document.items.first?.body == text)
    let outline = try ImportFormat.org.convert(Data(bytes), name: "x")
    #expect(outline.document.items.first?.body == ForeignText.clean(text))
  }

  @Test func theFrontMatterIsRead() throws {
    let text = """
      ---
      title: "a: b"
      description: short
      date: 2024-02-29 10:30
      author: Ada
      image: ../p.png
      id: 7
      ---
      """
    let post = try convert(["a/b.md": text, "p.png": ""]).document.items[1]
    #expect(post.title == "a: b" && post.summary == "short" && post.authorName == "Ada")
    #expect(post.createdAt == WireDate.date("2024-02-29T10:30:00Z"))
    #expect(post.picture == .file(URL(fileURLWithPath: "/notes/p.png")))
    #expect(post.id == 7)
  }

  @Test(arguments: [
    ("2024-01-05 10:30:00 +0100", "2024-01-05T09:30:00Z"), ("2024/01/05", "2024-01-05T12:00:00Z"),
    ("2024/1/5 9:30", "2024-01-05T09:30:00Z"), ("05.01.2024", "2024-01-05T12:00:00Z"),
    ("5. 1. 2024", "2024-01-05T12:00:00Z"), ("January 5, 2024", "2024-01-05T12:00:00Z"),
    ("20240105", "2024-01-05T12:00:00Z"),
    ("Fri, Jan. 5th, 2024 3:04 PM", "2024-01-05T15:04:00Z"),
    ("5 Sept 2024", "2024-09-05T12:00:00Z"),
    ("1610000000000", "2021-01-07T06:13:20Z"), ("1610000000", "2021-01-07T06:13:20Z"),
    ("2026-03-29", "2026-03-29T12:00:00Z"),
    ("2024-01-05 12:30am", "2024-01-05T00:30:00Z"),
    ("2024-01-05 10:30 +01", "2024-01-05T09:30:00Z"),
  ])
  func datesOfNotes(_ text: String, _ date: String) throws {
    let conversion = try convert(["a.md": "---\ndate: \(text)\n---\n"])
    #expect(conversion.document.items.map(\.createdAt) == [WireDate.date(date)])
  }

  @Test(arguments: [
    ("template: page.html", Post.Template.post), ("template: deleted", .post),
    ("template_name: query", .post), ("email: a@b.c\ntemplate: page.html\nid: 7", .post),
    ("template: post\nid: 7", .post), ("template: query\nid: 7", .query),
    ("email: a@b.c\ntemplate: profile\nid: 7", .profile), ("template: deleted\nid: 7", .deleted),
    ("id: 7\ntemplate: query", .post), ("template: query\nid: x", .post),
  ])
  func onlyFireflysOwnTemplatesCount(_ lines: String, _ template: Post.Template) throws {
    let conversion = try convert(["a.md": "---\ntitle: a\n\(lines)\n---\n"])
    #expect(conversion.document.items.map(\.template) == [template])
    #expect(conversion.deleted == (template == .deleted ? 1 : 0))
  }

  @Test(arguments: ["../../p.png", "/etc/passwd", "none.png", "https://example.com/p.png"])
  func aPictureElsewhereIsAnAddress(_ picture: String) throws {
    let files = ["a/b.md": "---\ntitle: a\npicture: \(picture)\n---\n", "p.png": ""]
    let post = try convert(files).document.items[1]
    #expect(post.picture == nil)
    #expect(post.imageURL == picture)
  }

  @Test(arguments: [
    ("![words](p.png)", "a/p.png"), ("text ![w](<p q.png>)", "a/p q.png"),
    ("![](../r.png \"title\")", "r.png"),
    ("![](p%20q.png)", "a/p q.png"), ("![[r.png|200]]", "r.png"),
    ("![[none.png]] ![[p.png]]", "a/p.png"),
    ("![](https://example.com/p.png)", nil), ("![](../../r.png)", nil), ("[p](p.png)", nil),
    ("![](", nil), ("`![](p.png)` ![](p%20q.png)", "a/p q.png"), ("```\n![](p.png)\n```", nil),
    ("`![[p.png]]`", nil), ("![x](Cat%20Pic%20(1).PNG)", "a/Cat Pic (1).PNG"),
    ("![x](<Cat Pic (1).PNG>)", "a/Cat Pic (1).PNG"), ("![x](p q.png \"t\")", "a/p q.png"),
    ("---\nid: 202401011200\n---\n![](p.png)", "a/p.png"),
    ("---\ntitle: a\ndate: 2024-01-01\nid: 5\n---\n![](p.png)", "a/p.png"),
    ("---\ntitle: a\nemail: b@c.d\nid: 5\n---\n![](p.png)", nil),
    ("---\ntitle: a\nid: 5\nsource: hn\nsource_key: 1\n---\n![](p.png)", nil),
  ])
  func theFirstPictureOfATextIsThePosts(_ text: String, _ path: String?) throws {
    let files = [
      "a/b.md": text, "a/p.png": "", "a/p q.png": "", "r.png": "", "a/Cat Pic (1).PNG": "",
    ]
    let post = try convert(files).document.items[1]
    let url = path.map { URL(fileURLWithPath: "/notes/" + $0) }
    #expect(post.picture == url.map(ImportedPicture.file))
  }

  @Test(arguments: [
    ("![](no.png) ![[gone.jpg]] ![](p.png)", "2 pictures were not imported; the first is no.png"),
    ("![](p.png) ![](later.png)", "the picture later.png was not imported"),
    ("![](https://e.org/p.png) ![[a note]]", nil),
    ("`![](no.png)`", nil), ("![[no.png]]", "the picture no.png was not imported"),
    ("---\nimage: no.png\n---\n", "the picture no.png was not imported"),
    ("---\ncover: https://e.org/p.png\n---\n", nil),
    ("---\ntitle: a\nemail: b@c.d\npicture: /uploads/no.png\nid: 1\n---\n", nil),
  ])
  func missingPicturesAreReported(_ text: String, _ words: String?) throws {
    let complaints = try convert(["a/b.md": text, "a/p.png": ""]).complaints
    #expect(complaints == [words].compactMap { $0.map { "a/b.md: \($0)" } })
  }

  @Test func aNameOfSeveralLinesIsATitleOfOne() throws {
    #expect(try tree(["a\nb/c\nd.md": "x"]) == ["0 a b: ", "1 c d: x"])
  }

  @Test func linksToNotesReadAsTheirWordsOrTitles() throws {
    let text = """
      [[b]], [[x/B.md#part]] and [[b|words]], `[[b]]` [[c]]

      ```
      if [[ -f x ]]; then [[b]]; fi
      ```
      [[a]]
      """
    let conversion = try convert(["a.md": text, "x/b.md": "# The *b*\ntext"])
    let body = try #require(conversion.document.items.first { $0.title == "a" }?.body)
    #expect(
      withoutLinks(body) == """
        The b, The b and words, `[[b]]` [[c]]

        ```
        if [[ -f x ]]; then [[b]]; fi
        ```
        a
        """)
    #expect(conversion.unresolvedLinks == 1)
    // What Firefly has exported comes back as it was.
    let head = "---\ntitle: a\nemail: a@b.c\nid: 1\n---\n"
    let export = try convert(["a.md": head + "[[b]] [[c]]", "b.md": "# b"])
    #expect(export.document.items.first?.body == "[[b]] [[c]]" && export.unresolvedLinks == 0)
    // An ID alone is that of a Zettelkasten.
    let note = try convert(["a.md": "---\nid: 202401011200\n---\n[[x]] [[c]]", "x.md": "# The x"])
    #expect(note.document.items.first.map { withoutLinks($0.body) } == "The x [[c]]")
    #expect(note.unresolvedLinks == 1)
  }

  @Test func linksToMissingNotesAreCounted() throws {
    let text = "[[B]] [[b.md|words]] [[folder/b#part]] [[c]] [[c|d]] ![[p.png]] [not](b) [[]]"
    #expect(try convert(["a.md": text, "b.md": ""]).unresolvedLinks == 3)
  }

  @Test(arguments: [
    ("todo", "Home"), ("home/todo", "Home"), ("projects/todo", "Projects"), ("A/Home/todo", "Old"),
    ("../projects/Todo.md", "Projects"), ("/home/todo", "Home"), ("jects/todo", nil),
    ("work/home/todo", nil),
  ])
  func aPathInALinkIsTheEndOfThatOfANote(_ link: String, _ title: String?) throws {
    let conversion = try convert([
      "a.md": "[[\(link)]]", "home/todo.md": "# Home", "a/home/todo.md": "# Old",
      "projects/todo.md": "# Projects",
    ])
    let body = conversion.document.items.first { $0.title == "a" }?.body
    #expect(body.map(withoutLinks) == title ?? "[[\(link)]]")
    #expect(conversion.unresolvedLinks == (title == nil ? 1 : 0))
  }

  @Test func numbersOrderSiblingsAndAreUsedOnce() throws {
    let files = [
      "z.md": "---\nid: 1\n---\n", "a.md": "---\nid: 2\n---\n", "copy of a.md": "---\nid: 2\n---\n",
      "10.md": "", "9.md": "",
    ]
    #expect(
      try convert(files).document.items.map(\.title) == ["z", "a", "copy of a", "10", "9"])
    #expect(try convert(files).document.items.map(\.id) == [1, 2, nil, nil, nil])
  }

  @Test func linksAndHiddenFilesAreLeftOut() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "firefly-notes-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let inner = folder.appendingPathComponent("inner")
    try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
    for name in ["a.md", ".hidden.md", "inner/b.markdown", "inner/p.PNG", "inner/c.txt"] {
      try Data("x".utf8).write(to: folder.appendingPathComponent(name))
    }
    for name in ["link.md", "inner/loop"] {
      try FileManager.default.createSymbolicLink(
        at: folder.appendingPathComponent(name), withDestinationURL: folder)
    }
    // A name that is not UTF-8.
    let name = folder.appendingPathComponent("bad.md").path
    try Data("x".utf8).write(to: URL(fileURLWithPath: name))
    #expect(rename(name, name.utf8CString.dropLast(4) + [-1] + ".md".utf8CString) == 0)
    let content = try ImportFolder(markdown: folder)
    let files = content.files.map { $0.path.joined(separator: "/") }
    #expect(files.sorted() == ["a.md", "inner/b.markdown", "inner/c.txt", "inner/p.PNG"])
    #expect(
      content.complaints == [
        "bad\u{FFFD}.md was not imported: its name is not UTF-8.",
        "Symbolic links are not followed: link.md and 1 more.",
      ])
  }
}
