import FireflyScreen
import FireflyText
import Testing

@Suite("Tables")
struct TableTests {
  private let body = """
    | Knot | Strength | Used for |
    |:-----|---------:|:--------:|
    | bowline | 60 | a loop that does not slip |
    | reef | 5 | sails |
    """

  @Test
  func columnsAreAlignedTheHeaderHasARuleBelow() {
    #expect(
      lines(body, width: 60) == [
        "Knot    │ Strength │         Used for",
        "────────┼──────────┼──────────────────────────",
        "bowline │       60 │ a loop that does not slip",
        "reef    │        5 │           sails",
      ])
  }

  @Test
  func cellsAreWrappedWhereColumnsMustShrinkAndRulesPartTheRows() {
    #expect(
      lines(body, width: 36) == [
        "Knot    │ Strength │    Used for",
        "────────┼──────────┼────────────────",
        "bowline │       60 │   a loop that",
        "        │          │  does not slip",
        "────────┼──────────┼────────────────",
        "reef    │        5 │      sails",
      ])
  }

  @Test
  func tooNarrowForColumnsEachRowAsHeaderAndCell() {
    #expect(
      lines(body, width: 20) == [
        "Knot: bowline", "Strength: 60", "Used for: a loop", "that does not slip", "",
        "Knot: reef", "Strength: 5", "Used for: sails",
      ])
  }

  @Test
  func inlinesInCellsEscapedBarsMissingCellsWideCharacters() {
    #expect(
      lines("a | b\n-|-\n`x` \\| y | *z*\n漢字 |\n", width: 30) == [
        "a     │ b", "──────┼──", "x | y │ z", "漢字  │",
      ])
    let text = MarkdownFormatter.format("a|b\n-|-\n[c](http://d.e)|f", width: 30)
    #expect(text.links == ["http://d.e"])
    #expect(text.lines[0].spans.first?.attributes == .bold)
    #expect(spans(of: text, holding: "c").first?.role == .link(1))
  }

  @Test
  func aHeaderAloneInAQuoteInAList() {
    #expect(lines("a|b\n-|-") == ["a │ b", "──┼──"])
    #expect(lines("> a|b\n> -|-\n> c|d") == ["▎ a │ b", "▎ ──┼──", "▎ c │ d"])
    #expect(lines("a|b\n-|-\n", width: 3) == ["a", "b"])
  }

  @Test
  func hundredsOfColumnsBecomeRecordsThousandsOfCellsStayText() {
    let wide = String(repeating: "|a", count: 100) + "\n" + String(repeating: "|-", count: 100)
    #expect(lines(wide + "\n|x", width: 76).first == "a: x")
    let rows = String(repeating: "|\n", count: 5000)
    let bomb = String(repeating: "|a", count: 2000) + "\n" + String(repeating: "|-", count: 2000)
    #expect(lines(bomb + "\n" + rows, width: 76).first?.hasPrefix("|a|a|a") == true)
  }
}
