import FireflyCore
import FireflyScreen
import SeededRandom
import Testing

@testable import FireflyApp

@Suite("Redo") struct RedoTests {
  private func writing() -> Walk {
    var walk = Walk(Post.numbered(1...3))
    walk.press(.character("n"))
    walk.open(.newPost(below: nil))
    return walk
  }

  /// Goes back through the fields the way undo came, also what one paste put into two.
  @Test
  func goesBackThroughTheFieldsTheWayUndoCame() {
    var walk = writing()
    walk.type("title")
    walk.press(.tab)
    walk.type("summary")
    walk.press(.tab)
    walk.type("body")
    walk.press(.tab)
    walk.perform(.pasted("a\nb"))
    var states = [walk.state.focus.editor?.words]
    for _ in 0..<4 {
      walk.press(.control("z"))
      states.append(walk.state.focus.editor?.words)
    }
    #expect(states.last == PostText())
    for words in states.dropLast().reversed() {
      walk.press(.alt("z"))
      #expect(walk.state.focus.editor?.words == words)
    }
    // And once more.
    for words in states.dropFirst() {
      walk.press(.control("z"))
      #expect(walk.state.focus.editor?.words == words)
    }
  }

  @Test
  func afterAnotherChangeItBringsNothingBackOfOtherFields() {
    var walk = writing()
    walk.type("title")
    walk.press(.tab)
    walk.type("summary")
    walk.press(.control("z"))
    walk.type("x")
    walk.press(.alt("z"))
    #expect(walk.state.focus.editor?.words == PostText(title: "title", summary: "x"))
  }

  @Test(arguments: 0..<20)
  func undoneAndRedoneToTheEndTheWordsAreTheSame(seed: Int) {
    var random = SplitMix(seed: UInt64(seed))
    var walk = writing()
    for _ in 0..<60 {
      switch Int.random(in: 0..<10, using: &random) {
      case 0: walk.press(.tab)
      case 1: walk.perform(.pasted("one\ntwo \(seed)\nthree"))
      case 2: walk.press(.control("z"))
      case 3: walk.press(.alt("z"))
      case 4: walk.press(.backspace)
      default: walk.type("w ")
      }
    }
    let words = walk.state.focus.editor?.words
    var count = 0
    while EditorField.allCases.contains(where: { walk.state.focus.editor?[$0].canUndo == true }) {
      walk.press(.control("z"))
      count += 1
    }
    #expect(walk.state.focus.editor?.words == PostText())
    for _ in 0..<count { walk.press(.alt("z")) }
    #expect(walk.state.focus.editor?.words == words)
  }
}
