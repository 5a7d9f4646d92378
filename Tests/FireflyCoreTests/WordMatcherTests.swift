import FireflyCore
import Testing

/// Words are found whole, wherever in a text.
@Suite struct WordMatcherTests {
  @Test(arguments: [
    ("na", "banana", false), ("na", "banana na", true), ("na", "nana", false),
    ("na", "na-na", true), ("an", "banana", false), ("ana", "banana ANA", true),
    ("a b", "a b", true), ("aa", "aaa aa", true), ("é", "cafe é", true),
    ("strasse", "STRAẞE", true), ("日本", "日本語の記事", true), ("の", "日本語の記事", true),
    ("記事A", "日本語の記事AB", false), ("記事A", "日本語の記事A.", true), ("中国", "日本語の記事", false),
    ("x", "", false), ("", "x", false), (" ", "a b", false), ("der", "der.", true),
    ("light*", "a LIGHThouse", true), ("light*", "moonlight", false), ("*light", "moonlight", true),
    ("*light", "lighthouse", false), ("*gh*", "lighthouse", true), ("a*c", "ab bc", true),
    ("a*c", "ab cd", false), ("a*c", "c a", false), ("a*a", "a", false), ("*", "a", false),
    ("**", "a", false), ("a**c", "a b c", true), ("x*日本", "x 日本語", true),
    ("\u{301}", "a", false), ("\u{200B}", "a", false), ("\u{AD}*\u{301}", "a b", false),
    ("🏽", "a", false),
  ])
  func words(_ word: String, _ text: String, _ isFound: Bool) {
    #expect((WordMatcher([word]).first(in: ["other", text]) == word) == isFound)
  }
}
