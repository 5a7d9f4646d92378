import FireflyText
import Testing

/// The HTML in bodies.
@Suite struct MarkdownMarkupTests {
  @Test(arguments: [
    ("a <b>c</b> <i>é</i>", ["<b>", "</b>", "<i>", "</i>"]),
    ("<div>\n<p>a\n</div>\n\nb", ["<div>\n<p>a\n</div>"]), ("<div>", ["<div>"]),
    ("`<b>` \\<b>\n\n    <div>\n\n```\n<b>\n```", []),
    ("> <div>\n> a\n\n- <p>\n  b\n\n<hr>", ["<div>\n> a", "<p>\n  b", "<hr>"]),
    ("a <b> <b>\n<b> c", ["<b>", "<b>", "<b>"]), ("| <br> |\n|---|\n| <br> |", ["<br>", "<br>"]),
    ("<!-- a\n\nb -->\nc", ["<!-- a\n\nb -->"]), ("a <!-- b --> <", ["<!-- b -->"]), ("", []),
  ])
  func htmlIsFound(_ text: String, _ found: [String]) {
    let bytes = Array(text.utf8)
    let pieces = MarkdownMarkup.pieces(in: text)
    #expect(pieces.map { String(decoding: bytes[$0.range], as: UTF8.self) } == found)
  }

  @Test func linesOfAQuotationHaveTheirMarks() {
    let pieces = MarkdownMarkup.pieces(in: "- > <div>\n  > a\n\n<p>\n\nb <i>")
    #expect(pieces.map(\.html) == ["<div>\na\n", "<p>\n", "<i>"])
    #expect(pieces.map(\.indent) == ["  > ", "", nil])
  }
}
