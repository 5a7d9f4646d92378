import FireflyCore
import SeededRandom
import Testing

@Suite struct BodyLinkTests {
  private func rewritten(_ body: String) -> String {
    BodyLink.rewriting(body) { link, name in
      switch name {
      case "1": .text("[\(link.label)](post:101)")
      case "2": .text(link.label)
      default: nil
      }
    }
  }

  @Test func anAddressLeadsToANumber() {
    #expect(BodyLink.number(of: BodyLink.address(of: 123)) == 123)
    for other in ["post:", "post:0", "post:-1", "post:1x", "post:+1", "https://1", "Post:1"] {
      #expect(BodyLink.number(of: other) == nil)
    }
    #expect(BodyLink.number(of: "post:99999999999999999999") == nil)
  }

  @Test(arguments: [
    ("[the boat](post:1)", "[the boat](post:101)"),
    ("see [the *old* boat](post:2), it sails", "see the *old* boat, it sails"),
    ("[a](post:1) and [b](post:2) and [c](post:3)", "[a](post:101) and b and [c](post:3)"),
    ("[two\nlines](post:1)", "[two\nlines](post:101)"),
    ("[a [b] c](post:1)", "[a [b] c](post:101)"),
    ("[a](post:1 \"A (red) boat\")", "[a](post:101)"), ("[a](post:1 x)", "[a](post:1 x)"),
    ("[a\\](post:1)", "[a\\](post:1)"),
    ("`[a](post:1)` [a](post:1)", "`[a](post:1)` [a](post:101)"),
    ("```\n[a](post:1)\n```\n[a](post:1)", "```\n[a](post:1)\n```\n[a](post:101)"),
    ("```let x``` words\n[a](post:1)", "```let x``` words\n[a](post:101)"),
    ("[[a](post:1)](post:2)", "[[a](post:101)](post:2)"),
    ("![a](post:1)", "![a](post:1)"),
    ("<post:1> [<post:1>](x) `<post:1>`", "[post:1](post:101) [<post:1>](x) `<post:1>`"),
    ("<post:2>, <post:> <https://a.org>", "post:2, <post:> <https://a.org>"),
    ("- ```\n  [a](post:1)\n  ```\n- [a](post:1)", "- ```\n  [a](post:1)\n  ```\n- [a](post:101)"),
    ("- ```\n  x\n- [a](post:1)", "- ```\n  x\n- [a](post:101)"),
    ("1. ~~~ x\n   ```\n   ~~~\n\n[a](post:1)", "1. ~~~ x\n   ```\n   ~~~\n\n[a](post:101)"),
    ("> ```\n> x\n[a](post:1)", "> ```\n> x\n[a](post:101)"),
    ("````\n```\n````\n[a](post:1)", "````\n```\n````\n[a](post:101)"),
    ("```\n``` x\n[a](post:1)\n```", "```\n``` x\n[a](post:1)\n```"),
    ("[a\n\n](post:1)", "[a\n\n](post:1)"),
    ("[a](post:)", "[a](post:)"), ("[a](post:1", "[a](post:1"), ("](post:1)", "](post:1)"),
  ])
  func linksAreRewrittenOutsideCode(body: String, expected: String) {
    #expect(rewritten(body) == expected)
  }

  @Test func whatIsKeptStaysByteForByte() {
    var random = SplitMix(seed: 7)
    let parts = [
      "[", "]", "](post:", ")", "`", "```\n", "\n", "\\", "é", "!", " ", "1", "[x](post:1)",
    ]
    for _ in 0..<2_000 {
      let body = (0..<Int.random(in: 0...30, using: &random))
        .map { _ in parts[Int.random(in: 0..<parts.count, using: &random)] }.joined()
      #expect(BodyLink.rewriting(body) { _, _ in nil } == body)
    }
  }

  @Test func namesOfDocumentsNeedNoEscapes() {
    let name = BodyLink.name(for: "Folder/My note (old).md")
    #expect(name == "~Folder%2FMy%20note%20%28old%29%2Emd")
    #expect(BodyLink.number(named: name) == nil)
    var found: [String] = []
    _ = BodyLink.rewriting(BodyLink.markdown("a", to: name)) { _, name in
      found.append(name)
      return nil
    }
    #expect(found == [name])
    #expect(
      BodyLink.name(for: "a") != BodyLink.name(for: "A") && BodyLink.name(for: "ü") == "~%C3%BC")
  }
}
