import FireflyScreen
import Testing

@Suite("WordWrap")
struct WordWrapTests {
  private func wrap(_ text: String, _ width: Int, limit: Int? = nil) -> [String] {
    WordWrap.wrap(text, width: width, limit: limit).map(\.text)
  }

  @Test
  func linesBreakAtSpacesWhichAreDropped() {
    #expect(wrap("one two three", 7) == ["one two", "three"])
    #expect(wrap("one two three", 8) == ["one two", "three"])
    #expect(wrap("one   two", 4) == ["one", "two"])
    #expect(wrap("a b", 1) == ["a", "b"])
    #expect(wrap("a b", 0) == ["a", "b"])
    #expect(wrap("", 5) == [""])
    #expect(wrap("a\u{A0}b c", 4) == ["a\u{A0}b", "c"])
    #expect(wrap("one\ntwo\n", 9) == ["one", "two", ""])
  }

  @Test
  func aWordLongerThanALineIsCut() {
    #expect(wrap("abcdefgh", 3) == ["abc", "def", "gh"])
    #expect(wrap("a bcdefgh", 3) == ["a", "bcd", "efg", "h"])
    #expect(wrap("漢字漢", 3) == ["漢", "字", "漢"])
    #expect(wrap("漢", 1) == ["漢"])
  }

  @Test
  func laoBreaksBetweenSyllables() {
    #expect(wrap("ສະບາຍດີເຈົ້າ", 8) == ["ສະບາຍດີ", "ເຈົ້າ"])
    #expect(wrap("ສະບາຍ", 4) == ["ສະ", "ບາຍ"])
  }

  @Test
  func hyphensInsideWordsButNotThoseOfNumbersAndOptions() {
    #expect(wrap("well-known fact", 7) == ["well-", "known", "fact"])
    #expect(wrap("at 2025-11-03", 10) == ["at", "2025-11-03"])
    #expect(wrap("use --no-motion", 9) == ["use --no-", "motion"])
    #expect(wrap("a -b c", 4) == ["a -b", "c"])
  }

  /// CJK breaks between characters, but not before closing or after opening marks.
  @Test
  func cjkBreaksBetweenCharacters() {
    #expect(wrap("船轉得比你快", 6) == ["船轉得", "比你快"])
    #expect(wrap("船轉得。比你", 6) == ["船轉", "得。比", "你"])
    #expect(wrap("船轉「得比」", 6) == ["船轉", "「得", "比」"])
    #expect(wrap("カナー小ッ", 4) == ["カ", "ナー", "小ッ"])
    #expect(wrap("ab漢字cd", 4) == ["ab漢", "字cd"])
    #expect(wrap("漢 字", 4) == ["漢", "字"])
    #expect(wrap("바람 분다", 4) == ["바람", "분다"])
  }

  @Test
  func spansKeepTheirStylesAcrossLinesAndAreNotEmpty() {
    let lines = WordWrap.wrap(
      [
        TextSpan("one ", role: .body), TextSpan("two three", role: .code, attributes: .bold),
        TextSpan(" four", role: .link(1)),
      ], width: 8)
    #expect(lines.map(\.text) == ["one two", "three", "four"])
    #expect(lines[0].spans.map(\.role) == [.body, .code])
    #expect(lines[0].spans[1].attributes == .bold)
    #expect(lines[2].spans.map(\.role) == [.link(1)])
    #expect(lines.allSatisfy { $0.spans.allSatisfy { !$0.glyphs.isEmpty } })
  }

  @Test
  func noMoreLinesThanAskedFor() {
    #expect(wrap("a b c d", 1, limit: 2) == ["a", "b"])
    #expect(wrap("a\nb\nc", 5, limit: 2) == ["a", "b"])
    #expect(wrap("a b", 5, limit: 0) == [])
  }

  @Test
  func noLineIsWiderThanAskedForAndNoLetterIsLost() {
    let text = "The boat-turns 船轉得，faster「than」 you-think: e\u{301}e\u{301}e\u{301} 🦊🦊 --x"
    let letters = text.filter { $0 != " " }
    for width in 2...40 {
      let lines = WordWrap.wrap(text, width: width)
      #expect(lines.allSatisfy { $0.width <= width })
      #expect(lines.map(\.text).joined().filter { $0 != " " } == letters)
    }
  }
}
