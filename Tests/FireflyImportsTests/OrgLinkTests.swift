import FireflyCore
import FireflyTransfer
import Foundation
import Testing

@testable import FireflyImports

/// Links between outlines of Org, their dates, and what is left out of them.
@Suite struct OrgLinkTests {
  private let changed = WireDate.date("2015-05-05T10:00:00Z")

  private func convert(_ texts: [String: String]) throws -> Conversion {
    let files = texts.sorted { $0.key < $1.key }.map { path, text in
      ImportFile(
        path: path.split(separator: "/").map(String.init), bytes: Data(text.utf8),
        url: URL(filePath: "/nowhere/\(path)"), changed: changed)
    }
    return try OrgOutline.convert(files, identity: "/nowhere")
  }

  private func roam(_ id: String, _ title: String, _ text: String) -> String {
    ":PROPERTIES:\n:ID:       \(id)\n:END:\n#+title: \(title)\n\n\(text)"
  }

  private func dates(_ conversion: Conversion) -> [String: String] {
    Dictionary(
      conversion.document.items.map { item in
        (item.title, item.createdAt.map { String(WireDate.iso($0).prefix(16)) } ?? "")
      }
    ) { first, _ in first }
  }

  @Test func notesOfOrgRoamLinkEachOther() throws {
    let conversion = try convert([
      "a.org": roam("aa", "Boats", "[[id:bb]] and [[id:bb][the\n  kite]] [[id:none][gone]]"),
      "deep/b.org": roam("bb", "Kites", "- see [[id:aa][*all* [old] boats]]"),
    ])
    #expect(
      links(conversion) == [
        "Boats: Kites -> Kites", "Boats: the kite -> Kites",
        "Kites: **all** \\[old\\] boats -> Boats",
      ])
    #expect(conversion.unresolvedLinks == 1)
    #expect(conversion.document.items.contains { $0.body.contains(") gone\n") })
  }

  @Test func linksToHeadlines() throws {
    let conversion = try convert([
      "a.org":
        "* One\n[[*two words]] [[#fast][c]] [[Two  Words]] [[file:b.org::*Deep][d]] [[*none][n]]\n"
        + "** TODO Two Words [1/2] :x:\n:PROPERTIES:\n:CUSTOM_ID: fast\n:END:\n"
        + "#+begin_src org\n* Verbatim\n[[*One]]\n#+end_src\n[[*Verbatim][v]]",
      "sub/b.org": "* Up\n** Deep\n[[file:../a.org][a]] [[../a.org::*One][o]] [[file:no.org][m]]",
    ])
    #expect(
      links(conversion) == [
        "One: Two Words \\[1/2\\] -> Two Words [1/2]", "One: c -> Two Words [1/2]",
        "One: d -> Deep",
        "Deep: a -> a", "Deep: o -> One",
      ])
    #expect(conversion.unresolvedLinks == 3)
  }

  @Test func linksOfAHeadlineStandInItsText() throws {
    let conversion = try convert([
      "a.org": "* Read [[https://e.org][the page]] of [[id:bb][b]]\ntext",
      "b.org": roam("bb", "B", ""),
    ])
    let post = conversion.document.items.first { $0.title == "Read the page of b" }
    #expect(post?.body == "[the page](<https://e.org>) · [b](post:~id%3Abb)\n\ntext")
  }

  @Test func linksOfOneFile() throws {
    let conversion = try ImportFormat.org.convert("* a\n[[*b]] [[file:file::*a][x]]\n* b")
    #expect(links(conversion) == ["a: b -> b", "a: x -> a"])
  }

  @Test func datesOfHeadlines() throws {
    let conversion = try convert([
      "a.org": """
      #+title: A
      #+date: <2024-01-02 Tue 10:30>
      * none
      * call 0123456789
      * met [2024-05-02 Thu 09:00]
      ** below
      * done
      CLOSED: [2024-05-03 Fri 10:00] SCHEDULED: <2024-05-01 Wed>
      * captured
      [2024-05-04 Sat]
      * 2024-05-05 Sunday
      * odd
      :PROPERTIES:
      :CREATED: soon
      :END:
      """,
      "2024-06-01-x.org": "* of the name", "c.org": "#+date: some day\n* of the file\n* also",
    ])
    #expect(
      dates(conversion) == [
        "A": "2024-01-02T10:30", "none": "2024-01-02T10:30", "call 0123456789": "2024-01-02T10:30",
        "met [2024-05-02 Thu 09:00]": "2024-05-02T09:00", "below": "2024-05-02T09:00",
        "done": "2024-05-03T10:00", "captured": "2024-05-04T12:00",
        "2024-05-05 Sunday": "2024-05-05T12:00", "odd": "2024-01-02T10:30",
        "2024-06-01-x": "2024-06-01T12:00", "of the name": "2024-06-01T12:00",
        "c": "2015-05-05T10:00", "of the file": "2015-05-05T10:00", "also": "2015-05-05T10:00",
      ])
    #expect(conversion.guessed.line == "1 date (c.org)")
    #expect(conversion.unreadDates == 1)
  }

  @Test(arguments: ["comment", "COMMENT"])
  func aCommentWithoutAnEndTakesNothing(_ kind: String) throws {
    let conversion = try convert([
      "a.org": "* a\n#+begin_\(kind)\nfoo\n#+end_other\n* b\ntext\n"
    ])
    #expect(conversion.lines.contains { $0.contains("b||text") })
    #expect(conversion.lines.contains { $0.contains("a||foo") })
    #expect(conversion.leftOut.isEmpty)
  }

  @Test func whatIsLeftOutIsCounted() throws {
    let conversion = try convert([
      "a.org": """
      * a
      # one comment
      # of two lines
      text[fn:1] [[file:rose.png]] [[attachment:leaf.jpg]]
      #+begin_comment
      hidden * text
      #+end_comment
      after

      [fn:1] A note
      of *two* lines.

      And a paragraph.
      [fn:2] Unused.


      more
      """
    ])
    #expect(
      conversion.lines.last
        == "1 a||text[^1] ![rose.png](<rose.png>) ![leaf.jpg](<leaf.jpg>)\nafter\n\n\nmore\n\n"
        + "[^1]: A note\n    of **two** lines.\n\n    And a paragraph.|")
    #expect(
      conversion.leftOut.line
        == "2 missing pictures (rose.png …), 2 comments, 1 footnote that no text mentions (2)")
  }

  @Test func marksMayGoOnInTheNextLine() throws {
    let text =
      "* a\na /slanted\nword/ and *bold\nover\nthree* lines\n- item =x\n  y=\n- *b\n- c*\n"
      + "#+begin_definition\nthe *term*\n#+end_definition"
    #expect(
      try ImportFormat.org.convert(text).document.items.map(\.body) == [
        "a *slanted\nword* and *bold\nover\nthree* lines\n- item `x\n  y`\n- *b\n- c*\n> the **term**"
      ])
  }
}
