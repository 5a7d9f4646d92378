import FireflyScreen
import FireflyText
import SeededRandom
import Testing

@Suite("Whatever Markdown comes")
struct MarkdownPropertyTests {
  private static let widths = [2, 3, 4, 5, 7, 10, 20, 36, 76, 200]

  /// What must hold of any text at any width.
  private func check(_ body: String, width: Int, symbols: TextSymbols = .unicode) {
    let text = MarkdownFormatter.format(body, width: width, symbols: symbols)
    let name = "\(body.debugDescription) at \(width)"
    for line in text.lines where line.width > max(2, width) {
      Issue.record("a line of \(line.width) columns: \(line.text), \(name)")
    }
    var isBlankBefore = true
    for line in text.lines {
      for span in line.spans {
        #expect(!span.glyphs.isEmpty, "\(name)")
        #expect(span.glyphs.allSatisfy { $0.base >= 0x20 && $0.width > 0 }, "\(name)")
        if case .link(let number) = span.role {
          #expect((1...max(1, text.links.count)).contains(number), "\(name)")
        }
      }
      isBlankBefore = line.spans.isEmpty
    }
    #expect(text.lines.isEmpty || !isBlankBefore, "\(name)")
    #expect(Set(text.links).count == text.links.count, "\(name)")
  }

  @Test
  func everyTrickySnippetAtEveryWidthInUnicodeAndASCII() {
    #expect(TrickySnippets.all.count > 250)
    for body in TrickySnippets.all {
      for width in Self.widths { check(body, width: width) }
      check(body, width: 30, symbols: .ascii)
    }
  }

  @Test
  func snippetsNestedInQuotesAndLists() {
    for body in TrickySnippets.all {
      let lines = body.split(separator: "\n", omittingEmptySubsequences: false)
      check(lines.map { "> " + $0 }.joined(separator: "\n"), width: 12)
      check("- x\n" + lines.map { "  " + $0 }.joined(separator: "\n"), width: 12)
      check("1. > - " + lines.joined(separator: "\n       "), width: 36)
    }
  }

  @Test
  func randomMixturesOfSnippetsAndSigns() {
    var random = SplitMix(seed: 31_415)
    let signs = ["*", "_", "`", "[", "]", "(", ")", ">", "- ", "\n", "\n\n", "|", "~~", "<", "#"]
    for _ in 0..<400 {
      var body = ""
      for _ in 0..<(random.next() % 12) {
        body +=
          random.next() % 2 == 0
          ? TrickySnippets.all[Int(random.next() % UInt64(TrickySnippets.all.count))]
          : signs[Int(random.next() % UInt64(signs.count))]
      }
      check(body, width: Self.widths[Int(random.next() % UInt64(Self.widths.count))])
    }
  }

  @Test
  func noWordIsLostWhateverTheWidth() {
    let body = """
      # First heading
      Some *words* in a paragraph with a [link](http://example.org).
      - an item with more words
        > quoted in it
      1. numbered

      |Column|Another|
      |-|-|
      |cell|and another cell of several words|
      """
    let words = [
      "First", "heading", "Some", "words", "in", "a", "paragraph", "with", "link", "an", "item",
      "more", "quoted", "it", "numbered", "Column", "Another", "cell", "and", "another", "of",
      "several",
    ]
    for width in 24...90 {
      let text = lines(body, width: width).joined(separator: " ")
      let found = Set(text.split { !$0.isLetter }.map(String.init))
      #expect(Set(words).subtracting(found).isEmpty, "\(width)")
    }
  }
}
