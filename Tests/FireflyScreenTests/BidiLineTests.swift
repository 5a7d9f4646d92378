import FireflyScreen
import Testing

@Suite("BidiLine")
struct BidiLineTests {
  private func visual(_ text: String, _ direction: TextDirection? = nil) -> String {
    BidiLine.visual(Glyph.glyphs(of: text), direction: direction).map(\.text).joined()
  }

  @Test
  func leftToRightTextStaysAsItIs() {
    let glyphs = Glyph.glyphs(of: "plain (text) 漢字 e\u{301}")
    #expect(!BidiLine.hasRightToLeft(glyphs))
    #expect(BidiLine.visual(glyphs) == glyphs)
  }

  @Test
  func rightToLeftRunsAreTurnedRoundNumbersAndLatinInThemAreNot() {
    #expect(visual("שלום") == "םולש")
    #expect(visual("שלום 123 abc עולם") == "םלוע abc 123 םולש")
    #expect(visual("say שלום twice") == "say םולש twice")
    #expect(visual("say שלום twice", .rightToLeft) == "twice םולש say")
    #expect(visual("שלום ok", .leftToRight) == "םולש ok")
    #expect(visual("(שלום)") == "(םולש)")
    #expect(visual("plain", .rightToLeft) == "plain")
    #expect(visual("12. a", .rightToLeft) == "a .12")
  }

  @Test
  func marksStayOnTheirLetters() {
    let glyphs = Glyph.glyphs(of: "שָׁלוֹם")
    let turned = BidiLine.visual(glyphs)
    #expect(turned == Array(glyphs.reversed()))
    #expect(turned.last?.marks == [0x5C1, 0x5B8] || turned.last?.marks == [0x5B8, 0x5C1])
  }

  @Test
  func arabicLettersAreJoinedANonJoinerPartsThem() {
    #expect(visual("بب") == "\u{FE90}\u{FE91}")
    #expect(visual("لا") == "\u{FEFB}")
    #expect(visual("ب\u{200C}ب") == "\u{FE8F}\u{FE8F}")
    #expect(BidiLine.visual(Glyph.glyphs(of: "ب\u{200C}ب")).allSatisfy { !$0.hasMarks })
    #expect(visual("بَب") == "\u{FE90}\u{FE91}\u{64E}")
  }

  @Test
  func theFirstLetterTellsTheDirection() {
    #expect(BidiLine.direction(of: Glyph.glyphs(of: "12. (שלום) a")) == .rightToLeft)
    #expect(BidiLine.direction(of: Glyph.glyphs(of: "- a שלום")) == .leftToRight)
    #expect(BidiLine.direction(of: Glyph.glyphs(of: "مرحبا")) == .rightToLeft)
    #expect(BidiLine.direction(of: Glyph.glyphs(of: "漢")) == .leftToRight)
    #expect(BidiLine.direction(of: Glyph.glyphs(of: "12 … ()")) == nil)
  }

  @Test
  func spansFollowTheirLetters() {
    let line = BidiLine.visual(
      TextLine([TextSpan("אב"), TextSpan("גד", role: .code), TextSpan(" x", role: .link(1))]))
    #expect(line.text == "x דגבא")
    #expect(line.spans.map(\.role) == [.link(1), .code, .body])
    #expect(line.spans.map { $0.glyphs.count } == [2, 2, 2])
  }

  @Test
  func aLineOfAnyLengthIsGivenBackWhole() {
    for count in [1, 100, 4096, 5000] {
      let glyphs = Glyph.glyphs(of: String(repeating: "ש", count: count))
      #expect(BidiLine.visual(glyphs).count == count)
    }
    #expect(BidiLine.visual([]).isEmpty)
  }
}
