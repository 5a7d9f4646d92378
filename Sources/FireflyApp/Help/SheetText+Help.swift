import FireflyScreen

extension SheetText {
  /// The keys and what they do, from the keymap itself.
  static func help(_ keymap: Keymap, _ layout: ScreenLayout, _ symbols: Symbols) -> SheetText {
    let columns = 64
    let inner = layout.sheet(columns: columns).inner
    let keyColumns = min(22, max(6, inner.width / 3))
    var lines: [Line] = []
    for section in keymap.sections {
      if !lines.isEmpty { lines.append(Line(words: [])) }
      lines.append(
        Line(words: Glyph.glyphs(of: section.title).truncated(to: inner.width), isHeading: true))
      if let summary = section.summary {
        lines += WordWrap.wrap(summary, width: inner.width, limit: 3).map {
          Line(words: Glyph.glyphs(of: $0.text))
        }
        continue
      }
      for binding in section.bindings where !binding.keys.isEmpty {
        let keys = binding.keys.map { symbols.label(of: $0) }.joined(separator: " ")
        lines.append(
          Line(
            keys: Glyph.glyphs(of: keys).truncated(to: keyColumns - 1),
            words: Glyph.glyphs(of: binding.help).truncated(to: max(1, inner.width - keyColumns))))
      }
    }
    return SheetText(
      title: "Keys", columns: columns, lines: lines, window: max(1, inner.height),
      keyColumns: keyColumns)
  }
}
