import FireflyForeign
import OddInputs
import Testing

/// What comes from the web is read in linear time.
@Suite(.serialized) struct GrowthTests {
  @Test(arguments: texts) func isLinear(_ row: GrowthRow) async throws { try await row.expect() }

  private static let texts: [GrowthRow] =
    [
      ("<p>Some words. ", 4_000), ("<b>w</b> ", 6_000), ("<li>w", 4_000), ("<br>", 20_000),
      ("a &amp; b &lt; ", 4_000), ("<a href=\"https://e.example/x\">w</a> ", 2_000),
      ("*_[`", 20_000), ("<b>", 100_000), ("</b>", 100_000), ("<pre>w\n</pre>", 6_000),
      ("<blockquote>w", 200), ("<ul><li>w", 200), ("<tr><td>w", 4_000),
      ("<img src=x alt=w>", 6_000),
      ("<sup>w</sup>", 8_000), ("<!-- -->", 100_000), ("<h2>w</h2>", 6_000),
    ].map { piece, count in
      GrowthRow("HTML of \(piece)", count, of: { String(repeating: piece, count: $0) }) {
        _ = HTMLText($0, habits: .init(base: "")).markdown
      }
    }
}
