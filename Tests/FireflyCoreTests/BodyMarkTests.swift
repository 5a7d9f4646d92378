import FireflyCore
import SeededRandom
import Testing

/// Links, pictures and addresses in bodies.
@Suite struct BodyMarkTests {
  @Test(arguments: [
    ("![a](x.png)", "![a](X)"), ("[see ![a](x.png)](y)", "[see ![a](X)](y)"),
    ("[![a](x.png)](x.png)", "[![a](X)](X)"), ("[a [b](x.png) c](x.png)", "[a [b](X) c](x.png)"),
    ("![a](<x.png> \"t\")", "![a](X \"t\")"), ("![a](x.png 'it')", "![a](X 'it')"),
    ("![a]( x.png )", "![a]( X )"), ("![](a (1).png)", "![](<1>)"), ("![](x.png", "![](x.png"),
    ("![a\nb](x.png)", "![a\nb](X)"), ("![a\n\nb](x.png)", "![a\n\nb](x.png)"),
    ("[a](x\n.png)", "[a](x\n.png)"), ("](x.png)", "](x.png)"),
    ("`[](x.png)` \\[](x.png) [](x.png)", "`[](x.png)` \\[](x.png) [](X)"),
    ("```\n[](x.png)\n```\n[](x.png)", "```\n[](x.png)\n```\n[](X)"),
    ("[a]: x.png", "[a]: X"), ("  [a]: <x.png> \"t\"\n", "  [a]: X \"t\"\n"),
    ("b [a]: x.png", "b [a]: x.png"), ("[a]: x.png b", "[a]: x.png b"), ("[a]:", "[a]:"),
    ("a\n\n    [](x.png)\n[](x.png)", "a\n\n    [](x.png)\n[](X)"),
    ("a\n    [](x.png)", "a\n    [](X)"), ("- a\n\n    [](x.png)", "- a\n\n    [](X)"),
    ("1. a\n\nb\n\n\t[](x.png)", "1. a\n\nb\n\n\t[](x.png)"),
    ("a\n\n\t```\n    b\n    ```\n\n[](x.png)", "a\n\n\t```\n    b\n    ```\n\n[](X)"),
    ("$[a](x.png)$ $$\n[a](x.png)\n$$ [](x.png)", "$[a](x.png)$ $$\n[a](x.png)\n$$ [](X)"),
    ("$5 [a](x.png)$6", "$5 [a](X)$6"), ("(x.png) [x.png]", "(x.png) [x.png]"), ("![](", "![]("),
    ("![](<x.png)", "![](<x.png)"),
  ])
  func addressesAreReplaced(_ body: String, _ new: String) {
    let addresses = ["x.png": "X", "a (1).png": "<1>"]
    #expect(BodyMark.readdressing(body) { addresses[$0] } == new)
  }

  @Test(arguments: [
    ("![a *b*](x \"y\") c", "<picture a *b*|x|y> c"), ("!\\[a](x)", "!\\[a](x)"),
    ("[![a](x)](z)", "<link <picture a|x|>|z|>"), ("see https://a.", "see <address |https://a|>."),
    ("(http://a) xhttp://a", "(<address |http://a|>) xhttp://a"),
    ("\\<1\\_a@b> <a b>", "<address |1_a@b|> <a b>"), ("[<a@b>](c)", "<link <a@b>|c|>"),
    ("[a\nhttps://b", "[a\n<address |https://b|>"), ("[a https://b", "[a https://b"),
  ])
  func marksHaveTheirParts(_ body: String, _ new: String) {
    let found = BodyMark.rewriting(body, withAddresses: true) {
      .text("<\($0.kind) \($0.label)|\($0.address)|\($0.title)>")
    }
    #expect(found == new)
  }

  /// What nothing replaces stays as it is, whatever it is.
  @Test func otherTextStays() {
    var random = SplitMix(seed: 41)
    let parts = [
      "[", "](", ")", "<", ">", "\\", "`", "```", "~~~", "http://a", "\n", " ", "é", "x@y", "h",
      "!", "\"", "[a](b)", "[a\nb](c) [d](e)", "[", "]: x",
    ]
    for _ in 0..<2_000 {
      let text = (0..<Int.random(in: 0...24, using: &random)).map { _ in
        parts.randomElement(using: &random) ?? ""
      }.joined()
      #expect(BodyMark.rewriting(text, withAddresses: true) { _ in nil } == text)
      let same = BodyMark.rewriting(text, withAddresses: true) { .address($0.address) }
      #expect(same.utf8.count <= text.utf8.count)
      let less = BodyMark.rewriting(text, withAddresses: true) { _ in
        Bool.random(using: &random) ? .text("") : nil
      }
      #expect(less.utf8.count <= text.utf8.count)
    }
  }

  @Test(arguments: ["![", "[", "[a](", "<", "]", "![](x)", "[![", "\\<"])
  func anyTextTakesLinearTime(_ part: String) {
    var count = 0
    let text = String(repeating: part, count: 40_000 / part.utf8.count)
    _ = BodyMark.rewriting(text + "](x)", withAddresses: true) { mark in
      count += mark.label.utf8.count
      return .text(mark.label)
    }
    #expect(count < 4_000_000)
  }
}
