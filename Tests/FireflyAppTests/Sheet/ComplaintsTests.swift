import FireflyCore
import FireflyModel
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

  /// The note of what the user has done at that moment does not hide it; a later one does.
  @Test func aFileThatFailsLaterIsSaid() {
    var walk = Walk(Post.numbered([1, 2]), width: 60, height: 20)
    walk.send(.settings(.fileFailed("The list is empty.")))
    walk.send(.noted("Saved for later."))
    #expect(walk.text.contains("The list is empty."))
    walk.now += 1.1
    walk.send(.noted("Saved for later."))
    #expect(walk.text.contains("Saved for later."))
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
