import FireflyCore
import Testing

@Suite struct ShortenedTextTests {
  @Test(arguments: [
    ("", 3, ""), ("abc", 3, "abc"), ("abcd", 3, "ab…"), ("a  bcd", 4, "a…"), ("    ", 3, "…"),
    ("ab", 0, "…"), ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"),
    ("👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧", 2, "👩‍👩‍👧…"), ("👩‍👩‍👧👩‍👩‍👧", 2, "👩‍👩‍👧👩‍👩‍👧"),
  ])
  func truncatedListsAreReported(text: String, count: Int, short: String) {
    #expect(text.shortened(to: count) == short)
    #expect(text[...].shortened(to: count) == short)
  }
}
