import FireflyScreen

extension WordWrap {
  /// Wraps a sentence of Firefly's own: left to right, whatever the direction of names in it.
  static func sentence(_ text: String, width: Int, limit: Int? = nil) -> [[Glyph]] {
    wrap(text, width: width, limit: limit).map { line in
      BidiLine.visual(line, direction: .leftToRight).spans.flatMap(\.glyphs)
    }
  }
}
