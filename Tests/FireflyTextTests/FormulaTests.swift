import FireflyText
import Testing

@Suite("Formulas and lone breaks in Markdown") struct FormulaTests {
  @Test(arguments: [
    (
      "Inline $a_{1} * b_{2} * c$ and $\\{x \\mid y_i\\}$.",
      ["Inline $a_{1} * b_{2} * c$ and $\\{x \\mid y_i\\}$."]
    ),
    (
      "$$T_{n}:=\\frac{\\bar{X}_{(n)}}{\\sqrt{n}}$$",
      ["$$T_{n}:=\\frac{\\bar{X}_{(n)}}{\\sqrt{n}}$$"]
    ),
    (
      "a\n$$\n\\begin{aligned}\nx_{1} &= y \\\\\\\\\n= [z](w) < 3\n- 4\n\\end{aligned}\n$$\nb",
      [
        "a", "$$", "\\begin{aligned}", "x_{1} &= y \\\\\\\\", "= [z](w) < 3", "- 4",
        "\\end{aligned}", "$$", "b",
      ]
    ),
    ("costs $5 **and** $6, \\[sic\\]", ["costs $5 and $6, [sic]"]),
    ("**$a*b*$** [$x_y_$](https://a.org)", ["$a*b*$ $x_y_$[1]"]),
    (
      "| a | b |\n|---|---|\n| $|x|$ | $\\|y\\|$ |",
      ["a     │ b", "──────┼────────", "$|x|$ │ $\\|y\\|$"]
    ),
    ("$see https://a.org/_x_ now$ *b*", ["$see https://a.org/_x_ now$ b"]),
    ("[a $b](https://c.org/$) d", ["[a $b](https://c.org/$) d"]),
    ("> $$\n> a\n> = b\n> $$", ["▎ $$", "▎ a", "▎ = b", "▎ $$"]),
    ("$a\nb$ c", ["$a b$ c"]), ("&#36;a*b*&#36;", ["$ab$"]),
  ])
  func formulasAreVerbatim(_ body: String, _ expected: [String]) {
    #expect(lines(body, width: 80) == expected)
  }

  @Test func formulasLookLikeCode() {
    let text = MarkdownFormatter.format("a $b$ c", width: 40)
    #expect(spans(of: text, holding: "$b$").map(\.role) == [.code])
  }

  @Test func controlCharactersAreNoFormulas() {
    #expect(lines("a \u{1}b\u{2} $c*d*$") == ["a b $c*d*$"])
    #expect(MarkdownHTML.render("\u{1}\u{7} $c$") == "<p><code>$c$</code></p>\n")
  }

  @Test func pagesShowThemVerbatim() {
    #expect(
      MarkdownHTML.render("x $a_1 < b_2$\n\n$$\n\\{c\\}\n$$")
        == "<p>x <code>$a_1 &lt; b_2$</code></p>\n<p><code>$$</code><br />\n<code>\\{c\\}</code><br />\n"
        + "<code>$$</code></p>\n")
  }

  @Test func openingsHaveThemAndRaisedSigns() {
    #expect(
      MarkdownOpening.words(of: "It is $a_1*b*$, 10<sup>3</sup> H<sub>2</sub>O")
        == "It is $a_1*b*$, 10³ H₂O")
  }

  @Test func formulasAreNoProse() {
    let text = "one $a b$ two $$c\nd$$ three"
    let lines = text.split(separator: "\n")
    let runs = MarkdownProse.runs(in: text).map { run in
      String(decoding: Array(lines[run.line].utf8)[run.range], as: UTF8.self)
    }
    #expect(runs == ["one ", " two ", " three"])
  }

  @Test(arguments: [
    (
      "- one\n- two\n<br/>\n- three **bold**\n- four\n\n<br>\n- five **bold**\n\nEnd",
      ["• one", "", "• two", "", "• three bold", "", "• four", "", "• five bold", "", "End"]
    ),
    ("<br><br />\n# A *b*", ["A b"]), ("a\n<br>\nb", ["a", "b"]),
    ("```\n\n<br>\n```", ["  <br>"]), ("# A\n<BR>\n*b*", ["A", "b"]),
    ("1. a\n   b\n<br>\n2. *c*", ["1. a b", "", "2. c"]),
  ])
  func aLoneBreakHidesNoMarks(_ body: String, _ expected: [String]) {
    #expect(lines(body) == expected)
  }
}
