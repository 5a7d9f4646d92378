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
    "\t- x\n\n[c](d)",
  ])
  func theLinkBehindCodeIsFound(_ body: String) {
    #expect(labels(body) == ["c"])
  }

  @Test func anOpenFenceEndsWithTheText() {
    #expect(labels("[c](d)\n- ```\n  [a](b)\n  ``\n  ~~~\n  [a](b)") == ["c"])
  }
}
