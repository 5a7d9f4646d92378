import FireflyScreen
import FireflyText
import Testing

/// Texts for ears.
@Suite struct SpokenTextTests {
  private func spoken(_ body: String, width: Int = 40) -> [String] {
    MarkdownFormatter.format(body, width: width, symbols: .spoken).spoken?.paragraphs ?? []
  }

  @Test func textsOfTheScreenAreOnlyDrawn() {
    #expect(MarkdownFormatter.format("words", width: 40).spoken == nil)
  }

  /// In the order of letters, whatever the width: the screen has the words from right to left.
  @Test(arguments: [20, 76])
  func rightToLeftIsReadInItsOrder(width: Int) {
    #expect(
      spoken("סיפור על ספינה בים\n\n> كتاب عن البحر", width: width)
        == ["סיפור על ספינה בים", "quote: كتاب عن البحر"])
    #expect(
      spoken("- שלום עולם [קישור](https://example.org/a)") == ["item: שלום עולם קישור [link 1]"])
    let text = MarkdownFormatter.format(
      "[שלום עולם](https://example.org)", width: width, symbols: .spoken)
    #expect(text.spoken?.linkLabels == ["שלום עולם"])
  }

  /// The words beside a bar say what it shows.
  @Test func barsAreForEyes() {
    #expect(spoken("- Tea: 50 %\\\n  ██░░\n- Rum") == ["item: Tea: 50 %", "item: Rum"])
  }

  /// Screens draw a part of them.
  @Test func emojiAreWhole() {
    #expect(spoken("A 👨‍👩‍👧‍👦 family, 👍🏽, ❤️ and 🇵🇹") == ["A 👨‍👩‍👧‍👦 family, 👍🏽, ❤️ and 🇵🇹"])
  }

  @Test func struckWordsAreNamed() {
    #expect(spoken("It costs ~~ten~~ five.") == ["It costs [struck: ten] five."])
  }

  @Test func levelsOfQuotationsAndListsAreSaid() {
    #expect(
      spoken("> one\n>\n> more\n>\n> > two\n\nafter")
        == ["quote: one", "quote: more", "quote, level 2: two", "after"])
    #expect(
      spoken("- a\n  - b\n    1. c\n    2. d\n- [x] e\n\n1. f\n   more of f\n2. g\n\n> - h")
        == [
          "item: a", "item, level 2: b", "1, level 3: c", "2, level 3: d", "done: e",
          "1. f more of f", "2. g", "quote, item: h",
        ])
  }

  @Test func cellsHaveTheNamesOfTheirColumns() {
    #expect(
      spoken("| Name | Age |\n|---|---|\n| Ada | 36 |\n| Ben | |\n| | |\n\nafter")
        == [
          "table, 3 rows: Name, Age.", "Name: Ada; Age: 36.", "Name: Ben.", "an empty row.",
          "after",
        ])
    // Too wide for columns on the screen.
    let wide = "| \(String(repeating: "n", count: 200)) | b | c |\n|---|---|---|\n| 1 | 2 | 3 |"
    #expect(spoken(wide, width: 20).last?.hasSuffix("…: 1; b: 2; c: 3.") == false)
    #expect(spoken(wide, width: 20).last?.utf8.count ?? 0 < 100)
  }

  @Test func codeTellsHowLongItIs() {
    #expect(
      spoken("```\none\n```\n\n    let a = 1\n\n    let b = 2") == [
        "code:\n  one", "code, 3 lines:\n  let a = 1\n\n  let b = 2",
      ])
  }

  @Test func linksAndPicturesAreNumberedAsInTheText() {
    let text = MarkdownFormatter.format(
      "[a](https://example.org/a) ![cat](https://example.org/cat.png) [b](https://example.org/b)\n"
        + "[again](https://example.org/a), <https://example.org/c>[^1]\n\n[^1]: A note.",
      width: 30, symbols: .spoken)
    #expect(
      text.spoken?.paragraphs == [
        "a [link 1] [picture: cat] [link 2] b [link 3] again [link 1], "
          + "https://example.org/c [link 4] [note 1]", "note 1: A note.",
      ])
    #expect(text.links.count == 4)
    #expect(text.spoken?.linkLabels == ["a again", "[picture: cat]", "b", "https://example.org/c"])
  }

  @Test func versesAndHanKeepTheirLines() {
    #expect(spoken("one  \ntwo") == ["one\ntwo"])
    #expect(spoken("蛍の\n光") == ["蛍の光"])
    #expect(
      spoken("# A *head*\n\n---\n\n<p>html<br>more</p>") == [
        "heading: A head", "section break.", "html\nmore",
      ])
  }

  /// As long as it is nested.
  @Test func deepNestingIsBounded() {
    let body =
      String(repeating: "> ", count: 500) + "deep\n\n" + String(repeating: "- ", count: 500)
    #expect(spoken(body).allSatisfy { $0.utf8.count < 200 })
  }
}
