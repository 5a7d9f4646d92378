import Testing

@testable import FireflyCore

/// No text ends the code that it stands in.
@Suite struct FencedTextTests {
  @Test(arguments: [
    ("a", "```"), ("a `b` c", "```"), ("+```", "```"),
    ("```", "````"), ("  ````x", "`````"),
    ("", "```"),
  ])
  func blocksAreLonger(_ text: String, _ fence: String) {
    #expect(CodeFence.block([text], "c") == [fence + "c", text, fence])
  }

  @Test(arguments: [
    ("a", "`a`"), ("a`b", "``a`b``"), ("`a", "`` `a ``"), ("a``", "``` a`` ```"),
  ])
  func spansAreLonger(_ text: String, _ span: String) {
    #expect(CodeFence.span(text) == span)
  }
}
