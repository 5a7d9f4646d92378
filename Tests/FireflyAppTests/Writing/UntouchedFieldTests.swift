import FireflyCore
import FireflyScreen
import Testing

@testable import FireflyApp

/// Titles and summaries of other programs may hold line breaks and tabs, which a field shows as spaces.
@Suite("Fields that nobody touches")
struct UntouchedFieldTests {
  private static let words = PostText(
    title: "a\ttitle\nof two lines", summary: "one\n\ntwo\tthree", body: "three\n\n\tfour")

  private func changing() -> Walk {
    var post = Post.numbered(1)
    post.apply(Self.words)
    var walk = Walk([post])
    walk.press(.character("e"))
    walk.open(.edit(1))
    return walk
  }

  private func saved(_ effects: [Effect]) -> [PostText] {
    effects.compactMap { if case .writing(.save(let draft)) = $0 { draft.words } else { nil } }
  }

  @Test
  func openingAndClosingTheEditorChangesNothing() {
    var walk = changing()
    #expect(walk.state.focus.editor?.title.text == "a title of two lines")
    walk.press(.tab, .end, .tab, .up)
    #expect(walk.state.focus.editor?.isWorthKeeping == false)
    #expect(walk.press(.escape).contains { if case .draft(.remove) = $0 { true } else { false } })
    #expect(walk.state.focus.isEmpty)
  }

  @Test
  func unchangedFieldsAreSentUnchanged() throws {
    var walk = changing()
    walk.press(.tab, .tab, Key(.end, .control))
    walk.type("!")
    var words = try #require(saved(walk.press(.control("s"))).first)
    #expect(words.body == "three\n\n\tfour!")
    words.body = Self.words.body
    #expect(words == Self.words)
    walk = changing()
    walk.press(.end)
    walk.type("!")
    words = try #require(saved(walk.press(.control("s"))).first)
    #expect(words.title == "a title of two lines!" && words.summary == Self.words.summary)
  }

  @Test
  func theWayThroughOnesOwnEditorChangesNothingEither() {
    var walk = changing()
    let document = Self.words.document()
    walk.perform(.editor(.externalEditorClosed(.changed(document))))
    #expect(walk.state.note?.text == "Your editor made no changes.")
    walk.perform(
      .editor(.externalEditorClosed(.changed(document.replacing("three", with: "five")))))
    #expect(walk.state.note?.text == "Updated from your editor; Ctrl-Z undoes it.")
    #expect(walk.state.focus.editor?.words.title == Self.words.title)
    #expect(walk.state.focus.editor?.words.body == "five\n\n\tfour")
  }
}
