import SeededRandom
import Testing

@testable import FireflyText

/// Bodies as HTML: what Markdown means, and nothing that could harm a reader.
@Suite struct MarkdownHTMLTests {
  @Test(arguments: [
    ("a *b* **c** `d`", "<p>a <em>b</em> <strong>c</strong> <code>d</code></p>\n"),
    ("# a\n\n- b\n- c", "<h1>a</h1>\n<ul>\n<li>b</li>\n<li>c</li>\n</ul>\n"),
    (
      "[a](https://example.com/?b=c&d=\"e)",
      "<p><a href=\"https://example.com/?b=c&amp;d=%22e\">a</a></p>\n"
    ),
    ("<a@example.com>", "<p><a href=\"mailto:a@example.com\">a@example.com</a></p>\n"),
    ("[a](javascript:alert(1))", "<p>a</p>\n"), ("[a](JaVaScRiPt:b)", "<p>a</p>\n"),
    ("[a](data:text/html,b)", "<p>a</p>\n"), ("[a](//example.com)", "<p>a</p>\n"),
    ("[a](../b)", "<p>a</p>\n"), ("[a](file:///etc/passwd)", "<p>a</p>\n"),
    ("[**a**](x:y) b", "<p><strong>a</strong> b</p>\n"),
    ("![a](https://example.com/b.png)", "<p><a href=\"https://example.com/b.png\">a</a></p>\n"),
    (
      "![](https://example.com/b.png)", "<p><a href=\"https://example.com/b.png\">picture</a></p>\n"
    ),
    ("![a](javascript:b)", "<p>a</p>\n"),
    ("[![a](http://b.c/d)](http://e.f/g)", "<p><a href=\"http://e.f/g\">a</a></p>\n"),
    ("a<br>b <b onclick=c>d</b>", "<p>a<br />\nb d</p>\n"),
    (
      "|a<br>b|\n|-|",
      "<table>\n<thead>\n<tr>\n<th>a b</th>\n</tr>\n</thead>\n</table>\n"
    ),
    (
      "List<String> and a<b and c>d</T>",
      "<p>List&lt;String&gt; and a&lt;b and c&gt;d&lt;/T&gt;</p>\n"
    ),
    (
      "<Name>\n*a* <b>c</b> <d-e f=\"g\">",
      "<p>&lt;Name&gt;\n*a* c &lt;d-e f=&quot;g&quot;&gt;</p>\n"
    ),
    ("<div>a &lt;b</div>\n\nc", "<p>a &lt;b</p>\n<p>c</p>\n"),
    ("x<sup>2</sup>, H<sub>2</sub>O, 4<sup>th</sup>", "<p>x², H₂O, 4th</p>\n"),
    ("Use <sub> for 2\n\n20", "<p>Use  for 2</p>\n<p>20</p>\n"),
    ("<script>a</script>b", "<p>b</p>\n"),
    ("a & b < c > d \"", "<p>a &amp; b &lt; c &gt; d &quot;</p>\n"),
    ("&lt;script&gt;", "<p>&lt;script&gt;</p>\n"), ("a&#x202E;b&#27;[31mc", "<p>abc</p>\n"),
    ("```\"><b>\nc\n```", "<pre><code class=\"language-&quot;&gt;&lt;b&gt;\">c\n</code></pre>\n"),
    ("", ""),
  ])
  func bodies(_ body: String, _ html: String) {
    #expect(MarkdownHTML.render(body) == html)
  }

  @Test func quotesListsAndMarksAreNoDeeperThanTheLimit() {
    for body in [
      String(repeating: ">", count: 5_000) + " a", String(repeating: "- ", count: 2_000) + "a",
      String(repeating: "*a **b ", count: 500) + String(repeating: "c** d*", count: 500),
    ] {
      let html = MarkdownHTML.render(body)
      var (depth, deepest) = (0, 0)
      for tag in html.matches(of: /<(\/?)(blockquote|ul|em|strong)>/) {
        depth += tag.1.isEmpty ? 1 : -1
        deepest = max(deepest, depth)
      }
      #expect(depth == 0)
      #expect((10...12).contains(deepest))
      #expect(html.contains("a"))
    }
  }

  @Test func randomBodiesHaveHarmlessTagsOnly() throws {
    var random = SplitMix(seed: 25)
    let parts = [
      "<", ">", "\"", "'", "&", "[", "](", ")", "!", "javascript:", "https://a.b/c", "<script>",
      "</p>",
      "<img src=x onerror=y>", "`", "```", "\n", "\n\n", "> ", "- ", "1. ", "*", "**", "~~", "|",
      "\n|-|-|\n",
      "[^1]", "\n[^1]: ", "<!--", "-->", "<?", "]]>", "&#60;", "&#x202e;", "mailto:a@b.c",
      "www.a.b", "a", " ", "\\", "#",
    ]
    let allowed = try Regex(
      "</?(p|h[1-6]|ul|ol|li|em|strong|del|code|pre|blockquote|table|thead|tbody|tr|th|td|sup|section|hr|br|a|input)"
        + "( (href|class|id|start|align|checked|disabled|type|title|aria-label|data-footnote[a-z-]*)"
        + "(=\"[^\"<>]*\")?)* ?/?>")
    for _ in 0..<3_000 {
      var body = ""
      for _ in 0..<(random.next() % 24) { body += parts[Int(random.next() % UInt64(parts.count))] }
      let html = MarkdownHTML.render(body)
      let rest = html.replacing(allowed, with: "")
      if rest.contains("<") { Issue.record("\(body.debugDescription): \(html)") }
      for link in html.matches(of: /href="([^"]*)"/) {
        #expect(link.1.contains(/^(https?:\/\/|mailto:|#fn)/), "\(body.debugDescription)")
      }
    }
  }
}
