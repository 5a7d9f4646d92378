import Testing

@testable import FireflyCore

/// Fences of code, in which links stay as they are.
@Suite struct CodeFenceTests {
  /// Returns the labels of the links that are found.
  private func labels(_ body: String) -> [String] {
    var labels: [String] = []
    _ = BodyMark.rewriting(body) { mark in
      labels.append(mark.label)
      return nil
    }
    return labels
  }

  @Test(arguments: [
    "- ```\n  [a](b)\n  ```\n- [c](d)", "- x\n  - ```edn\n    [a](b)\n    ```\n  - [c](d)",
    "1. ~~~\n   [a](b)\n   ~~~\n2. [c](d)", "````\n```\n[a](b)\n```\n````\n[c](d)",
    "```\n[a](b)\n```` \n[c](d)", "```\n``` x\n[a](b)\n```\n[c](d)",
    "- - ```\n    [a](b)\n    ```\n[c](d)", "- ``` x ```\n- [c](d)", "-```\n[c](d)",
    "\t- x\n\n[c](d)", "`x\n[a](b) y`[c](d)", "[`x\ny`\nc](d)", "a\n\n    [a](b)\n\n[c](d)",
    "<pre>\n[a](b)\n\n[a](b)</pre> [a](b)\n[c](d)", "``[a](b) ` `` ` [c](d)",
    "`\(String(repeating: "x", count: 3_000))[a](b)`[c](d)",
  ])
  func theLinkBehindCodeIsFound(_ body: String) {
    #expect(labels(body).map { $0.suffix(1) } == ["c"])
  }

  @Test func anOpenFenceEndsWithTheText() {
    #expect(labels("[c](d)\n- ```\n  [a](b)\n  ``\n  ~~~\n  [a](b)") == ["c"])
  }
}
