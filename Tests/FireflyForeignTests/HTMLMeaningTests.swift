import FireflyForeign
import FireflyText
import SeededRandom
import Testing

/// What HTML means is kept: raised and struck text, formulas, films, tables, emphasis beside letters.
@Suite struct HTMLMeaningTests {
  private func markdown(_ html: String) -> String {
    HTMLText(html, habits: .init(base: "https://example.org")).markdown
  }

  @Test(arguments: [
    // Raised and struck text.
    ("10<sup>3</sup> H<sub>2</sub>O<sup></sup>", "10<sup>3</sup> H<sub>2</sub>O"),
    ("<s>a</s> <del>b</del> <strike>c</strike>", "~~a~~ ~~b~~ ~~c~~"),
    ("is <span style='color: red; Text-Decoration: line-through'>not</span> so", "is ~~not~~ so"),
    ("It is <del><strong>not</strong></del>so", "It is ~~not~~so"),
    ("<s><a href='https://a.org'>l</a></s>x", "~~[l](https://a.org)~~ x"),
    ("<s><code>c</code></s>x <del><em>y</em></del> z", "~~`c`~~ x ~~*y*~~ z"),
    ("Word<sup id=r><a href='#fn'>1</a></sup>", "Word<sup>1</sup>"),
    // Formulas.
    (
      "It takes <span class=katex><span class=katex-mathml><math><semantics><mrow><msup><mn>10</mn><mn>3</mn></msup>"
        + "</mrow><annotation encoding='application/x-tex'>10^3</annotation></semantics></math></span><span "
        + "class=katex-html aria-hidden=true><span>1</span>0<span>3</span></span></span> steps.",
      "It takes $10^3$ steps."
    ),
    (
      "a <span class=katex-display><span class=katex><math><annotation encoding='application/x-tex'>x\n= y\\\\z"
        + "</annotation></math><span class=katex-html>xy</span></span></span> b",
      "a\n\n$$x = y\\\\z$$\n\nb"
    ),
    ("<span class=katex><span class=katex-html>xy</span></span>", "xy"),
    (
      "<span class=mwe-math-element><math alttext='{\\displaystyle E_{1}}'><mi>E</mi></math><img src=/e.png "
        + "class=mwe-math-fallback-image-inline alt='{E}'></span>s",
      "$$E_{1}$$s"
    ),
    (
      "<math><msup><mi>x</mi><mn>2</mn></msup><mo>+</mo><mfrac><mi>a</mi><msqrt><mi>b</mi></msqrt></mfrac></math>",
      "$x^{2}+\\frac{a}{\\sqrt{b}}$"
    ),
    ("x<script type='math/tex'>a_1</script> y", "x$a_1$ y"),
    ("<script type='math/tex; mode=display'>% <![CDATA[\na < b %]]></script>", "$$a < b$$"),
    ("<math><annotation encoding=TeX>a$b</annotation></math>", "`a$b`"),
    ("costs $5 <b>and</b> $6, 7$ and 8$.", "costs $5 **and** $6, 7\\$ and 8\\$."),
    ("[sic] \\(a\\) <p>$$x$$", "\\[sic\\] \\\\(a\\\\)\n\n\\$$x\\$\\$"),
    // Films and pages within pages.
    ("a<iframe src='https://v.org/embed/1'>no</iframe>b", "a\n\n<https://v.org/embed/1>\n\nb"),
    (
      "<p>a</p><embed src='http://v.org/1'> b <p>c</p>",
      "a\n\n<http://v.org/1>\n\nb\n\nc"
    ),
    (
      "<p>a</p><object width=425><param name=movie value='http://v.org/1'></param><embed src='http://v.org/1' "
        + "type='application/x-shockwave-flash'></embed></object><p>c</p>",
      "a\n\n<http://v.org/1>\n\nc"
    ),
    ("a<object><embed src=//v.org/2></object>b", "a\n\n<https://v.org/2>\n\nb"),
    ("<iframe title='A film' src=//v.org/1></iframe>", "[A film](https://v.org/1)"),
    (
      "<video><source src=/a.mp4><source src=/a.ogg>Too old.</video>",
      "[/a.mp4](https://example.org/a.mp4)"
    ),
    (
      "<audio src=/a.mp3>no</audio><object data=/o.pdf>no</object>",
      "[/a.mp3](https://example.org/a.mp3)\n\n[/o.pdf](https://example.org/o.pdf)"
    ),
    ("a<iframe src=/count width=1 height=1></iframe><video>no</video>b", "ab"),
    // What ends before anything began, and what follows the end.
    ("</p>a</body></html>b <i>c</html>", "a\n\nb *c*"),
    ("<!DOCTYPE html> <!--</a>--> </b></div>all", "all"),
    ("<?xml version='1.0'?>\n</a>all", "all"),
    (
      "$a <math><mi>x</mi></math> is $b",
      "\\$a $x$ is \\$b"
    ),
    // Tables.
    (
      "<p>a<table><thead><tr><th>Type<th>Time</tr></thead><tbody><tr><td>int<td> 0.3</tr><tr><td>a|b<td><code>c|d</code>"
        + "</tbody></table>b",
      "a\n\n| Type | Time |\n| --- | --- |\n| int | 0.3 |\n| a\\|b | `c\\|d` |\n\nb"
    ),
    (
      "<table><caption>C *</caption><tr><th>N<td><p>Tea</p><p>Cup</p></tr><tr><th>P<td><b>3</b><br>4</table>",
      "C \\*\n\n| | |\n| --- | --- |\n| N | Tea Cup |\n| P | **3** 4 |"
    ),
    (
      "<table><tr><th colspan=2>A<th>B</tr><tr><td rowspan=2>1<td>2<td>3</tr><tr><td>4<td>5<td>6</table>",
      "| A | | B |\n| --- | --- | --- |\n| 1 | 2 | 3 |\n| | 4 | 5 6 |"
    ),
    ("<ul><li><table><tr><th>A</tr><tr><td>1</table></ul>", "- | A |\n  | --- |\n  | 1 |"),
    ("<table><tr><th>A</th></tr><tr><td><ul><li>b</ul></table>", "A\n\n- b"),
    (
      "<table><tr><th>A<td><table><tr><th>B<tr><td>c</table></table>d",
      "A\n\n| B |\n| --- |\n| c |\n\nd"
    ),
    ("<table><tr><th>A</tr>loose<tr><td>1", "A\n\nloose\n\n1"),
    // Breaks beside items.
    ("<ul><li>a</li><br><li>b</li></ul><br>c", "- a\n- b\n\nc"),
  ])
  func keepsWhatChangesTheMeaning(_ html: String, _ expected: String) {
    #expect(markdown(html) == expected)
  }

