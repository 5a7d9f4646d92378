import FireflyScreen
import Foundation
import Testing

@testable import FireflyText

@Suite("Bounds of formatting")
struct BoundsTests {
  @Test("50,000 nested quotes, lists, emphases and brackets")
  func nesting() {
    let start = ContinuousClock.now
    for unit in [">", "> ", "- ", "1. ", "> - ", "*a ", "**", "[", "![", "~~a", "<b>", "`", "&"] {
      let text = MarkdownFormatter.format(
        String(repeating: unit, count: 50_000 / unit.utf8.count) + "a", width: 40)
      #expect(text.lines.allSatisfy { $0.width <= 40 })
      #expect(text.lines.count <= 4000)
    }
    // Unoptimised and on a loaded machine; optimised each takes 0.03 s.
    #expect(ContinuousClock.now - start < .seconds(20))
  }

  @Test("Only the outer quotes and items are indented, the words are all there")
  func depth() {
    let text = lines(String(repeating: "> ", count: 1000) + "deep", width: 76)
    #expect(text == [String(repeating: "│ ", count: 8) + "deep"])
    let narrow = lines(String(repeating: "> ", count: 1000) + "deep", width: 10)
    #expect(narrow == ["│ │ deep"])
    #expect(
      lines(String(repeating: "- ", count: 200) + "deep", width: 40).last?.hasSuffix("deep") == true
    )
  }

  @Test("A body of 1 MB ends at 20,000 lines, and says so")
  func megabyte() {
    let text = MarkdownFormatter.format(String(repeating: "a *b*\n\n", count: 150_000), width: 76)
    #expect(text.lines.count == MarkdownFormatter.lineLimit)
    #expect(text.lines[0].text == "a b")
    #expect(text.lines.last?.text == "…")
  }

  @Test("After four pieces the rest is plain text")
  func pieces() {
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

  @Test("Pieces end at blank lines outside code, at lines, at characters")
  func pieceEnds() {
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

  @Test("Texts are formatted alike by many threads at once")
  func threads() async {
    let body = "~~a~~ www.example.org\n\n- [x] b\n\n|a|b|\n|-|-|\n|c|d|"
    let expected = MarkdownFormatter.format(body, width: 30)
    #expect(expected.lines[0].text == "a www.example.org[1]")
    await withTaskGroup(of: FormattedText.self) { group in
      for _ in 0..<200 { group.addTask { MarkdownFormatter.format(body, width: 30) } }
      for await text in group { #expect(text == expected) }
    }
  }

  @Test("Widths below two count as two")
  func tinyWidths() {
    for width in [-5, 0, 1, 2] {
      let text = MarkdownFormatter.format("漢字 ab\n\n- c\n\n> d\n\n    code", width: width)
      #expect(text.width == 2)
      #expect(text.lines.allSatisfy { $0.width <= 2 })
    }
  }
}
