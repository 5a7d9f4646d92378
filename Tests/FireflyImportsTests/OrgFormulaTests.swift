import Foundation
import Testing

@testable import FireflyImports

@Suite("Formulas of Org") struct OrgFormulaTests {
  private func markdown(_ text: String) -> String {
    var org = OrgText()
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      org.add(String(line))
    }
    return org.end()
  }

  @Test(arguments: [
    ("a \\( x_1 \\) and \\(y\\)th.", "a $x_1$ and $$y$$th."),
    ("/a/ $b /c/ d$ =\\(e\\)=", "*a* $b /c/ d$ `\\(e\\)`"),
    ("\\[\na = b \\\\\n- c + d\n\\]", "$$\na = b \\\\\n- c + d\n$$"),
    (
      "Text\n\\begin{align*}\na &= *b* \\\\\n+ c\n\\end{align*}\nmore\\\\",
      "Text\n\\begin{align*}\na &= *b* \\\\\n+ c\n\\end{align*}\nmore\\"
    ),
    ("$$\n# a\n$$", "$$\n# a\n$$"), ("\\[x\\] y", "$$x$$ y"), ("costs $5, 6", "costs $5, 6"),
    ("\\(a\n\nb\\)", "\\(a\n\nb\\)"), ("\\\\[1ex]", "\\\\[1ex]"), ("\\(a $b\\)", "\\(a $b\\)"),
  ])
  func becomeThoseOfMarkdown(_ org: String, _ expected: String) {
    #expect(markdown(org) == expected)
  }
}
