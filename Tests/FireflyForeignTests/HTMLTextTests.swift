import FireflyForeign
import FireflyText
import OddInputs
import SeededRandom
import Testing

/// HTML as Markdown: the tags that are known, and whatever else the web has.
@Suite struct HTMLTextTests {
  private func markdown(_ html: String, quotes: Bool = false) -> String {
    HTMLText(html, habits: .init(base: "https://example.org", quotesByAngle: quotes)).markdown
  }

  @Test(arguments: [
    ("one<p>two<p>three", "one\n\ntwo\n\nthree"),
    ("<p>a<br>b<br>\nc</p>", "a\\\nb\\\nc"),
    ("a<br><br>b", "a\n\nb"),
    ("<p>a<br></p><p>b</p>", "a\n\nb"),
    // A caption is no paragraph of the text.
    ("<figure><figcaption>a <em>b</em><p>c</figcaption>d</figure>e", "*a b*\n\n*c*\n\nd\n\ne"),
    ("<i>a</i> <em>b</em> <b>c</b> <strong>d</strong>", "*a* *b* **c** **d**"),
    ("see <i> this </i>now", "see *this* now"),
    ("<b><strong>x</strong></b>", "**x**"),
    ("x<i></i>y", "xy"),
    ("<code>a * b</code> and <code>`</code>", "`a * b` and `` ` ``"),
    (
      "<pre><code>  let a = 1\n  let b = &lt;2&gt;\n</code></pre>after",
      "```\n  let a = 1\n  let b = <2>\n```\n\nafter"
    ),
    ("<pre>```</pre>", "````\n```\n````"),
    ("<blockquote><p>a</p><p>b</p></blockquote><p>c", "> a\n>\n> b\n\nc"),
    ("<blockquote>a<blockquote>b</blockquote></blockquote>", "> a\n>\n> > b"),
    (
      "<aside class='quote no-group'><div>ada:</div><blockquote><p>a</p></blockquote></aside><p>b",
      "> ada:\n>\n> a\n\nb"
    ),
    ("<aside>a<blockquote>b</blockquote></aside>", "a\n\n> b"),
    ("<ul><li>a<li>b</ul>c", "- a\n- b\n\nc"),
    ("<dl><dt>a</dt><dd>b</dd><dt>c</dt><dd>d</dd><dd>e</dd></dl>f", "a\n- b\n\nc\n- d\n- e\n\nf"),
    ("<ol start=3><li>a</li><li><p>b</p><p>c</p></li></ol>", "3. a\n4. b\n\n   c"),
    ("x<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>", "x\n\n- a\n\n  - b\n- c"),
    ("<h1>A</h1><h3>B <i>c</i></h3>d", "# A\n\n### B *c*\n\nd"),
    ("<h2>1. x</h2>", "## 1. x"),
    ("a<hr>b", "a\n\n---\n\nb"),
    ("<details><summary>More</summary>text</details>", "More\n\ntext"),
    ("<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>", "a b\n\nc"),
    ("<a href=\"https://a.org/b(c)\">words</a>", "[words](https://a.org/b%28c%29)"),
    ("<a href=\"https://a.org/x\"><b>w</b> v</a>", "[**w** v](https://a.org/x)"),
    ("see https://a.org/abc: it", "see <https://a.org/abc>: it"),
    ("<img src=\"/a.png\" alt=\"a cat\">b", "![a cat](https://example.org/a.png) b"),
    ("<a href=\"/x y\">w</a>", "[w](https://example.org/x%20y)"),
    (
      "<a href=\"https://a.org/long/path\" rel=\"nofollow\">https://a.org/long...</a>",
      "<https://a.org/long/path>"
    ),
    (
      "<a href=\"https://a.org/b\"><span class=\"invisible\">https://</span>a.org/b</a>",
      "<https://a.org/b>"
    ),
    ("<a href=\"javascript:alert(1)\">w</a>", "w"),
    ("<a href=\"data:text/html,x\"><b>w</b></a>", "**w**"),
    ("<a href=\"https://a.org\"></a>x", "x"),
    (
      "see https://a.org/a_b, or (http://b.org/x).", "see <https://a.org/a_b>, or (http://b.org/x)."
    ),
    ("<img src=\"/a.png\" alt=\"a cat\">", "![a cat](https://example.org/a.png)"),
    (
      "<a href=\"/b\"><img src=\"/a.png\" alt=\"\"></a> c",
      "[![picture](https://example.org/a.png)](https://example.org/b) c"
    ),
    ("hi <img class=emoji src=\"/s.png\" alt=\":smile:\">!", "hi :smile:!"),
    (
      "a * b _c_ snake_case `d` [e] <f> ~~g~~ &amp;amp; \\",
      "a \\* b \\_c\\_ snake_case \\`d\\` \\[e\\] \\~\\~g\\~\\~ \\&amp; \\\\"
    ),
    (
      "<p># no heading<p>#tag<p>1. no list<p>- none<p>--- <p>&gt; no quote",
      "\\# no heading\n\n#tag\n\n1\\. no list\n\n\\- none\n\n\\---\n\n\\> no quote"
    ),
    ("a<script>alert('x')</script><style>p{}</style>b<title>t</title>", "ab"),
    ("It&#x27;s &lt;b&gt; &#x2F; caf&eacute; &#128512;", "It's \\<b> / café 😀"),
    ("a < b && c > d", "a \\< b && c > d"),
    ("", ""), ("   \n ", ""), ("<p></p><ul></ul><blockquote></blockquote>", ""),
    ("a\u{0}b", "ab"),
  ])
  func converts(_ html: String, _ expected: String) {
    #expect(markdown(html) == expected)
  }

