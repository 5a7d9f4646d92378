import FireflyScreen
import FireflyText
import SeededRandom
import Testing

@Suite("Inlines of Markdown")
struct MarkdownInlineTests {
  @Test
  func emphasisIsItalicStrongIsBoldBothMayBeNested() {
    let text = MarkdownFormatter.format("a *b **c** d* __e__ f*g*h", width: 40)
    #expect(text.lines.map(\.text) == ["a b c d e fgh"])
    #expect(
      text.lines[0].spans.map(\.attributes)
        == [[], .italic, [.bold, .italic], .italic, [], .bold, [], .italic, []])
  }

  @Test
  func codeSpansKeepTheirSigns() {
    let text = MarkdownFormatter.format("run `rm *x* &amp; <b>` now", width: 40)
    #expect(text.lines[0].text == "run rm *x* &amp; <b> now")
    #expect(spans(of: text, holding: "rm").first?.role == .code)
    #expect(lines("``a ` b``") == ["a ` b"])
  }

  @Test
  func aPictureIsASignItsDescriptionAndTheNumberOfItsLink() {
    #expect(
      lines("Before ![a cat](https://a.example/cat.png) after.")
        == ["Before ▣ a cat[1] after."])
    #expect(lines("a ![b *c*\\\n[d](https://e.example)](x.png)e") == ["a ▣ b c de"])
    #expect(lines("![](https://a.example/b.png) ![ ](c.png)") == ["▣ picture[1] ▣ picture"])
    #expect(lines("![a ![b](c.png) d](https://e.example/f)") == ["▣ a b d[1]"])
    let text = MarkdownFormatter.format(
      "[![badge](https://a.example/b.svg)](https://example.org) ![c](https://example.org)",
      width: 40)
    #expect(text.lines.map(\.text) == ["▣ badge[1] ▣ c[1]"])
    #expect(text.links == ["https://example.org"])
    #expect(spans(of: text, holding: "badge").first?.role == .link(1))
  }

  @Test
  func aPictureInHTMLIsOneToo() {
    let text = MarkdownFormatter.format(
      """
      <p align="center"><img alt='a "big" dog' width=3 src="https://a.example/d?b&amp;c"></p>

      Before <img src=https://a.example/e.png /> after <img alt="<img">.
      """, width: 60)
    #expect(
      text.lines.map(\.text)
        == ["▣ a \"big\" dog[1]", "", "Before ▣ picture[2] after ▣ <img."])
    #expect(text.links == ["https://a.example/d?b&c", "https://a.example/e.png"])
  }

  @Test
  func numbersAreAboveOrBelowTheLine() {
    #expect(
      lines("x<sup>2</sup>, H<SUB>2</SUB>O, 4<sup>th</sup>, 10<sup>-n</sup>") == [
        "x², H₂O, 4th, 10⁻ⁿ"
      ])
  }

  @Test
  func withoutUnicodeAndForScreenReadersAPictureIsWords() {
    let body = "![a cat](https://a.example/cat.png) ![](b.png)"
    for (symbols, link) in [(TextSymbols.ascii, "[1]"), (.spoken, " [link 1]")] {
      #expect(
        MarkdownFormatter.format(body, width: 60, symbols: symbols).lines.map(\.text)
          == ["[picture: a cat]\(link) [picture]"])
    }
  }

  @Test(arguments: 1...60)
  func noPictureVanishesWithoutAWord(seed: Int) {
    var random = SplitMix(seed: UInt64(seed))
    let wraps: [(String) -> String] = [
      { $0 }, { "> \($0)" }, { "- \($0)" }, { "# \($0)" }, { "| a |\n|---|\n| \($0) |" },
      { "*\($0)*" }, { "[\($0)](https://example.org)" }, { "x\n\($0)\ny" },
    ]
    var body = ""
    for number in 1...5 {
      let wrap = wraps[Int.random(in: 0..<wraps.count, using: &random)]
      body += wrap("![alt\(number)](p\(number).png)") + "\n\n"
    }
    let text = lines(body, width: 60).joined(separator: " ")
    for number in 1...5 { #expect(text.contains("▣ alt\(number)"), "\(text)") }
  }

  @Test(arguments: [
    ("はhttps://a.org/x。次", "https://a.org/x"), ("（https://a.org/y）と", "https://a.org/y"),
    ("「https://a.org/z」、", "https://a.org/z"), ("https://a.org/v！", "https://a.org/v"),
    ("“https://a.org/q”,", "https://a.org/q"), ("‘https://a.org/r’;", "https://a.org/r"),
    ("“https://a.org/q.”", "https://a.org/q"), ("https://a.org/s… x", "https://a.org/s"),
    ("https://a.org/t—and", "https://a.org/t"), ("«https://a.org/u»", "https://a.org/u"),
    ("(https://a.org/w)。", "https://a.org/w"), ("https://a.org/w_(x)。", "https://a.org/w_(x)"),
    ("https://a.org/p\u{200B} x", "https://a.org/p"),
    ("https://a.org/p\u{3000}x", "https://a.org/p"),
    ("www.a.org/q。次", "http://www.a.org/q"),
    ("https://a.org/p?q=1&r=2”", "https://a.org/p?q=1&r=2"),
    // Letters and what stands within words belong to it, and what angle brackets enclose.
    ("https://a.org/日本", "https://a.org/日本"), ("https://a.org/L’Été–x", "https://a.org/L’Été–x"),
    ("<https://a.org/你好，x>", "https://a.org/你好，x"), ("[a](https://a.org/x。)", "https://a.org/x。"),
    ("https://a.org/x.", "https://a.org/x"),
  ])
  func thePunctuationAroundAnAddressIsNotPartOfIt(text: String, address: String) {
    let formatted = MarkdownFormatter.format(text, width: 80)
    #expect(formatted.links == [address])
    let shown = formatted.lines.map(\.text).joined().replacing("[1]", with: "")
    let words = text.replacing("[a](https://a.org/x。)", with: "a").filter {
      !"<>\u{200B}".contains($0)
    }
    #expect(shown.filter { $0 != " " } == words.filter { $0 != " " })
  }

  @Test
  func struckOutTextHasALineThroughIt() {
    let text = MarkdownFormatter.format("was ~~wrong~~ right", width: 40)
    #expect(text.lines[0].text == "was wrong right")
    #expect(text.lines[0].spans.map(\.attributes) == [[], .strikethrough, []])
    let both = MarkdownFormatter.format("~~a **b** c~~ d", width: 40).lines[0].spans
    #expect(
      both.map(\.attributes)
        == [.strikethrough, [.strikethrough, .bold], .strikethrough, []])
  }

  @Test
  func linksAreNumberedTheSameAddressOnceWhatCantBeOpenedIsText() {
    let text = MarkdownFormatter.format(
      """
      [one](https://example.org/1 "title"), [two *em*][r], [again](https://example.org/1),
      [mail](mailto:ada@example.org), <https://example.org/3>, www.example.org, ada@example.org,
      [bad](javascript:alert(1)), [file](file:///etc/passwd), [here](other.md), [up](#top),
      [none](), [ftp](ftp://example.org), [](https://example.org/4)

      [r]: http://example.org/2
      """, width: 200)
    #expect(
      text.lines.map(\.text).joined(separator: " ") == """
        one[1], two em[2], again[1], mail[3], https://example.org/3[4], www.example.org[5], \
        ada@example.org[3], bad, file, here, up, none, ftp, https://example.org/4[6]
        """)
    #expect(
      text.links == [
        "https://example.org/1", "http://example.org/2", "mailto:ada@example.org",
        "https://example.org/3", "http://www.example.org", "https://example.org/4",
      ])
    #expect(spans(of: text, holding: "em").first?.role == .link(2))
    #expect(spans(of: text, holding: "em").first?.attributes == .italic)
    #expect(spans(of: text, holding: "[2]").first?.role == .marker)
    #expect(spans(of: text, holding: "bad").first?.role == .body)
  }

  @Test(arguments: 5...40)
  func theNumberOfALinkIsInOneLine(width: Int) {
    let body = "<https://example.org/a/very/long/path/that/goes/on?utm_source=x#frag>"
    let text = MarkdownFormatter.format(body, width: width)
    #expect(text.lines.filter { $0.text.contains("[1]") }.count == 1)
    #expect(text.lines.map(\.text).joined() == body.dropFirst().dropLast() + "[1]")
  }

  @Test
  func anAccountOfAnotherInstanceIsNoEMailAddress() {
    let text = MarkdownFormatter.format("by @ada@example.org, ada@example.org", width: 80)
    #expect(text.lines[0].text == "by @ada@example.org, ada@example.org[1]")
  }

  @Test(arguments: [
    "https://example.org/&#27;]0;x", "https://example.org/&#x202E;gpj", "https://exam&#x200B;ple",
    "https://", "http:/example.org", "mailto:", "javascript://example.org/%0aalert(1)",
    "https://example.org/&#10;x", "HTTPS", "data:text/html,x", " https ://x",
  ])
  func addressesThatHideSomethingAreNotOpened(address: String) {
    #expect(MarkdownFormatter.format("[a](<\(address)>)", width: 40).links == [])
  }

  @Test
  func anAddressMayBeLongButNotWithoutEnd() {
    let long = "https://example.org/" + String(repeating: "x", count: 2000)
    #expect(MarkdownFormatter.format("[a](\(long))", width: 40).links == [long])
    #expect(MarkdownFormatter.format("[a](\(long)\(long))", width: 40).links == [])
    let many = (1...1200).map { "[\($0)](http://a.b/\($0))" }.joined(separator: " ")
    #expect(MarkdownFormatter.format(many, width: 40).links.count == 999)
  }

  @Test
  func entitiesAreDecodedAndCannotBringControlCharactersBack() {
    #expect(lines("&lt;b&gt; &copy; &#65; &nosuch;") == ["<b> © A &nosuch;"])
    #expect(lines("a&#27;&#x5b;31mb &#x202E;c &#x9b;31m&#8203;d") == ["ab c ›31md"])
    #expect(lines("`a&#27;b`") == ["a&#27;b"])
    #expect(lines("a\u{1B}[31mb\u{202E}c") == ["abc"])
    #expect(lines("a&nbsp;b c", width: 4) == ["a\u{A0}b", "c"])
  }

  @Test
  func escapesAndSignsThatMeanNothingStay() {
    #expect(lines("\\*a\\* \\# 2 * 3 a_b_c 1 < 2 [x] !a") == ["*a* # 2 * 3 a_b_c 1 < 2 [x] !a"])
    #expect(lines("#hashtag and 5. and -minus") == ["#hashtag and 5. and -minus"])
  }
}
