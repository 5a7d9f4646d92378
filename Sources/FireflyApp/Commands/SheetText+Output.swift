import FireflyScreen
import Foundation

extension SheetText {
  /// Returns the text of a sheet with what a command has printed.
  static func output(of command: String, _ words: String, _ layout: ScreenLayout) -> SheetText {
    let columns = 100
    let inner = layout.sheet(columns: columns).inner
    let text = words.trimmingCharacters(in: .newlines)
    let lines = WordWrap.wrap(text, width: max(1, inner.width))
    return SheetText(
      title: command, columns: columns, lines: lines.map { Line(words: Glyph.glyphs(of: $0.text)) },
      window: max(1, inner.height))
  }
}
