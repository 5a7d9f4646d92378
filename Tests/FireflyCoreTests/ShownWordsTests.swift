import Testing

@testable import FireflyCore

/// Whether a text that a service shows is the one that was typed: in doubt, they are alike.
@Suite struct ShownWordsTests {
  private func likeness(_ typed: String, _ html: String) -> ShownWords.Likeness {
    ShownWords(html: html).likeness(to: ShownWords(typed: typed))
  }

  @Test(arguments: [
    ("some *words*\n\nhere", "<p>some <b>words</b></p><p>here</p>"),
    ("a &lt; b & \"c\"", "a &amp;lt; b &amp; &quot;c&quot;"),
    (
      "@bob@example.org see https://a.example/b_c",
      "<a href=\"x\">@<span>bob</span></a> see <span>https://</span><span>a.example/b_c</span>"
    ),
    ("https://a.example/b", "https://a.example/b"), (":)", ":)"),
  ])
  func theSame(_ typed: String, _ html: String) {
    #expect(likeness(typed, html) == .same)
  }

  /// One word in common, a cut text, another address or reader, signs alone: that can't be known.
  @Test(arguments: [
    ("one two three four five", "<p>one</p>"), ("words with :smiley:", "<p>words with <img></p>"),
    ("look: https://a.example", "look: https://b.example"),
    ("look: https://a.example/long", "look: <a>a.example/lo…</a>"),
    ("@bob hello", "@cy hello"), ("@bob hello", "hello"),
    ("https://a.example", "<a>a.example</a>"), (":)", "<img>"), (":)", "words"),
    ("こんにちは :ok:", "こんにちは"),
  ])
  func whatMayBeTheSame(_ typed: String, _ html: String) {
    #expect(likeness(typed, html) == .alike)
  }

  @Test func whatHasNoWordInCommonIsDifferent() {
    #expect(likeness("some words", "<p>quite another text</p>") == .different)
  }
}
