import FireflyCore
import FireflyModel
import FireflyScreen
import Testing

@testable import FireflyApp

/// Sheets ignore keys that they don't know, and words typed over them do nothing to the list.
@Suite struct SheetKeysTests {
  /// A list with each sheet open: help, outline, picture, mistakes in the configuration, article.
  private static func sheets() -> [(name: String, walk: Walk)] {
    ["help", "outline", "picture", "mistakes", "article"].map { name in
      let body = "https://example.org/"
      var walk = Walk([.numbered(1, body: body, children: 2, image: "/a.jpg"), .numbered(2)])
      switch name {
      case "help": walk.press(.character("?"))
      case "outline": walk.press(.character("t"))
      case "picture": walk.press(.character("z"))
      case "article": walk.press(.character("b"))
      default: walk.send(.settings(.misread([SettingsError(place: "a", text: "b.")])))
      }
      return (name, walk)
    }
  }

  @Test func keysWithoutAMeaningDoNothing() {
    for (name, walk) in Self.sheets() where name != "article" {
      for key in "sniwdmeyxpaoru123".map(Key.character) + [.function(2), .delete, .control("s")] {
        var walk = walk
        let before = walk.state
        #expect(walk.press(key) == [], "\(name) \(key.label)")
        #expect(walk.state == before, "\(name) \(key.label)")
      }
    }
  }

  /// No word that is typed over a sheet changes anything but the sheet.
  @Test(arguments: ["snail", "dim", "need", "quite", "thesis", "que", "hn", "/q", "add", "zoo"])
  func wordsTypedOverASheetDoNothing(word: String) {
    for (name, walk) in Self.sheets() {
      var walk = walk
      for letter in word {
        walk.now += 0.05
        walk.press(.character(letter))
      }
      let comment = Comment(rawValue: "\(name) \(word)")
      #expect(!walk.state.isQuitting, comment)
      #expect(!walk.state.focus.isWriting, comment)
      #expect(walk.state.focus.dialog == nil, comment)
      #expect(walk.state.moving.movedPost == nil, comment)
      #expect(walk.position.expandedID == nil && walk.selected == 1, comment)
      #expect(walk.state.current.navigator.depth == 0, comment)
    }
  }

  @Test(arguments: ["?q", "???", "tt", "zq", "zz", "th", "tq"])
  func afterALetterClosedASheetNoLetterOfAWordIsAKey(keys: String) {
    var walk = Walk([.numbered(1, children: 2, image: "/a.jpg"), .numbered(2)])
    walk.type(keys)
    #expect(walk.state.overlay == nil)
    for key in ["q", "j", " ", "d"] as [Character] {
      walk.now += 0.2
      walk.press(.character(key))
    }
    #expect(!walk.state.isQuitting && walk.selected == 1 && walk.position.expandedID == nil)
    // Keys that don't type work at once.
    walk.press(.down)
    #expect(walk.selected == 2)
    walk.now += 0.25
    walk.press(.character("k"))
    #expect(walk.selected == 1)
  }

  /// Who has read a sheet goes on by keys: no one types as slowly.
  @Test func theKeysOfAReaderWorkAfterEverySheet() {
    for (name, walk) in Self.sheets() {
      var walk = walk
      walk.press(.character("q"))
      #expect(walk.state.overlay == nil, "\(name)")
      walk.now += 0.35
      walk.press(.character("j"))
      #expect(walk.selected == 2, "\(name)")
    }
  }

  /// A key that is held down is no word: it is dropped for a moment only.
  @Test func aKeyThatIsRepeatedWorksSoon() {
    var walk = Walk(Post.numbered(1...9))
    walk.press(.character("?"), .character("q"))
    for _ in 1...3 {
      walk.now += 0.2
      walk.press(.character("j"))
    }
    #expect(walk.selected == 2)
  }

  @Test(arguments: [Key.escape, .enter, .left, .control("c")])
  func afterOtherKeysNothingWaits(closer: Key) {
    var walk = Walk([.numbered(1), .numbered(2)])
    walk.press(.character("?"), closer, .character("j"))
    #expect(walk.state.overlay == nil)
    #expect(walk.selected == 2)
  }

  @Test func afterTheMouseNothingWaits() {
    var walk = Walk([.numbered(1), .numbered(2)])
    walk.press(.character("?"))
    walk.click(x: 0, y: 0)
    walk.press(.character("j"))
    #expect(walk.selected == 2)
  }

  /// Every sheet can be left, also if its own keys are taken away.
  @Test func everySheetCanBeLeft() {
    for (name, walk) in Self.sheets() {
      var walk = walk
      _ = walk.state.settings.keymap.rebind([
        .sheet: ["close": []], .outline: ["close": []], .picture: ["close": []],
      ])
      walk.press(.escape)
      #expect(walk.state.overlay == nil, "\(name)")
    }
  }
}
