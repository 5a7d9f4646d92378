import FireflyCore
import Foundation
import Testing

@testable import FireflyImports
@testable import FireflyTransfer

/// Outlines: OPML and Org.
@Suite struct OutlineTests {
  @Test func opml() throws {
    let lines = try ImportFormat.opml.convert(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <opml version="2.0"><head><title>Feeds</title></head><body>
      <outline text="Tech &amp;amp; more"><outline text="News" type="rss" xmlUrl="https://a.b/feed.xml" htmlUrl="https://a.b"/>
        <outline text="&lt;b&gt;Bold&lt;/b&gt;" _note="a note" created="Mon, 03 Nov 2025 10:31:24 GMT"/></outline>
      <outline title="Last" url="javascript:x"/></body></opml>
      """
    ).lines
    // The first is added last, so that it is on top.
    #expect(
      lines == [
        "0 Feeds|||", "1 Last|||", "1 Tech & more|||", "2 Bold||a note|",
        "2 News||<https://a.b>\n\nFeed: <https://a.b/feed.xml>|",
      ])
  }

  @Test(arguments: [
    ("if a &lt;b and c&gt; then d", "if a <b and c> then d"), ("x &lt; y", "x < y"),
    ("&lt;tag&gt; &lt;/x&gt; &lt;i", "<tag> </x> <i"),
    ("a &lt;b&gt;b&lt;/B&gt;&lt;br/&gt;c", "a b c"),
    ("&lt;a class=x href='y'&gt;z&lt;/a&gt;", "z"), ("AT&amp;T &amp;lt;b&amp;gt;", "AT&T <b>"),
  ])
  func onlyUsualElementsAreTags(_ text: String, _ title: String) throws {
    let opml = "<opml><body><outline text=\"\(text)\"/></body></opml>"
    #expect(try ImportFormat.opml.convert(opml).document.items.map(\.title) == [title])
  }

  @Test func deepAndBrokenOutlinesEnd() throws {
    let deep = "<opml><body>" + String(repeating: "<outline text='a'>", count: 5_000)
    #expect(try ImportFormat.opml.convert(deep).document.count > 100)
    #expect(try ImportFormat.opml.convert("<opml><body><outline text='a").document.count <= 1)
    let titled = "<opml><body><outline text='' title='a feed'/></body></opml>"
    #expect(try ImportFormat.opml.convert(titled).document.items.map(\.title) == ["a feed"])
    #expect(try ImportFormat.opml.convert("").document.count == 0)
  }

  @Test func org() throws {
    let conversion = try ImportFormat.org.convert(
      """
      #+TITLE: Notes
      # a comment
      before *bold* /it/ =code= ~x~ +gone+ [[https://a.b][site]] [[https://a.b]] [[id:5][note]]
      * TODO [#A] First [[https://a.b][link]] :work:home:
      SCHEDULED: <2024-03-01 Fri>
      :PROPERTIES:
      :CREATED: [2024-02-29 Thu 10:30]
      :END:
      :CREATED: [2025-01-01 Wed 10:30]
      text 2*3*4 a/b/c
      #+begin_src swift
      let x = 1
      * no headline
      #+end_src
      #+begin_quote
      said
      #+end_quote
      ** Below
      + item
      *no headline
      * Second
      """)
    #expect(
      conversion.lines == [
        "0 Notes||before **bold** *it* `code` `x` ~~gone~~ [site](<https://a.b>) <https://a.b> note|",
        "1 Second|||",
        "1 First link|todo · work · home|[link](<https://a.b>)\n\nScheduled: 2024-03-01 Fri\n\n:CREATED: [2025-01-01 Wed 10:30]\ntext 2*3*4 a/b/c\n```swift\nlet x = 1\n* no headline\n```\n> said\n\n| property | value |\n|---|---|\n| priority | A ||",
        "2 Below||- item\n*no headline|",
      ])
    #expect(conversion.document.items[2].createdAt == WireDate.date("2024-02-29T10:30:00Z"))
  }

  @Test(arguments: ["quote", "VERSE", "center"])
  func aQuotationEnds(_ kind: String) throws {
    let text = "* a\n#+begin_\(kind)\n*b*\n#+end_\(kind)\nafter\n#+begin_src\nx\n#+end_src"
    let lines = try ImportFormat.org.convert(text).lines
    #expect(lines == ["0 a||> **b**\n\nafter\n```\nx\n```|"])
  }

  @Test(arguments: [
    ("| a | b |\n|---+---|\n| 1 | 2 |", "| a | b |\n|---|---|\n| 1 | 2 |"),
    ("a\n|---|\n| x\n|---|\n| y |\nb", "a\n\n| x\n|---|\n| y |\nb"),
    (":note: remember this", ":note: remember this"),
    (
      ":LOGBOOK:\nCLOCK: x\n:END:\na",
      "a\n\n| property | value |\n|---|---|\n| logbook | CLOCK: x |"
    ),
    (
      ":PROPERTIES:\n:ID: 5\n:END:\n:LOGBOOK:\n- x\n:END:\na",
      "a\n\n| property | value |\n|---|---|\n| ID | 5 |\n| logbook | - x |"
    ),
    (":LOGBOOK:\nno end", ":LOGBOOK:\nno end"),
    ("=code *x* y= *b =c*d= e* ~a`b~", "`code *x* y` **b `c*d` e** ``a`b``"),
    (
      "=<a>= <b> a < b </b> <https://e.org> [[https://e.org]]",
      "`<a>` \\<b> a < b \\</b> <https://e.org> <https://e.org>"
    ),
    ("b\n-----", "b\n\n-----"), ("b\n---\n===", "b\n\\---\n\\==="),
    (
      "SCHEDULED: <2024-01-05 Fri> DEADLINE: <2024-01-06 Sat>\na",
      "Scheduled: 2024-01-05 Fri · Deadline: 2024-01-06 Sat\n\na"
    ),
    (
      "CLOSED: [2024-01-03 Wed 10:00]\na",
      "a\n\n| property | value |\n|---|---|\n| closed | 2024-01-03 Wed 10:00 |"
    ),
    (": fixed   width\n:\n: line\nafter", "```\nfixed   width\n\nline\n```\nafter"),
    (":NOTES:\nin a *drawer*\n:END:", "in a **drawer**"), ("a\\\\\nb", "a\\\nb"),
    ("- term :: its *meaning*", "- **term**: its **meaning**"),
    ("    far\n    - right\n      deep", "far\n- right\n  deep"),
    ("`quoted' and `more' but ` alone", "‘quoted’ and ‘more’ but \\` alone"),
    (
      "a[fn:1] b[fn:: inline *x*]\n[fn:1] The /text/.",
      "a[^1] b[^n1]\n\n[^1]: The *text*.\n[^n1]: inline **x**"
    ),
    ("[[file:a.pdf][paper]] [[file:b.png]] [[./c.txt]]", "paper (a.pdf) ![b.png](<b.png>) c.txt"),
    ("#+CAPTION: A /table/\n| a |", "*A *table**\n\n| a |\n|---|"),
    ("Deadline: soon", "Deadline: soon"),
  ])
  func textsOfOrg(_ text: String, _ body: String) throws {
    let conversion = try ImportFormat.org.convert("* a\n" + text)
    #expect(conversion.document.items.map(\.body) == [body])
  }

  @Test func foldersOfOrgAreRead() throws {
    let texts = [
      "a.org": "#+TITLE: First\n* one\n[[id:9]]", "b.org": "* two\n:PROPERTIES:\n:ID: 9\n:END:\nx",
    ]
    let files = texts.sorted { $0.key < $1.key }.map { name, text in
      ImportFile(
        path: [name], bytes: Data(text.utf8), url: URL(fileURLWithPath: "/notes/" + name))
    }
    let picture = ImportFile(path: ["p.png"], url: URL(fileURLWithPath: "/notes/p.png"))
    let conversion = try OrgOutline.convert(files + [picture], identity: "/notes")
    let table = "| property | value |\n|---|---|\n| ID | 9 |"
    #expect(
      conversion.lines == [
        "0 b|||", "1 two||x\n\n\(table)|", "0 First|||", "1 one||[two](post:~id%3A9)|",
      ])
    #expect(conversion.leftOut.line == "1 picture (p.png)")
    #expect(Set(conversion.keys).count == 4)
  }

  @Test func wordsOfAFileForStates() throws {
    let conversion = try ImportFormat.org.convert(
      """
      #+TITLE: List
      #+AUTHOR: Ada
      #+DATE: 2024-05-01
      #+FILETAGS: :books:
      #+TODO: READ(r) READING(g@/!) | FINISHED(f!)

      * READING The =Rose= of *Eco* :novel:
      :PROPERTIES:
      :ID: 12
      :AUTHOR: Umberto Eco
      :END:
      * [#A] FINISHED is no state
      * COMMENT hidden
      ** below
      * DONE [[id:12]]
      """)
    #expect(
      conversion.lines == [
        "0 List|books||Ada",
        "1 DONE The Rose of Eco||[The Rose of Eco](post:~id%3A12)|Ada",
        "1 FINISHED is no state||| property | value |\n|---|---|\n| priority | A ||Ada",
        "1 The Rose of Eco|reading · novel|| property | value |\n|---|---|\n| ID | 12 |\n| AUTHOR | Umberto Eco ||Ada",
      ])
    #expect(conversion.document.items[0].createdAt == WireDate.date("2024-05-01T12:00:00Z"))
    #expect(conversion.leftOut.line == "1 commented headline (hidden)")
  }

  /// Each line is read once: expressions took 20 seconds for such a file.
  @Test(arguments: ["*a ", "[[", "=x", "[fn:", "~a=b/c*d+e ", "`a", "<"])
  func longLinesOfOrgAreReadOnce(_ piece: String) throws {
    let text = "* a\n" + String(repeating: piece, count: 200_000)
    #expect(try ImportFormat.org.convert(text).document.count == 1)
  }

  @Test func headlinesMaySkipLevels() throws {
    let lines = try ImportFormat.org.convert("*** a\n* b\n*** c\n** d\n").lines
    #expect(lines == ["0 b|||", "1 d|||", "1 c|||", "0 a|||"])
    #expect(try ImportFormat.org.convert("only text").lines == ["0 file||only text|"])
    #expect(try ImportFormat.org.convert("").document.count == 0)
  }

  @Test func theSameFileHasTheSameKeys() throws {
    func keys(_ text: String, _ identity: String?) throws -> [String?] {
      try ImportFormat.org.convert(Data(text.utf8), name: "a.org", identity: identity).keys
    }
    let text = "* a\n** b\n** b\n* c\n"
    let first = try keys(text, "/notes/a.org")
    #expect(Set(first).count == 4 && !first.contains(nil))
    #expect(try keys(text, "/notes/a.org") == first)
    #expect(try Set(keys(text, "/other/a.org")).isDisjoint(with: first))
    #expect(try keys(text, nil) == [nil, nil, nil, nil])
    // What is inserted changes no other key.
    #expect(try Set(keys("* new\n" + text, "/notes/a.org")).isSuperset(of: first))
  }
}
