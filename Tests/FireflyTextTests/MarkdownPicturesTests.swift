import FireflyText
import Testing

/// The pictures that a body names.
@Suite struct MarkdownPicturesTests {
  @Test(arguments: [
    ("![a](b.png) c ![[d e.png|200]] ![f](<g h.png> \"t\")", ["b.png", "[d e.png]", "g h.png"]),
    ("![a](b%20(1).png) ![](c d.png)", ["b%20(1).png", "c d.png"]),
    ("`![a](b)` ![c][r]\n\n    ![d](e)\n\n[r]: f.png", ["f.png"]),
    ("[![a](b)](c) [d](e) ![", ["b"]), ("", []),
  ])
  func picturesAreFound(_ text: String, _ pictures: [String]) {
    let found = MarkdownPictures.list(in: text).map { $0.isName ? "[\($0.address)]" : $0.address }
    #expect(found == pictures)
  }
}
