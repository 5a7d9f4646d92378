import FireflyCore
import FireflyScreen
import Testing

@testable import FireflyApp

/// The sheet with the errors of the configuration.
@Suite struct ComplaintsTests {
  /// What was not understood of the settings stands there until a key takes it away.
  @Test
  func mistakesInTheSettingsAreListed() {
    var walk = Walk(Post.numbered([1, 2]), width: 40, height: 12)
    walk.send(.settings(.misread([])))
    #expect(walk.state.overlay == nil)
    let complaints = (1...9).map {
      SettingsError(place: $0 < 9 ? "config.yaml" : "FIREFLY_X", text: "complaint \($0).")
    }
    walk.send(.settings(.misread(complaints)))
    #expect(walk.text.contains("complaint 1."))
    #expect(!walk.text.contains("FIREFLY_X"))
    for _ in 0..<300 { walk.press(.down) }
    #expect(walk.text.contains("FIREFLY_X"))
    #expect(walk.text.contains("complaint 9."))
    walk.press(.enter)
    #expect(walk.state.overlay == nil)
    #expect(walk.state.current.position.expandedID == nil)
  }

  /// The note of what the user has done would hide it.
  @Test func aFileThatFailsLaterIsSaidBesideWhatWasDone() {
    var walk = Walk(Post.numbered([1, 2]), width: 60, height: 20)
    for words in ["The list is empty.", "The marks begin again."] {
      walk.send(.settings(.fileFailed(words)))
    }
    walk.send(.noted("Saved for later."))
    #expect(["The list is empty.", "The marks begin again."].allSatisfy(walk.text.contains))
    walk.press(.enter)
    #expect(walk.state.overlay == nil)
    // Where the user writes, nothing is laid over the text.
    walk.press(.character("n"))
    walk.send(.settings(.fileFailed("The list is empty.")))
    #expect(walk.state.overlay == nil && walk.state.note?.text == "The list is empty.")
  }

  /// Of a file that can't be read nothing applies.
  @Test(arguments: [true, false])
  func theSheetSaysWhatApplies(isWhole: Bool) {
    var walk = Walk(Post.numbered([1, 2]), width: 80, height: 24)
    let error = SettingsError(place: "config.yaml", text: "line 1 is not valid.", isWhole: isWhole)
    walk.send(.settings(.misread([error])))
    #expect(walk.text.contains("All other settings apply.") == !isWhole)
  }
}
