import FireflyText
import Testing

/// What a body begins with.
@Suite struct MarkdownOpeningTests {
  @Test(arguments: [
    ("a **b**c `d` [e](https://x.y)", "a bc d e"),
    ("\\<b> caf&eacute; 😀 \\&nope;", "<b> café 😀 &nope;"),
    ("# a\nb\n\n- c\n- d", "a · b · c · d"), ("```\nx\n```\n\n![p](q) <b>y</b>", "y"),
    ("![](q)", "▣ picture"), ("[![a\nb](q)](r) c <img alt=d>", "c ▣ d"),
    ("# List<String> <b>x</b>", "List<String> x"), ("<https://a.b/c>", "https://a.b/c"),
    ("| a | b |\n|---|---|\n| c | d |", "a · b · c · d"),
    ("I packed:\n\n- [ ] boots\n- [x] a *coat*\n\nSoon.", "I packed: boots · a coat · Soon."),
    ("Well.\n\n## Where\n\nHere.\n\nThere.", "Well. · Where · Here. There."),
    ("1. a\n   - b\n2. `c`\n", "a · b · c"), ("-\n- ![p](q) a\n- b", "a · b"),
    ("- - - - - - a:\n  - - - - - b:\n\n> quoted", "a: b:"),
    ("> he said\nat length\n\nI say", "I say"), ("> he *said*", "he said"),
    ("On 1 Jan 2024, Bob wrote:\n\n> why?\n\nBecause.", "Because."),
    ("ann@b.c:\n> why?\n\nBecause.", "Because."), ("Bob wrote:\n\n> why?", "why?"),
    ("Consider this:\n\n> why?\n\nWell.", "Consider this: Well."),
    ("```\nonly code\n```", "``` only code ```"), ("a\\\nb", "a b"), ("", ""), (" \n\n", ""),
  ])
  func wordsAreOnOneLine(_ body: String, _ words: String) {
    #expect(MarkdownOpening.words(of: body) == words)
  }

  @Test func wordsAreBounded() {
    let long = MarkdownOpening.words(of: String(repeating: "> word ", count: 100_000))
    #expect(long.count <= 280 && long.hasSuffix("…"))
    let table = String(repeating: "|a", count: 1_000) + "\n" + String(repeating: "|-", count: 1_000)
    #expect(MarkdownOpening.words(of: table).count <= 280)
  }

  @Test(arguments: [
    ("# A *b* #\nc", "A b", "c"), ("# ![p](q) A\nc", "A", "c"), ("A\nb\n===\nc", "A b", "c"),
    ("A\n===", "A", ""),
    ("   # A\r\nc", "A", "c"), ("A\n  ==  \nc\n===", "A", "c\n==="),
  ])
  func headingsAreFoundInBothNotations(_ body: String, _ words: String, _ rest: String) {
    let heading = MarkdownOpening.heading(of: body)
    #expect(heading?.words == words && heading.map { String($0.rest) } == rest)
  }

  @Test(arguments: ["", "a", "## b", "a\n---\n", "a\n\n# b", "#tag", "> # a", "- # a", "#"])
  func otherBeginningsAreNoHeadings(_ body: String) {
    #expect(MarkdownOpening.heading(of: body) == nil)
  }

  @Test func paragraphsThatBeginWithATabAreNoCode() {
    for indent in ["\t", "     "] {
      #expect(
        MarkdownOpening.words(
          of: "> Shall we meet?\n\n\(indent)Yes, I like this idea, and (so) will Ada.\n\nElse, no.")
          == "Yes, I like this idea, and (so) will Ada. Else, no.")
      #expect(
        MarkdownOpening.words(
          of: "Try:\n\n\(indent)for x in $(ls *.c); do cc -o $x.o $x; done\n\nGood.")
          == "Try: Good.")
    }
    #expect(MarkdownOpening.words(of: "```\nwords that are in a fence\n```\nGood.") == "Good.")
  }
}
