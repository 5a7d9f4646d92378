import FireflyCore
import FireflyModel
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

  /// A search finds what is behind a warning, but only Enter opens it.
  @Test func aSearchFindsItAndDoesNotOpenIt() {
    var walk = Conversation.entered(height: 40)
    let below = Conversation.post(13, below: 12, "He dies twice.", by: "Cleo")
    let last = Conversation.post(16, below: 10, "Nobody dies.", by: "Eva")
    walk.answer(1, [Conversation.replies[0], Self.warned(12, below: 11), below, last])
    walk.press(.character("/"))
    walk.type("dies")
    #expect(walk.selected == 12 && walk.state.list.isFolded(12), "\(walk.text)")
    walk.press(.enter)
    // What is below it is behind it, too.
    walk.press(.character("n"))
    #expect(walk.selected == 16 && walk.state.list.isFolded(12))
    walk.press(.character("N"))
    #expect(walk.selected == 12 && walk.state.list.isFolded(12))
    #expect(!walk.text.contains("He dies"))
    walk.press(.enter)
    #expect(!walk.state.list.isFolded(12) && walk.text.contains("He dies at the end."))
    walk.press(.character("n"))
    #expect(walk.selected == 13)
  }

  /// The key for the next new post stops at it, and goes on from there; only Enter opens it.
  @Test func theNextNewPostIsTheWarning() {
    var replies = Conversation.replies
    replies[1] = Self.warned(12, below: 11)
    var walk = Conversation.walk(height: 40, replies: replies)
    var marks = ReadMarks(since: 0)
    marks.apply(.firstContact(highest: 10))
    marks.apply(.read([11, 13, 15, 17, 18]))
    walk.perform(.readMarks(.loaded(marks)))
    // What is below it is behind it, too.
    for id in [12, 16, 12] {
      walk.press(.character("N"))
      #expect(walk.selected == id && walk.state.list.isFolded(12), "\(walk.text)")
      #expect(!walk.text.contains("He dies"))
    }
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

  private static func hidden(isSensitive: Bool?) -> Post {
    var post = Post.numbered(1, body: "Words.")
    post.facts.service = ServiceFacts(readers: .everyone)
    post.facts.service?.hiddenPicture = "https://a.example/grave.png"
    post.facts.service?.isSensitive = isSensitive
    post.facts.pictureWords = "a grave in the fog"
    return post
  }

  /// Without pictures, the key for them says what is there, and where it can be seen.
  @Test(arguments: [false, true]) func inWordsTheKeySaysWhatItShows(isSpoken: Bool) {
    var walk = Walk([Self.hidden(isSensitive: true)])
    walk.state.isSpoken = isSpoken
    if !isSpoken { walk.state.settings.pictures = .none }
    #expect(walk.press(.character("z")) == [])
    #expect(
      walk.state.note?.text
        == "A sensitive picture: a grave in the fog. O opens the post's page.")
    #expect(walk.state.list.posts[0].service?.hiddenPicture != nil)
  }

  /// A sensitive picture is a field with its description, and so is one that the account hides with all others; the
  /// key for pictures opens it, and it stays open.
  @Test(arguments: [(true, "sensitive"), (nil, "hidden")] as [(Bool?, String)])
  func aSensitivePictureIsAField(isSensitive: Bool?, kind: String) {
    var walk = Walk([Self.hidden(isSensitive: isSensitive)])
    walk.press(.enter)
    walk.wait(1)
    #expect(walk.text.contains("a grave in the fog · \(kind) · z shows it"))
    let effects = walk.press(.character("z"))
    #expect(effects.contains(.picture(.load(address: "https://a.example/grave.png"))))
    walk.press(.escape)
    #expect(walk.state.list.posts[0].imageURL == "https://a.example/grave.png")
    #expect(!walk.text.contains(kind))
  }
}
