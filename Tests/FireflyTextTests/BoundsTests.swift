import FireflyScreen
import Foundation
import OddInputs
import Testing

@testable import FireflyText

@Suite("Bounds of formatting")
struct BoundsTests {
  @Test
  func _50000NestedQuotesListsEmphasesAndBrackets() {
    let start = ProcessorTime.now
    for unit in [
      ">", "> ", "- ", "1. ", "> - ", "*a ", "**", "[", "![", "~~a", "<b>", "`", "&", "<div x ",
      "<T>", "<div a=<b ", "<div a='", "<div async ",
    ] {
      let text = MarkdownFormatter.format(
        String(repeating: unit, count: 50_000 / unit.utf8.count) + "a", width: 40)
      #expect(text.lines.allSatisfy { $0.width <= 40 })
      #expect(text.lines.count <= 4000)
    }
    // Unoptimised and on a loaded machine; optimised each takes 0.03 s.
    #expect(ProcessorTime.now - start < 20)
  }

  @Test
  func onlyTheOuterQuotesAndItemsAreIndentedTheWordsAreAllThere() {
    let text = lines(String(repeating: "> ", count: 1000) + "deep", width: 76)
    #expect(text == [String(repeating: "▎ ", count: 8) + "deep"])
    let narrow = lines(String(repeating: "> ", count: 1000) + "deep", width: 10)
    #expect(narrow == ["▎ ▎ deep"])
    #expect(
      lines(String(repeating: "- ", count: 200) + "deep", width: 40).last?.hasSuffix("deep") == true
    )
  }

  @Test
  func codeInAColumnThatIsTooNarrowForItsLetters() {
    let text = lines("```\n界a界\n```", width: 1)
    #expect(text.joined().filter { "界a".contains($0) } == "界a界")
  }

  @Test
  func aBodyOf1MBEndsAt20000LinesAndSaysSo() {
    let text = MarkdownFormatter.format(String(repeating: "a *b*\n\n", count: 150_000), width: 76)
    #expect(text.lines.count == MarkdownFormatter.lineLimit)
    #expect(text.lines[0].text == "a b")
    #expect(text.lines.last?.text == "…")
  }

  @Test
  func afterFourPiecesTheRestIsPlainText() {
    let paragraph = String(repeating: "some *words* here\n", count: 50) + "\n"
    let body = String(repeating: paragraph, count: 400)
    let pieces = Array(MarkdownPieces(body))
    #expect(pieces.count == 5)
    var joined = ""
    for (index, piece) in pieces.enumerated() {
      switch piece {
      case .markdown(let text, let hasTables):
        #expect(index < 4 && text.utf8.count <= MarkdownPieces.pieceSize && hasTables)
        #expect(text.hasSuffix("\n\n"))
        joined += text
      case .plain(let text):
        #expect(index == 4)
        joined += text
      }
    }
    #expect(joined == body)
  }

  @Test
  func piecesEndAtBlankLinesOutsideCodeAtLinesAtCharacters() {
    func first(_ body: String) -> String {
      var pieces = MarkdownPieces(body)
      guard case .markdown(let text, _) = pieces.next() else { return "" }
      return text
    }
    let fence = "```\n" + String(repeating: "code\n\n", count: 2000)
    let before = String(repeating: "words\n", count: 4000) + "\n"
    #expect(first(before + fence) == before)
    #expect(first(String(repeating: "words\n", count: 9000)).hasSuffix("words\n"))
    let wide = first(String(repeating: "漢", count: 20_000))
    #expect(wide.allSatisfy { $0 == "漢" } && wide.utf8.count > MarkdownPieces.pieceSize - 4)
    #expect(Array(MarkdownPieces("")).isEmpty)
    #expect(Array(MarkdownPieces("short")) == [.markdown("short", hasTables: true)])
  }

  @Test
  func textsAreFormattedAlikeByManyThreadsAtOnce() async {
    let body = "~~a~~ www.example.org\n\n- [x] b\n\n|a|b|\n|-|-|\n|c|d|"
    let expected = MarkdownFormatter.format(body, width: 30)
    #expect(expected.lines[0].text == "a www.example.org[1]")
    await withTaskGroup(of: FormattedText.self) { group in
      for _ in 0..<200 { group.addTask { MarkdownFormatter.format(body, width: 30) } }
      for await text in group { #expect(text == expected) }
    }
  }

  /// Whether a body is larger than what is laid out quickly.
  private func isLarge(_ body: String) -> Bool {
    body.utf8.count > MarkdownFormatter.quickSize
      || MarkdownPieces.cells(in: body[...].utf8) > MarkdownFormatter.quickCells
  }

  /// A body laid out quickly, as soon as no other test uses the parser.
  private func quickly(_ body: String, width: Int) -> FormattedText? {
    let end = ContinuousClock.now + .seconds(60)
    while true {
      let text = MarkdownFormatter.formatQuickly(body, width: width)
      if text != nil || isLarge(body) || ContinuousClock.now > end { return text }
      MarkdownTree.parser.withLock { _ in }
    }
  }

  @Test
  func quicklyLaidOutIsLaidOutAlikeOrNotAtAll() {
    let snippets = TrickySnippets.all + ["", "a", String(repeating: "*a* ", count: 1_000)]
    for body in snippets {
      for width in [10, 74] {
        let quick = quickly(body, width: width)
        #expect(quick == MarkdownFormatter.format(body, width: width))
      }
    }
    let limit = MarkdownFormatter.quickSize
    #expect(quickly(String(repeating: "a", count: limit), width: 9) != nil)
    #expect(
      MarkdownFormatter.formatQuickly(String(repeating: "a", count: limit + 1), width: 9) == nil)
  }

  @Test
  func layoutOfAnyTextIsBounded() {
    let limit = MarkdownFormatter.quickSize
    for unit in [
      ">", "> a\n", "- ", "- a\n", "1. a\n", "a\n\n", "---\n\n", "# a\n", "*a* ", "**", "[", "<b>",
      "`a` ", "|", "|a", "|a|b|\n", "[^1]\n\n[^1]: a\n\n", "www.a.bc ", "a\\\n", "\t", "\u{5D0} ",
      "a\u{301}",
    ] {
      let filling = String(repeating: unit, count: limit / unit.utf8.count - 30)
      let columns = String(repeating: "|a", count: 60) + "|\n" + String(repeating: "|-", count: 60)
      for body in [
        filling, "```\n" + filling, "|a|b|\n|-|-|\n" + filling, columns + "|\n" + filling,
      ] {
        guard let text = quickly(body, width: 100) else {
          #expect(isLarge(body))
          continue
        }
        #expect(text.lines.count <= limit)
        let glyphs = text.lines.reduce(0) { $0 + $1.spans.reduce(0) { $0 + $1.glyphs.count } }
        #expect(glyphs <= 25 * limit, "\(unit): \(glyphs)")
      }
    }
  }

  @Test
  func slowTextDelaysNoOtherText() {
    MarkdownTree.parser.withLock { _ in
      let isDone = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        #expect(MarkdownFormatter.formatQuickly("a", width: 10) == nil)
        isDone.signal()
      }
      isDone.wait()
    }
    #expect(quickly("a", width: 10) != nil)
  }

  @Test
  func widthsBelowTwoCountAsTwo() {
    for width in [-5, 0, 1, 2] {
      let text = MarkdownFormatter.format("漢字 ab\n\n- c\n\n> d\n\n    code", width: width)
      #expect(text.width == 2)
      #expect(text.lines.allSatisfy { $0.width <= 2 })
    }
  }
}
