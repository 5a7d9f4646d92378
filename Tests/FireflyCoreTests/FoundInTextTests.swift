import FireflyCore
import Testing

/// People and links in a text, as Mastodon finds them.
struct FoundInTextTests {
  private func found(_ text: String) -> [String] {
    FoundInText.all(in: text).map { String(text[$0.range]) }
  }

  @Test(arguments: [
    ("@ada", ["@ada"]), ("(@ada) and @bob.", ["@ada", "@bob"]),
    ("@zed@sub.far.example: hello", ["@zed@sub.far.example"]),
    ("@a.b-c@127.0.0.1:8080, yes", ["@a.b-c@127.0.0.1:8080"]),
    ("ada@example.org /@ada x=@ada 看@ada", []), ("@ a@ @", []), ("@ada@", ["@ada"]),
  ])
  func people(_ text: String, _ expected: [String]) { #expect(found(text) == expected) }

  @Test(arguments: [
    ("see https://example.org/a_(b)?c=d#e.", ["https://example.org/a_(b)?c=d#e"]),
    ("(https://example.org/a)", ["https://example.org/a"]),
    (
      "Gemini://example.org/a ipfs://b.example x.gopher://c.example",
      ["Gemini://example.org/a", "ipfs://b.example", "gopher://c.example"]
    ),
    ("ftp://example.org/a mailto://b.example", []),
    ("链接https://example.org/a b", ["https://example.org/a"]),
    ("HTTP://Example.ORG", ["HTTP://Example.ORG"]),
    ("https://example.org.", ["https://example.org"]),
    (
      "https://example.org:8080/x, https://b.example/y!",
      ["https://example.org:8080/x", "https://b.example/y"]
    ),
    ("\u{201C}https://example.org/@ada/1\u{201D}", ["https://example.org/@ada/1\u{201D}"]),
    ("xhttps://example.org @https://example.org", ["@https"]),
    ("https://localhost/x http://a.b https:// http", []),
  ])
  func links(_ text: String, _ expected: [String]) { #expect(found(text) == expected) }

  /// An address and a host count as the server counts them, wherever they stand.
  @Test(arguments: [
    ("https://example.org/" + String(repeating: "x", count: 180), 23),
    ("(https://example.org/" + String(repeating: "x", count: 180) + ").", 26),
    ("链接https://example.org/" + String(repeating: "x", count: 180), 25),
    ("a https://t.co", 25), ("(@zed@sub.far.example)", 6), ("mail@example.org", 16),
    ("👨‍👩‍👧‍👦", 1),
  ])
  func mastodonsCount(_ text: String, _ count: Int) {
    var fields = ServiceFields(characters: 500, usualReaders: .everyone)
    fields.linkLength = 23
    #expect(500 - fields.charactersLeft(text: text, warning: "") == count)
  }

  /// A text that the server may take is not refused, whatever it counts as links.
  @Test(
    arguments: [
      (String(repeating: "a", count: 480) + " https://t.co/x", nil, nil),
      (
        String(repeating: "a", count: 470) + " https://example.org/"
          + String(repeating: "x", count: 90), nil, nil
      ),
      (String(repeating: "👩‍🚀", count: 500), nil, nil),
      (String(repeating: "a", count: 501), 23, "1 character too long for m.example."),
      (
        String(repeating: "a", count: 480) + " https://example.org/xxx", 23,
        "4 characters too long for m.example."
      ),
    ] as [(String, Int?, String?)])
  func refusals(_ text: String, _ linkLength: Int?, _ sentence: String?) {
    var fields = ServiceFields(characters: 500, usualReaders: .everyone)
    fields.linkLength = linkLength
    #expect(
      fields.refusal(of: text, warning: "", to: .everyone, hasPicture: false, on: "m.example")
        == sentence)
  }
}
