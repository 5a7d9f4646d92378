import FireflyTransfer
import Foundation
import Testing

@testable import FireflyImports

/// What is said of files of other programs that can't be imported.
@Suite struct RefusedFileTests {
  private static let feed =
    "this is a feed. Follow its address instead: firefly feed add https://…"

  @Test(arguments: [
    (
      #"[{"title":"Kites","children":[{"string":"They fly","uid":"a1","create-time":1}]}]"#,
      "this is Roam's JSON. Export Markdown there, and import that folder."
    ),
    (
      #"<html><head><title>A</title></head><body><article id="2f" class="page sans">x</article></body></html>"#,
      "this is a page of Notion in HTML. Export “Markdown & CSV” there, and import that folder."
    ),
    (
      "<!DOCTYPE html>\n<p>x",
      "this is a web page. Convert it to Markdown first, such as by pandoc."
    ),
    (
      "Content-Type: text/x-zim-wiki\nWiki-Format: zim 0.6\n\n====== Home ======\n",
      "this is a page of Zim. Export the notebook as Markdown there, and import that folder."
    ),
    ("<?xml version='1.0'?>\n<rss version='2.0'><channel/></rss>", feed),
    ("<feed xmlns='http://www.w3.org/2005/Atom'/>", feed),
    (#"{"version":"https://jsonfeed.org/version/1.1","items":[]}"#, feed),
    (#"{"posts":[{"title":"string","children":[]}]}"#, nil), ("# a", nil), ("", nil),
    ("<p>words</p>", nil),
  ])
  func files(_ text: String, _ words: String?) {
    #expect(RefusedFile.words(Data(text.utf8)) == words)
  }
}
