import FireflyCore
import Testing

/// The first words of a text as an open card reads them.
@Suite struct PlainWordsTests {
  @Test(arguments: [
    ("AT&amp;T &lt;b&gt; \\*not em\\*", "AT&T <b> *not em*"),
    ("The link\\[1] on the page\\[2]", "The link[1] on the page[2]"),
    ("| a | b |\n|---|---|\n| 1 | 2 |\n\nAfter.", "a · b · 1 · 2 · After."),
    ("Text[^1] with a note.\n\n[^1]: The note.", "Text with a note."),
    ("Heading\n=======\nBody.", "Heading Body."), ("Heading\n---\nBody.", "Heading Body."),
    ("word\\\nhard break", "word hard break"),
    ("~~gone~~ **bold** _em_ `a_b` H<sub>2</sub>O", "gone bold em a_b H2O"),
    ("<!-- hidden --> Shown text.", "Shown text."),
    ("<b>bold</b> html <br> next", "bold html next"),
    ("[link]: http://example.org\nSee it.", "See it."),
    ("***\ntext after a rule", "text after a rule"),
    ("snake_case_name and 2 * 3 * 4", "snake_case_name and 2 * 3 * 4"),
    ("~/boat.png, a ~ b", "~/boat.png, a ~ b"), ("un**believ**able", "unbelievable"),
    ("goes **down**.", "goes down."), ("a < b and b > c", "a < b and b > c"),
    ("*one, _two_*", "one, two"), ("5*3", "5*3"), ("lone ** mark", "lone ** mark"),
    ("a `*b*` `` c`d `` e`f *g*", "a *b* c`d e`f g"), ("**`a`** b", "a b"), ("\\`*a*\\`", "`a`"),
    ("Words.\n\n    code\n\n- a\n  ```\n  b\n  ```", "Words. · a"),
    (
      "Winter.\n\n- leek\n  and potato\n- [ ] buy **nutmeg**\n\nSoon.",
      "Winter. · leek and potato · buy nutmeg · Soon."
    ),
    ("I packed:\n1. boots\n2) a coat", "I packed: boots · a coat"),
    ("- one\nlazy\n\n  more", "one lazy · more"), ("1984. A year", "1984. A year"),
    ("-1 degree\n-", "-1 degree"), ("- a\n-\n- b", "a · b"),
    ("~~~\n```\n~~~\nWords.", "Words."), ("```\ncode\n```", "code"),
    ("<pre>a</pre>\nWords.", "Words."),
    ("see <https://e.example/a_b_c>", "see https://e.example/a_b_c"),
  ])
  func marksAreLeftOut(body: String, words: String) {
    let opening = PostText(body: body).opening
    #expect(opening.split(separator: " ").joined(separator: " ") == words)
  }

  /// It takes time by the length of the text.
  @Test(arguments: ["*", "_ *", "<", "<a ", "&", "[^", "`", "\\", "~~", "**a"])
  func hostileTextsEnd(part: String) {
    let text = String(repeating: part, count: 20_000)
    #expect(PostText.withoutMarks(text).count <= text.count)
  }
}
