import FireflyCore
import Testing

@Suite("Formulas in a body") struct FormulaMarksTests {
  private func formulas(_ text: String) -> [String] {
    let bytes = Array(text.utf8)
    return FormulaMarks.formulas(in: bytes).map { formula in
      formula.lines.map { String(decoding: bytes[$0], as: UTF8.self) }.joined()
    }
  }

  @Test(arguments: [
    ("Inline $a_{1} * b_{2} * c$ and $\\{x\\}$.", ["$a_{1} * b_{2} * c$", "$\\{x\\}$"]),
    ("$a$$b$ and $$c$$", ["$a$", "$b$", "$$c$$"]),
    ("设$x$为 $y$는 ($z$)", ["$x$", "$y$", "$z$"]),
    ("the $n$-th, $k$th, $m$2", ["$n$"]),
    ("wrapped $a +\nb$ here", ["$a +\nb$"]),
    ("$a\n\nb$", []), ("$a\n- b$", []), ("- $a\n- b$", []), ("$a\n# b$", []),
    ("costs $5 and $6, $x$ too", ["$x$"]),
    ("costs $5 and $6, US$7 or 8 $ and 9 $.", []), ("a $ b $ c", []), ("\\$a$ b\\$", []),
    ("$a\\$b$", ["$a\\$b$"]), ("`$a$` $b$", ["$b$"]), ("set $PATH, then `a$`", []),
    ("<a title=\"$x\" href=\"y$\"> $z$", ["$z$"]), ("$$$a$$$", []), ("$$ $$", []),
    ("$$\na\n= b\n- c\n\n$$", []), ("$$\na\n= b\n- c\n$$", ["$$\na\n= b\n- c\n$$"]),
    ("> $$\n> a\n> $$", ["$$\na\n$$"]), ("> $a\n> b$", ["$a\nb$"]), ("$$a\n> b$$", []),
    ("- costs $$ much\n- and $$ more", []),
    ("- x\n  $$\n  - a\n  $$", ["$$\n  - a\n  $$".replacing("\n  ", with: "\n")]),
    (
      "\\begin{align*}\na &= b\\\\\n\\begin{x}c\\end{x}\n\\end{align*} d",
      ["\\begin{align*}\na &= b\\\\\n\\begin{x}c\\end{x}\n\\end{align*}"]
    ),
    ("\\\\begin{x} \\end{x}", []), ("\\begin{x} \\end{y}", []), ("\\(a\\) \\[sic\\]", []),
    ("```\n$a$\n```\n\n    $b$\n\n$c$", ["$c$"]), ("| $|a|$ | $b$ |", ["$|a|$", "$b$"]),
    ("\\begin{x}a\\end{x}\\", ["\\begin{x}a\\end{x}"]), ("$a\\", []), ("\\begin{x}\\", []),
    ("| $5 | b |\n| 6$ | c |", []), ("", []), ("$", []), ("$a", []), ("\\", []), ("\\begin{", []),
  ])
  func areFound(_ text: String, _ expected: [String]) {
    #expect(formulas(text) == expected)
  }

  @Test func areGoneIfTheirSignsAreEscaped() {
    for text in ["costs $5$, $$x$$", "$a\nb$", "x $a$$b$ $ c$", "5$ $6", "$a$b c$ $$$ $$d$"] {
      #expect(formulas(FormulaMarks.escaped(text)).isEmpty)
      #expect(FormulaMarks.escaped(text).replacing("\\", with: "") == text)
    }
    #expect(FormulaMarks.escaped("costs $5 **and** $6") == "costs $5 **and** $6")
  }
}