  /// Markdown takes signs of emphasis as such only at the beginning and at the end of words.
  ///
  /// What is read has none.
  @Test func emphasisBesideLettersShowsNoSigns() {
    let pieces = [
      "注", "意", "：", "「", "」", "（", "“", "”", "！", "a", "1", "&nbsp;", " ", ".", "(", ")", "*", "_",
      "~~", "[", "]", "\\",
      "<b>", "</b>", "<i>", "</i>", "<s>", "</s>", "<a href='https://a.org/x'>", "</a>",
      "<code>c</code>",
      "<sup>2</sup>", "$", "é", "🙂", "<math><mi>x</mi></math>",
    ]
    var random = SplitMix(seed: 47)
    for _ in 0..<30_000 {
      let count = Int.random(in: 2...12, using: &random)
      let html = (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      let plain = html.replacing("<code>c</code>", with: "c").replacing("&nbsp;", with: " ")
        .replacing("<math><mi>x</mi></math>", with: "$x$").replacing("<sup>2</sup>", with: "²")
      var (expected, isTag) = ("", false)
      for letter in plain {
        if letter == "<" {
          isTag = true
        } else if letter == ">" {
          isTag = false
        } else if !isTag {
          expected.append(letter)
        }
      }
      let shown = MarkdownFormatter.format(markdown(html), width: 400).lines.map(\.text).joined()
      // Numbers of links, and an address instead of the same words.
      func words(_ text: String) -> String {
        text.replacing(/\[[0-9]+\]/, with: "").filter { !$0.isWhitespace && $0 != "$" }
      }
      #expect(words(shown) == words(expected), "\(html) → \(markdown(html))")
    }
  }

  @Test func emphasisIsKeptWhereItCanBe() {
    for (html, expected) in [
      ("<p><strong>注意：</strong>请先备份数据。</p>", "**注意**：请先备份数据。"),
      ("これは<strong>「重要」</strong>です。", "これは「**重要**」です。"),
      ("使用<b>“双引号”</b>文字", "使用“**双引号**”文字"), ("<em>（注）</em>本文", "*（注*）本文"),
      ("<b><i>a:</i></b>b", "***a***:b"), ("<b>a</b><b>b</b>c", "**ab**c"),
      ("<b>a&nbsp;</b>b", "**a**\u{A0}b"),
      ("<b>&nbsp;a</b>", "\u{A0}**a**"), ("a<b>!</b>b", "a!b"), ("<b>Note:</b> b", "**Note:** b"),
      ("a<b><a href=/x>l</a></b>b", "a[l](https://example.org/x)b"), ("<s>「a」</s>b", "~~「a~~」b"),
    ] {
      #expect(markdown(html) == expected)
    }
  }

  @Test func aCutTextSaysSo() {
    for html in [
      "<p>First." + String(repeating: "<div>", count: 600) + "last",
      String(repeating: "<p>some words ", count: 100_000),
      "<p>" + String(repeating: "words ", count: 200_000),
    ] {
      let text = HTMLText(html, habits: .init(base: ""))
      #expect(text.isCut && !text.markdown.hasSuffix("page."))
      #expect(text.markdown(cutBefore: nil).count <= 524_288)
      #expect(
        text.markdown(cutBefore: "https://a.org/x").hasSuffix(
          "\n\nThe text is too long or too deeply nested. [The rest is on its page](<https://a.org/x>)."
        ))
      #expect(
        text.markdown(cutBefore: nil).hasSuffix(
          "\n\nThe text is too long or too deeply nested. The rest is left out."))
    }
    #expect(HTMLText("a", habits: .init(base: "")).markdown(cutBefore: "https://a.org") == "a")
    // The cut falls between letters, however many bytes they have.
    for shift in 0..<4 {
      let html =
        "<p>" + String(repeating: "x", count: shift) + String(repeating: "漢", count: 180_000)
      #expect(
        HTMLText(html, habits: .init(base: "")).markdown.drop { $0 == "x" }.allSatisfy { $0 == "漢" }
      )
    }
  }
}