  @Test func quotationsByAngleBrackets() {
    #expect(markdown("&gt; he said<p>I say", quotes: true) == "> he said\n\nI say")
  }

  @Test func openingIsPlain() {
    let text = HTMLText(
      "<p>It is <b>bo</b>ld, <a href=\"https://a.org\">and *linked*</a>.<p>Second",
      habits: .init(base: ""))
    #expect(text.opening == "It is bold, and *linked*. Second")
    // A quotation is not what the author says.
    for (html, opening) in [
      ("&gt; he said<br>at length<p>I say", "I say"), ("<blockquote>he</blockquote>I", "I"),
      ("I<p>&gt; he<p>say", "I say"), ("&gt; he <b>said</b>", "he said"), ("a &gt; b", "a > b"),
      ("<aside class='quote no-group'><div>he:</div><blockquote>said</blockquote></aside>I", "I"),
      ("&gt; <pre>he</pre><pre>I</pre>say", "say"), ("<blockquote><code>a</code>", "a"),
    ] {
      #expect(HTMLText(html, habits: .init(base: "", quotesByAngle: true)).opening == opening)
    }
    let long = HTMLText(String(repeating: "word ", count: 200), habits: .init(base: ""))
    #expect(long.opening.count == 280 && long.opening.hasSuffix("…"))
  }

  @Test func escapeSequencesAndDirectionMarksAreRemoved() {
    let text = markdown("a&#27;[31mb &#x202E;c<p>\u{1B}]0;x\u{7}d")
    #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || $0.value == 0x202E })
    #expect(text.contains("d"))
  }

  /// What is read is what was written: no letter is lost, and none means something.
  @Test func plainTextSurvivesTheFormatter() {
    let words = "a*b* _c_ [d](e) `f` #g 1. - + > | ~~h~~ &lt; \\* <x> ! ![i](j) ^ $k$ ==l=="
    let html = words.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
    let shown = MarkdownFormatter.format(markdown(html), width: 200).lines.map(\.text)
    #expect(shown == [words])
  }

  @Test(arguments: ["<b>", "<blockquote>", "<ul><li>", "<a href=x>", "<div>", "<p><i>", "<table>"])
  func nestedNonsenseIsBounded(_ tag: String) async throws {
    let text = markdown(String(repeating: tag, count: 100_000) + "the end")
    #expect(text.utf8.count < 1 << 20)
    let row = GrowthRow("nested \(tag)", 20_000) { count in
      String(repeating: tag, count: count) + "the end"
    } work: {
      _ = HTMLText($0, habits: .init(base: "https://example.org"))
    }
    try await row.expect()
  }

  @Test func elementsInsideEachOtherAreCut() {
    func nested(_ count: Int) -> String {
      markdown(String(repeating: "<span>", count: count) + "the end")
    }
    #expect(nested(200) == "the end")
    #expect(nested(600) == "")
  }

  /// Escaped, a text is longer than it came.
  @Test func longOutputIsCut() {
    #expect(markdown(String(repeating: "<p>****", count: 60_000)).utf8.count < 560_000)
  }

  @Test func largeTextsAreCut() {
    let text = markdown(String(repeating: "<p>some words ", count: 100_000))
    #expect((100_000..<600_000).contains(text.utf8.count))
  }

  @Test func randomTagsGiveShortCleanText() {
    var random = SplitMix(seed: 25)
    let pieces = [
      "<p>", "</p>", "<b>", "</b>", "<i>", "</i>", "<a href=\"https://a.b\">", "</a>", "<pre>",
      "</pre>", "<code>", "</code>", "<ul>", "<ol>", "<li>", "</ul>", "</li>", "<blockquote>",
      "</blockquote>", "<br>", "<hr>", "<h2>", "</h2>", "<img src=x>", "<!--", "-->", "<", ">", "&",
      "&#x1F600;", "x", " ", "\n", "`", "*", "שלום", "<details>", "<script>", "</script>", "\u{0}",
      "<td>", "</ol>", "<![CDATA[", "]]>", "<?", "\"", "'", "=",
    ]
    for _ in 0..<20_000 {
      let count = Int.random(in: 1...24, using: &random)
      let html = (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      let text = markdown(html)
      #expect(text.utf8.count <= 64 * html.utf8.count + 64, "\(html)")
      #expect(text.unicodeScalars.allSatisfy { $0.value >= 0x20 || $0 == "\n" }, "\(html)")
    }
  }
}
