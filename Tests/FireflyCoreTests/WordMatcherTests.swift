import FireflyCore
import Testing

/// Words are found whole, wherever in a text.
@Suite struct WordMatcherTests {
  @Test(arguments: [
    ("na", "banana", false), ("na", "banana na", true), ("na", "nana", false),
    ("na", "na-na", true), ("an", "banana", false), ("ana", "banana ANA", true),
    ("a b", "a b", true), ("aa", "aaa aa", true), ("é", "cafe é", true),
    ("strasse", "STRAẞE", true),
    ("x", "", false), ("", "x", false), (" ", "a b", false), ("der", "der.", true),
  ])
  func words(_ word: String, _ text: String, _ isFound: Bool) {
    #expect((WordMatcher([word]).first(in: ["other", text]) == word) == isFound)
  }
}
