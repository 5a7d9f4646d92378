import FireflyScreen

/// Titles in right-to-left scripts, put in the order in which a terminal shows them.
enum BidiText {
  static func visual(_ glyphs: [Glyph]) -> [Glyph] { glyphs }
}
