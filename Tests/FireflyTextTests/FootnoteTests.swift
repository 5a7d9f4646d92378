import FireflyScreen
import Foundation
import OddInputs
import Testing

@testable import FireflyText

@Suite("Footnotes")
struct FootnoteTests {
  /// Numbered in the order in which they are mentioned, and told at the end, below a rule.
  @Test
  func numberedInTheOrderInWhichTheyAreMentionedAndToldAtTheEnd() {
    let text = MarkdownFormatter.format(
      """
      The lamp[^second] is low, the *night*[^1] long.

      [^1]: In June.
      [^second]: A candle, seen [from far](https://example.org/far).

      What follows stands before the notes [^second].
      """, width: 60)
    #expect(
      text.lines.map(\.text) == [
        "The lamp[^1] is low, the night[^2] long.",
        "",
        "What follows stands before the notes[^1].",
        "",
        String(repeating: "─", count: 60),
        "[^1] A candle, seen from far[1].",
        "[^2] In June.",
      ])
    #expect(text.links == ["https://example.org/far"])
    #expect(spans(of: text, holding: "[^2]").allSatisfy { $0.role == .marker })
  }

  @Test
  func aNoteOfSeveralBlocksIsIndentedOneWithinAnotherIsOneMore() {
    #expect(
      lines(
        """
        See[^a].

        [^a]: One paragraph
            that goes on, and on, and on.

            - an item[^b]

            > quoted

        [^b]: The other.
        """, width: 24) == [
          "See[^1].",
          "",
          String(repeating: "─", count: 24),
          "[^1] One paragraph that",
          "     goes on, and on,",
          "     and on.",
          "",
          "     • an item[^2]",
          "",
          "     ▎ quoted",
          "[^2] The other.",
        ])
  }

  @Test
  func unmentionedFootnotesAreHidden() {
    #expect(lines("words[^x]\n\n[^y]: never shown") == ["words[^x]"])
    #expect(lines("a[^] b[^ c] d[^a\n") == ["a[^] b[^ c] d[^a"])
  }

  @Test
  func inHeadingsTablesAndQuotesAsWell() {
    let text = lines("# Head[^a]\n> said[^a]\n\n|a[^a]|\n|-|\n|b|\n\n[^a]: note", width: 20)
    for line in ["Head[^1]", "▎ said[^1]", "[^1] note"] { #expect(text.contains(line)) }
    #expect(text.contains { $0.hasPrefix("a[^1]") })
  }

  @Test
  func cleanedLikeEverythingElse() {
    let text = lines("a[^\u{1B}[31m] b[^x]\n\n[^x]: c &#27;[31m &#x202E; d\u{9B}5m")
    #expect(!text.joined().unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x9B })
    #expect(!text.joined().unicodeScalars.contains { $0.value == 0x202E })
    #expect(text.contains { $0.hasPrefix("[^1] c") })
  }

  @Test
  func inATextOfSeveralPiecesTheNumbersGoOnSoThatNoneStandsTwice() {
    let filler = String(repeating: "some words here\n", count: 1_900) + "\n"
    let body = "one[^a]\n\n[^a]: first\n\n" + filler + filler + "two[^a]\n\n[^a]: second\n"
    let text = lines(body, width: 76)
    #expect(text.contains("one[^1]"))
    #expect(text.contains("[^1] first"))
    #expect(text.contains("two[^2]"))
    #expect(text.contains("[^2] second"))
  }

  @Test
  func _50000BytesOfNotesMentionsAndNotesInNotes() {
    let start = ProcessorTime.now
    let units = [
      "[^a]", "[^a]: ", "[^a]:\n", "> [^a]: ", "*[^a]*", "[^", "![^a]", "[^a]: x[^a]\n\n",
      "|[^a]|\n",
    ]
    for unit in units {
      let body = "[^a]: q[^a]\n\n" + String(repeating: unit, count: 50_000 / unit.utf8.count)
      let text = MarkdownFormatter.format(body, width: 40)
      #expect(text.lines.allSatisfy { $0.width <= 40 })
    }
    let many =
      (0..<2_000).map { "[^\($0)]" }.joined() + "\n\n"
      + (0..<2_000).map { "[^\($0)]: note[^\($0 + 1)]\n" }.joined()
    #expect(MarkdownFormatter.format(many, width: 40).lines.allSatisfy { $0.width <= 40 })
    #expect(ProcessorTime.now - start < 20)
  }
}
