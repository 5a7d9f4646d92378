import FireflyCore
import FireflyModel
import FireflyScreen
import Testing

@testable import FireflyApp

/// Where notes stand, and how long.
@Suite("Notes")
struct NoteTests {
  private static let sentences = [
    "Copied.", "The server did not answer within 20 seconds. Press r to try again.",
    String(repeating: "A long sentence about what has happened. ", count: 12),
  ]

  @Test(arguments: sentences)
  func aNoteStandsBelowTheListNeverOverIt(sentence: String) {
    for (width, height) in [(80, 24), (120, 40), (40, 12), (24, 8)] {
      for keys in [[], [Key.end], [.enter], [.end, .enter], [.character("n")]] {
        var walk = Walk(Post.numbered(1...9), width: width, height: height)
        for key in keys { walk.press(key) }
        if walk.state.focus.editor != nil { walk.open(.newPost(below: nil)) }
        walk.send(.noted(sentence))
        let layout = walk.state.layout
        #expect(layout.note.height > 0 && layout.note.y == layout.list.maxY)
        #expect(layout.note.maxY == layout.toolbar.y)
        // What is selected, or written, stays in view.
        let cursor = walk.frame.cursor
        #expect(cursor.map { layout.list.contains($0) } == true, "\(width)x\(height) \(keys)")
        // No card reaches below the list.
        for element in walk.frame.pressables where element.id.hasPrefix("card-") {
          #expect(element.rect.maxY <= layout.list.maxY)
        }
        walk.wait(10)
        #expect(walk.state.layout.note.isEmpty && walk.state.layout.list.maxY == layout.toolbar.y)
      }
    }
  }

  /// The next key ends a note that was there for a second; what failed stays for its time.
  @Test(arguments: [false, true]) func aNoteGoesWithTheNextKey(isError: Bool) {
    var walk = Walk(Post.numbered(1...3))
    walk.perform(.noted("Copied.", isError: isError))
    walk.press(.down)
    #expect(walk.text.contains("Copied."))
    walk.now += 1.5
    // What comes meanwhile is no key.
    walk.answer(Walk.users, [])
    #expect(walk.text.contains("Copied."))
    walk.press(.down)
    #expect(walk.text.contains("Copied.") == isError)
  }

  /// What failed is said on the screen where it did.
  @Test(arguments: [Key.function(2), .character("S"), .character("?"), .right])
  func whatFailedIsNotSaidOnAnotherScreen(key: Key) {
    var walk = Walk([.numbered(1, children: 2)])
    walk.perform(.noted("No program opens it.", isError: true))
    walk.press(.down)
    #expect(walk.text.contains("No program opens it."))
    walk.press(key)
    #expect(walk.state.note == nil)
  }

  @Test
  func aFailedSaveIsSaidAsLongAsItIsNotSavedInTheEditor() {
    var walk = Walk(Post.numbered(1...3))
    walk.press(.character("n"))
    walk.open(.newPost(below: nil))
    walk.type("Fog")
    walk.press(.control("s"))
    walk.perform(
      .editor(
        .saveResponse(.newPost(below: nil), .failure(LoadFailure(.offline, "Can't reach it.")))))
    for _ in 0..<3 {
      #expect(walk.text.contains("Not saved. Can't reach it."))
      walk.wait(60)
      walk.type("g")
    }
    walk.press(.control("s"))
    #expect(!walk.text.contains("Not saved"))
    walk.perform(.editor(.saveResponse(.newPost(below: nil), .success(.numbered(40)))))
    walk.wait(60)
    #expect(!walk.text.contains("Not saved"))
  }

  @Test(arguments: [true, false])
  func theSameElsewhereUntilItIsSavedOrDiscarded(isSaved: Bool) {
    var walk = Walk(Post.numbered(1...3))
    walk.press(.character("n"))
    walk.open(.newPost(below: nil))
    walk.type("Fog")
    walk.press(.control("s"), .function(2))
    walk.perform(
      .editor(
        .saveResponse(.newPost(below: nil), .failure(LoadFailure(.offline, "Can't reach it.")))))
    #expect(walk.text.contains("is not saved; it is kept as a draft"))
    walk.wait(60)
    #expect(walk.text.contains("Not saved: “Fog”. n in the posts list continues it."))
    walk.press(.function(1), .character("n"), .enter)
    walk.open(.newPost(below: nil))
    #expect(walk.state.focus.editor?.words.title == "Fog")
    #expect(walk.text.contains("“Fog” is not saved"))
    if isSaved {
      walk.press(.control("s"))
      walk.perform(.editor(.saveResponse(.newPost(below: nil), .success(.numbered(40)))))
    } else {
      walk.press(.control("a"), .control("k"), .escape)
    }
    walk.wait(60)
    #expect(!walk.text.contains("Not saved"))
  }
}
