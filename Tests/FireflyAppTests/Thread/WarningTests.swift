import FireflyCore
import FireflyScreen
import Testing

@testable import FireflyApp

/// Texts behind warnings, and sensitive pictures.
@Suite struct WarningTests {
  private static func warned(_ id: Int, below parent: Int?) -> Post {
    var post = Conversation.post(id, below: parent, "He dies at the end.", by: "Ben")
    (post.title, post.summary) = ("ending of the play", "content warning")
    post.facts.service = ServiceFacts(readers: .everyone)
    post.facts.service?.hidesText = true
    return post
  }

  /// In a thread a warned reply is its warning, until Enter opens it.
  @Test func aWarnedReplyIsFolded() {
    var walk = Conversation.entered()
    walk.answer(1, [Conversation.replies[0], Self.warned(12, below: 11)])
    walk.wait(1)
    #expect(walk.text.contains("ending of the play") && walk.state.list.isFolded(12))
    #expect(!walk.text.contains("He dies"))
    walk.press(.down, .down)
    #expect(walk.selected == 12 && walk.state.list.isFolded(12))
    walk.press(.enter)
    #expect(!walk.state.list.isFolded(12))
  }

  /// As the account wants it, or one's own, it is open.
  @Test func whoseTextIsNotHiddenIsOpen() {
    var walk = Conversation.entered()
    var open = Self.warned(12, below: 11)
    open.facts.service?.hidesText = nil
    walk.answer(1, [Conversation.replies[0], open])
    #expect(!walk.state.list.isFolded(12))
  }

  @Test func theRightColumnShowsNothingOfIt() {
    var walk = Walk([Self.warned(1, below: nil)], width: 200, height: 50)
    walk.wait(1)
    #expect(walk.text.contains("ending of the play") && !walk.text.contains("He dies"))
  }

  /// A sensitive picture is a field with its description; the key for pictures opens it, and it stays open.
  @Test func aSensitivePictureIsAField() {
    var post = Post.numbered(1, body: "Words.")
    post.facts.service = ServiceFacts(readers: .everyone)
    post.facts.service?.hiddenPicture = "https://a.example/grave.png"
    post.facts.pictureWords = "a grave in the fog"
    var walk = Walk([post])
    walk.press(.enter)
    walk.wait(1)
    #expect(walk.text.contains("a grave in the fog · sensitive · z shows it"))
    let effects = walk.press(.character("z"))
    #expect(effects.contains(.picture(.load(address: "https://a.example/grave.png"))))
    walk.press(.escape)
    #expect(walk.state.list.posts[0].imageURL == "https://a.example/grave.png")
    #expect(!walk.text.contains("sensitive"))
  }
}
