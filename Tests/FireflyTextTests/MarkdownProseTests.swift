import FireflyText
import SeededRandom
import Testing

@Suite("Prose in Markdown") struct MarkdownProseTests {
  /// What is read, run by run.
  private func prose(_ text: String) -> [String] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return MarkdownProse.runs(in: text).map { run in
      let bytes = Array(lines[run.line].utf8)[run.range]
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  @Test(arguments: [
    ("now we know what winter was", ["now we know what winter was"]),
    ("one\ntwo\n\nthree", ["one", "two", "three"]),
    ("foo `foo` foo", ["foo ", " foo"]),
    ("```\ncode\n```\nwords", ["words"]),
    ("    code\n\nwords", ["words"]),
    ("a [shown](http://hidden.example) b", ["a ", "shown", " b"]),
    ("see https://example.org/x and more", ["see ", " and more"]),
    ("<b>bold</b> <!-- hidden --> words", ["bold", " ", " words"]),
    ("<div>\nhidden\n</div>", []),
    ("![alternative](x.png) words", [" words"]),
    (
      "- *one*\n- **two**\n  and three\n> four\n> five",
      ["one", "two", "and three", "four", "five"]
    ),
    ("# Title\n\n| a | b |\n|---|---|\n| c | `d` |", ["Title", "a", "b", "c"]),
    ("~~gone~~ &amp; \\*star\\*", ["gone", " ", " ", "*star", "*"]),
    ("don't “stop” naïve 👩‍👩‍👧 été", ["don't “stop” naïve 👩‍👩‍👧 été"]),
    ("Tom &amp; Jane&#8217;s b\\_c &copy d", ["Tom ", " Jane", "s b", "_c &copy d"]),
    ("", []),
  ])
  func isTheWordsThatAreRead(text: String, expected: [String]) {
    #expect(prose(text) == expected)
  }

  @Test
  func isInOrderAndWithinItsLinesWhateverTheText() {
    var random = SplitMix(seed: 61)
    let pieces = [
      "word", " ", "  ", "\n", "\n\n", "`", "```\n", "*", "_", "~~", "[", "](", ")", "<", ">",
      "&amp;",
      "\\", "| ", "|--|\n", "> ", "- ", "1. ", "\t", "http://x.y", "é", "👩‍👧", "!", "www.a.b", "#",
      ":",
    ]
    for _ in 0..<400 {
      let text = (0..<Int.random(in: 0...60, using: &random)).map { _ in
        pieces.randomElement(using: &random) ?? ""
      }.joined()
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(Array.init)
      var last = MarkdownProse.Run(line: 0, range: 0..<0)
      for run in MarkdownProse.runs(in: text) {
        #expect(lines.indices.contains(run.line))
        #expect(!run.range.isEmpty)
        #expect(run.line > last.line || run.line == last.line && !run.range.overlaps(last.range))
        let bytes = Array(String(lines[run.line]).utf8)
        #expect(run.range.upperBound <= bytes.count)
        #expect(String(validating: bytes[run.range], as: UTF8.self) != nil)
        last = run
      }
    }
  }

  @Test
  func isFoundInEveryPieceOfALongText() {
    let lines = (0..<4_000).map { $0 % 2 == 0 ? "words of line \($0)" : "" }
    let found = prose(lines.joined(separator: "\n"))
    #expect(found.count > 1_500)
    #expect(found == lines.filter { !$0.isEmpty }.prefix(found.count).map { $0 })
  }
}
