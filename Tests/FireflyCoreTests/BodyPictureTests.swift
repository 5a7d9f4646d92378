import FireflyCore
import Testing

/// The pictures that bodies show.
@Suite struct BodyPictureTests {
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
