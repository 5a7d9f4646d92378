import FireflyCore
import Testing

/// Bytes are found wherever they stand in a text.
@Suite struct BytesTests {
  @Test(arguments: [
    ("", false), ("]", false), ("(", false), ("](", true), ("a](b", true), ("]](", true),
    ("a] (", false), ("words](", true), ("é](é", true), ("](\u{301}", true), ("]\u{301}(", false),
  ])
  func aMarkIsFound(text: String, isFound: Bool) {
    #expect(text.hasBytes("](") == isFound)
    #expect(("ab" + text + "cd").dropFirst(2).hasBytes("](") == isFound)
    #expect(text.dropLast(0).hasBytes("](") == isFound)
  }

  @Test func partsOutsideASliceAreNotFound() {
    #expect(!"a](".dropLast().hasBytes("]("))
    #expect(!"](a".dropFirst().hasBytes("]("))
  }
}
