import FireflyScreen
import FireflyText

/// The lines of a formatted text without their styles.
func lines(
  _ body: String, width: Int = 40, symbols: TextSymbols = .unicode, reordersBidi: Bool = true
) -> [String] {
  MarkdownFormatter.format(body, width: width, symbols: symbols, reordersBidi: reordersBidi)
    .lines.map(\.text)
}

/// The spans of all lines that hold this text.
func spans(of text: FormattedText, holding words: String) -> [TextSpan] {
  text.lines.flatMap(\.spans).filter { $0.glyphs.map(\.text).joined().contains(words) }
}
