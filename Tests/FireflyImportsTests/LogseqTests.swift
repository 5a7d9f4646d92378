import FireflyCore
import FireflyTransfer
import Foundation
import Testing

@testable import FireflyImports

/// Graphs of Logseq: the names of their pages, and the links between them.
@Suite struct LogseqTests {
  private let id = "64a1c7e2-0000-4000-8000-000000000001"

  private func convert(_ texts: [String: String]) throws -> Conversion {
    let files = texts.sorted { $0.key < $1.key }.map { path, text in
      ImportFile(
        path: path.split(separator: "/").map(String.init), bytes: Data(text.utf8),
        url: URL(filePath: "/nowhere/\(path)"))
    }
    return try MarkdownFolder.convert(files)
  }

  @Test func pagesAreLinkedByAllTheirNames() throws {
    let conversion = try convert([
      "journals/2024_05_01.md": "- day",
      "pages/ns___C.md": "- c", "pages/old%2FWhat%3F.md": "- w",
      "pages/a.md": "title:: My A\nalias:: [[first, one]], Two\n\n- a",
      "pages/home.md": """
      - [[ns/C]] [[old/What?]] [[My A]] [[first, one]] [[two]]
      - [[May 1st, 2024]] [[2024-05-01]] [[Wednesday, 01.05.2024]] #[[my a]]
      - [[ns/none]] `[[ns/C]]` {{embed [[ns/C]]}} [[May 2nd, 2024]] [[met 2024-05-01]] [[5]]
      """,
    ])
    #expect(
      links(conversion) == [
        "home: ns/C -> C", "home: old/What? -> What?", "home: My A -> My A",
        "home: first, one -> My A", "home: two -> My A", "home: May 1st, 2024 -> 2024-05-01",
        "home: 2024-05-01 -> 2024-05-01", "home: Wednesday, 01.05.2024 -> 2024-05-01",
        "home: #my a -> My A", "My A: first, one -> My A",
      ])
    #expect(conversion.unresolvedLinks == 4)
    let home = conversion.document.items.first { $0.title == "home" }?.body ?? ""
    #expect(home.contains("- [[ns/none]] `[[ns/C]]` [ns/C](post:~"))
  }

  @Test func pagesMayBeTheTargetsOfLinks() throws {
    let conversion = try convert([
      "journals/2024_05_01.md": "- the block\n  id:: \(id)",
      "pages/a.md": "- [x]([[b]]) [y](((\(id)))) [z]([[none]]) ((\(id)))",
      "pages/b.md": "- b",
    ])
    #expect(
      links(conversion) == [
        "a: x -> b", "a: y -> 2024-05-01", "a: the block -> 2024-05-01",
      ])
    #expect(conversion.document.items.contains { $0.body.contains("[z]([[none]])") })
  }

  @Test func titlesMayBePaths() throws {
    let conversion = try convert([
      "journals/2024_05_01.md": "- day", "pages/x.md": "title:: Board/Action Bar\n\n- x",
      "pages/Board.md": "- b", "pages/y___.md": "title:: Ends.../\n\n- y",
    ])
    let lines = conversion.lines.map { $0.prefix { $0 != "|" } }
    #expect(lines.contains("2 Action Bar") && lines.contains("1 Board"))
    #expect(lines.contains("1 Ends..."))
  }

  @Test func pagesSayWhatTheyAre() throws {
    let conversion = try convert([
      "journals/2024_05_01.md": "- day",
      "pages/a.md": "description:: About *kites*\ntags:: toy\n\n- a",
    ])
    let page = conversion.document.items.first { $0.title == "a" }
    #expect(page?.summary == "About *kites* #toy" && page?.body == "- a")
  }

  /// What somebody wrote stays; what Logseq notes for itself goes.
  @Test func propertiesOfBlocksStay() throws {
    let text =
      "- a block\n  status:: waiting for Bob\n  id:: 64a1\n  hl-color:: red\n\t- b\n\t  Warning:: ice"
    let conversion = try convert(["journals/2024_05_01.md": "- day", "pages/a.md": text])
    let page = conversion.document.items.first { $0.title == "a" }
    #expect(page?.body == "- a block\n  status:: waiting for Bob\n\t- b\n\t  Warning:: ice")
  }

  @Test func blocksOfOrgAreMarkdown() throws {
    let text = """
      - #+BEGIN_QUOTE
        one
        two
        #+END_QUOTE
      \t- #+begin_src swift
      \t  let a = 1
      \t    a
      \t  #+end_src
      - #+BEGIN_TIP
        short
        #+END_TIP
      - #+BEGIN_COMMENT
        hidden
        #+END_COMMENT
      - #+BEGIN_NOTE
        without an end
      - ```
        #+BEGIN_QUOTE
        #+END_QUOTE
        ```
      """
    let conversion = try convert(["journals/2024_05_01.md": "- day", "pages/a.md": text])
    #expect(
      conversion.document.items.first { $0.title == "a" }?.body == """
        - > one
          > two
        \t- ```swift
        \t  let a = 1
        \t    a
        \t  ```
        - > **Tip**
          >
          > short
        - #+BEGIN_NOTE
          without an end
        - ```
          #+BEGIN_QUOTE
          #+END_QUOTE
          ```
        """)
    #expect(conversion.leftOut.line == "1 comment")
  }

  @Test func tagsMayHaveBlanks() throws {
    let conversion = try convert([
      "journals/2024_05_01.md": "- day",
      "pages/a.md": "tags:: [[Long tag]], toy #b [[c, d]]\n\n- a",
    ])
    #expect(
      conversion.document.items.contains { $0.summary == "#Long-tag #toy #b #c-d" })
  }

  @Test func listsBelowHeadingsAreLists() throws {
    let conversion = try convert([
      "journals/2024_05_01.md": "- day",
      "pages/a.md": "- a\n\t- b\n## Head\n\t- [[c]]\n\t  more\n\t\t- d\n",
      "pages/c.md": "\t- c\n- e\n\t- f",
    ])
    let bodies = conversion.document.items.map { withoutLinks($0.body) }
    #expect(bodies.contains("- a\n\t- b\n## Head\n- c\n  more\n\t- d"), "\(bodies)")
    #expect(bodies.contains("- c\n- e\n\t- f"), "\(bodies)")
    #expect(links(conversion) == ["a: c -> c"])
  }

  @Test func linksInLongPagesAreFound() throws {
    let long = String(repeating: "- some words of a page that is long\n", count: 6_000)
    let conversion = try convert([
      "journals/2024_05_01.md": "- day",
      "pages/a.md": long + "- [[c]] `[[c]]` [[C]]\n```\n[[c]]\n```\n- [[c|x]]", "pages/c.md": "- c",
    ])
    #expect(links(conversion) == ["a: c -> c", "a: C -> c", "a: x -> c"])
  }

  @Test func backupsAreCounted() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    for path in [
      "pages/a.md", "journals/2024_05_01.md", "logseq/bak/pages/a/1.md", "logseq/bak/pages/a/2.md",
      "logseq/version-files/x.md", "notes/logseq/bak/own.md",
    ] {
      let file = folder.appendingPathComponent(path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data("- x".utf8).write(to: file)
    }
    let content = try ImportFolder(markdown: folder)
    #expect(content.files.map(\.stem).sorted() == ["2024_05_01", "a", "own"])
    #expect(content.leftOut.line.hasPrefix("3 backups of Logseq (logseq/"))
  }
}
