import FireflyCore
import Testing

@testable import FireflyApp

/// While one writes, the edit row says by how much a text is too long for the server.
@Suite struct LimitTests {
  private func writing(_ limits: PostLimits?) -> Walk {
    var walk = Walk(Post.numbered(1...3))
    walk.press(.character("n"))
    walk.open(.newPost(below: nil))
    if let limits {
      walk.send(.editor(.fieldsResponse(PostFields(required: [.title], limits: limits))))
    }
    return walk
  }

  private func editRow(_ walk: Walk) -> String {
    (0..<24).map { walk.row($0) }.first { $0.contains("Ctrl-S") } ?? ""
  }

  @Test func theEditRowTellsWhatIsTooLong() {
    var walk = writing(PostLimits(title: 4, summary: 9, body: 9, image: 9))
    walk.type("füre")
    #expect(editRow(walk).contains("Title 1 byte too long"))
    walk.type("fly")
    #expect(editRow(walk).contains("Title 4 bytes too long"))
    for _ in 1...4 { walk.press(.backspace) }
    #expect(!editRow(walk).contains("too long") && !editRow(walk).contains("word"))
    walk.press(.tab)
    walk.press(.tab)
    walk.type("ten letters")
    #expect(editRow(walk).contains("Body 2 bytes too long"))
  }

  /// Few words are not counted.
  @Test func wordsAreCountedFromFiftyOn() {
    var walk = writing(nil)
    walk.press(.tab, .tab)
    walk.perform(.pasted(String(repeating: "word ", count: 49)))
    #expect(!editRow(walk).contains(" words"))
    walk.type("word")
    #expect(editRow(walk).contains("50 words"))
  }

  @Test func aPlainServerHasNoLimits() {
    var walk = writing(nil)
    walk.type(String(repeating: "x", count: 500))
    #expect(!editRow(walk).contains("too long"))
  }
}
