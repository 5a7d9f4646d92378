import FireflyCore
import SeededRandom
import Testing

/// The pictures that bodies show.
@Suite struct BodyPictureTests {
  @Test(arguments: [
    ("![a](x.png)", "![a](X)"), ("[see ![a](x.png)](y)", "[see ![a](X)](y)"),
    ("![a](<x.png> \"t\")", "![a](X \"t\")"), ("![a](x.png 'it')", "![a](X 'it')"),
    ("![](a (1).png)", "![](<1>)"), ("![](x.png", "![](x.png"), ("](x\n.png)", "](x\n.png)"),
    ("`](x.png)` \\](x.png) ](x.png)", "`](x.png)` \\](x.png) ](X)"),
    ("```\n](x.png)\n```\n](x.png)", "```\n](x.png)\n```\n](X)"),
    ("(x.png) [x.png]", "(x.png) [x.png]"), ("![](", "![]("), ("![](<x.png)", "![](<x.png)"),
  ])
  func addressesAreReplaced(_ body: String, _ new: String) {
    let addresses = ["x.png": "X", "a (1).png": "<1>"]
    #expect(BodyAddress.rewriting(body) { addresses[$0] } == new)
  }

  /// What nothing replaces stays as it is, whatever it is.
  @Test func otherTextStays() {
    var random = SplitMix(seed: 41)
    let parts = [
      "[", "](", ")", "<", ">", "\\", "`", "```", "~~~", "http://a", "\n", " ", "é", "x@y", "h",
    ]
    for _ in 0..<2_000 {
      let text = (0..<Int.random(in: 0...24, using: &random)).map { _ in
        parts.randomElement(using: &random) ?? ""
      }.joined()
      #expect(BodyAddress.rewriting(text, alone: { _ in nil }) { _ in nil } == text)
      #expect(BodyAddress.rewriting(text, alone: { $0 }) { $0 }.utf8.count <= text.utf8.count)
    }
  }

  @Test func namesAreInOrderAndOnce() {
    let text = "![](/uploads/b.png) see /uploads/a.jpg. ![](/uploads/b.png) /uploads/c.txt"
    #expect(BodyPicture.names(in: text) == ["b.png", "a.jpg"])
  }

  @Test func namesLeaveTheFolderOfPicturesNowhere() {
    for address in ["/uploads/../x.png", "/uploads/a/b.png", "/uploads/", "/x.png", "x.png"] {
      #expect(BodyPicture.name(of: address) == nil, "\(address)")
    }
    #expect(BodyPicture.name(of: "/uploads/x.png") == "x.png")
  }

  @Test func wordsBecomeALabel() {
    #expect(
      BodyPicture.markdown("a [red]\nboat \\", at: "/uploads/x.png")
        == "![a \\[red\\] boat \\\\](/uploads/x.png)")
  }
}
