import FireflyCore
import FireflyModel
import FireflyScreen
import Testing

@testable import FireflyApp

/// The comment that a reply answers stays in view above the editor, in threads, too.
@Suite struct AnsweredReplyTests {
  private static let long =
    (1...30).map { "Line \($0)." }.joined(separator: "\n\n") + "\n\nThe last words."

  private func answering(_ id: Post.ID, width: Int, height: Int) -> Walk {
    let replies = Conversation.replies.map { post in
      post.id == 13 ? Conversation.post(13, below: 12, Self.long, by: "Ada") : post
    }
    var walk = Conversation.walk(width: width, height: height, replies: replies)
    walk.state.site = walk.state.site.with(ServerAbilities())
    walk.perform(.list(.postSelected(id)))
    walk.press(.character("+"))
    let target = DraftTarget.newPost(below: id)
    walk.perform(.editor(.draftOpened(target, DraftOpening(idempotencyKey: "key"))))
    return walk
  }

  @Test(arguments: [(80, 24), (120, 40), (200, 60), (40, 14)])
  func itsLastLinesStandAboveTheEditor(width: Int, height: Int) throws {
    for (id, name, last) in [
      (13, "Ada", "The last words."), (16, "Eva", "What does it cost to run?"),
      (18, "Ada", "My aunt does."),
    ] {
      var walk = answering(id, width: width, height: height)
      #expect(walk.state.focus.editor?.target == .newPost(below: id))
      func expectInView() throws {
        // The bar at the top and the editor may name it by its first words.
        let lines = walk.text.split(separator: "\n", omittingEmptySubsequences: false).dropFirst()
          .filter { !$0.contains("below: ") }
        let text = try #require(lines.firstIndex { $0.contains(last) }, "\(walk.text)")
        #expect(lines[..<text].contains { $0.contains(name) }, "\(walk.text)")
        #expect(lines.count { $0.contains(last) } == 1, "\(walk.text)")
        let body = try #require(walk.frame.elements.last { $0.id == "editor-body" })
        #expect(body.rect.y > text)
      }
      try expectInView()
      // However long the answer gets.
      walk.type((1...60).map { "Word \($0)" }.joined(separator: " "))
      for _ in 0..<40 { walk.press(.enter) }
      walk.type("end")
      let lines = walk.text
      #expect(lines.contains(last), "\(lines)")
      #expect(lines.contains("end"))
    }
  }

  @Test func whenItIsClosedTheThreadIsWhereItWas() {
    var walk = answering(16, width: 80, height: 24)
    walk.press(.escape)
    #expect(walk.state.focus.editor == nil)
    #expect(walk.state.answeredRows == 0)
    #expect(walk.selected == 16)
    #expect(walk.text.contains("What does it cost to run?"))
    let cards = walk.restingLayout()
    #expect(walk.position.scroll <= max(0, cards.height - walk.context.layout.windowHeight))
  }

  @Test func aSmallScreenHasNoRoomForIt() {
    let walk = answering(16, width: 40, height: 8)
    #expect(walk.state.answeredRows == 0)
  }
}
