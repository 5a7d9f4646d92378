import FireflyCore
import Foundation
import OddInputs
import Testing

@testable import FireflyImports
@testable import FireflyTransfer

/// Each number of a file may be any other: nothing ends the program, and what is read can be
/// stored.
@Suite struct OddNumberTests {
  @Test(arguments: FuzzTests.seeds + more)
  func samples(_ format: ImportFormat, _ text: String) {
    check(text, format)
  }

  @Test(arguments: [
    ImportFormat.hn, .lobsters, .reddit, .lemmy, .mastodon, .discourse, .opml, .org,
  ])
  func fixtures(_ format: ImportFormat) throws {
    for fixture in try FixtureTests.fixtures(of: format) where fixture.utf8.count < 1_500 {
      check(fixture, format)
    }
  }

  private func check(_ sample: String, _ format: ImportFormat) {
    let isJSON = sample.first == "{" || sample.first == "["
    for text in OddNumbers.variants(of: sample, with: isJSON ? OddNumbers.json : OddNumbers.texts) {
      guard let document = try? format.convert(text).document else { continue }
      for item in document.items {
        if let date = item.createdAt { #expect(abs(date.timeIntervalSince1970) < 1e12) }
      }
    }
  }

  private static let more: [(ImportFormat, String)] = [
    (
      .reddit,
      #"[{"kind":"Listing","data":{"children":[{"kind":"t3","data":{"name":"a","title":"t","score":5,"created_utc":1700000000.5,"num_comments":7}}]}}]"#
    ),
    (
      .markdown,
      "---\ntitle: a\ndate: 2024-01-01 10:00:00 +0100\nid: 5\nweight: 3\nrating: 0x10\nlist: [1, 2]\n---\n1. a\n7. b\n"
    ),
    (
      .markdown,
      "+++\ntitle = \"a\"\ndate = 2024-01-01T10:00:00Z\nweight = 3\nf = 1.5e3\n+++\n# b\n"
    ),
    (
      .mail,
      "Subject: s\nDate: Mon, 03 Nov 2025 10:31:24 +0100\nMIME-Version: 1.0\nContent-Type: text/plain; charset=iso-8859-1; name*0=a; name*1=b\nContent-Length: 5\nLines: 3\n\n=3D 1. a\n@@ -1,2 +3,4 @@\n"
    ),
    (
      .opml,
      "<opml><head><expansionState>1,2</expansionState></head><body><outline text='a' created='Mon, 03 Nov 2025 10:31:24 GMT'/></body></opml>"
    ),
    (
      .org,
      "#+TITLE: t\n#+DATE: [2024-01-05 Fri 10:00]\n* [#1] a [1/2] [33%]\nSCHEDULED: <2024-01-05 Fri 10:00-11:00 +1w>\n1. a\n5. [@3] b[fn:1]\n[fn:1] n\n| 1 |\n#+begin_src c -n 10\nx\n#+end_src\n"
    ),
  ]
}
