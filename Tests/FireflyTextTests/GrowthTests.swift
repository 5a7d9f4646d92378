import FireflyScreen
import OddInputs
import Testing

@testable import FireflyText

/// Texts of others are drawn, shortened and written as HTML in linear time.
@Suite(.serialized) struct GrowthTests {
  @Test(arguments: pieces.map(row)) func isLinear(_ row: GrowthRow) async throws {
    try await row.expect()
  }

  /// What texts are made of, so many times.
  private static let pieces: [(text: String, count: Int)] = [
    ("Some words. ", 1_800), ("words\n\n", 900), ("*a* ", 900), ("**a* ", 900), ("*_`", 900),
    ("[a](b) ", 600), ("[a][", 1_200), ("![a](/uploads/x.png) ", 600), ("- a\n", 600),
    ("> ", 1_200),
    ("| a | b |\n", 900), ("```\n", 1_200), ("~~~ x\n", 1_200), ("<b>", 1_200), ("<!-- ", 1_200),
    ("&amp;", 1_200), ("https://e.example/a ", 600), ("www.e.example ", 600), ("a@b.example ", 600),
    ("[^1] ", 1_200), ("[^a]: b\n\n", 600), ("שלום word ", 600), ("東京", 1_800), ("e\u{301}", 1_800),
    ("👩‍👩‍👧", 600), ("\\", 2_400), ("$x$ ", 900), ("\t", 2_400), ("# h\n", 900), ("1. a\n", 900),
    ("<sup>a</sup>", 600),
  ]

  private static func row(_ piece: (text: String, count: Int)) -> GrowthRow {
    let name = piece.text.unicodeScalars.map { $0.isASCII ? $0.escaped(asASCII: true) : "\($0)" }
    return GrowthRow(
      name.joined(), piece.count, of: { String(repeating: piece.text, count: $0) }
    ) { text in
      for width in [20, 80] { _ = MarkdownFormatter.format(text, width: width) }
      _ = MarkdownOpening.words(of: text)
      _ = MarkdownPictures.list(in: text)
      _ = MarkdownProse.runs(in: text)
      _ = MarkdownMarkup.pieces(in: text)
      _ = MarkdownHTML.render(text)
      _ = PropertyTable.split(text)
    }
  }
}
