import FireflyCore
import FireflyScreen
import Testing

@testable import FireflyApp

/// Two keys that mean something together.
@Suite struct KeySequenceTests {
  private func keymap(_ changes: [String: [String]]) -> (Keymap, [Keymap.Complaint]) {
    var keymap = Keymap()
    let complaints = keymap.rebind([.lists: changes])
    return (keymap, complaints)
  }

  private func walk(_ changes: [String: [String]]) -> Walk {
    var walk = Walk(Post.numbered(1...9))
    walk.state.settings.keymap = keymap(changes).0
    return walk
  }

  /// The place of the selected post among the nine.
  private func place(_ walk: Walk) -> Int? { walk.state.selectedPost?.id }

  private let both = ["start": ["g g"], "end": ["g e", "G"]]

  @Test func theSecondKeyDecides() {
    var walk = walk(both)
    walk.press(.character("g"))
    #expect(walk.press(.character("e")).isEmpty)
    #expect(place(walk) == 9)
    walk.press(.character("g"), .character("g"))
    #expect(place(walk) == 1)
    walk.press(.character("G"))
    #expect(place(walk) == 9)
  }

  /// On a keyboard with other letters, both keys count by their places.
  @Test(arguments: ["пу", "gу", "пe", "γε"]) func otherLayouts(_ letters: String) {
    var walk = walk(both)
    for letter in letters { walk.press(.character(letter)) }
    #expect(place(walk) == 9)
  }

  /// Whatever is no second key ends it, and does nothing else.
  @Test(arguments: [Key.escape, .character("j"), .down, .character("x"), .character("d"), .enter])
  func anotherKeyDoesNothing(_ key: Key) {
    var walk = walk(both)
    walk.press(.character("g"))
    #expect(walk.press(key).isEmpty)
    #expect(place(walk) == 1 && walk.state.focus.isEmpty && walk.state.input.sequence == nil)
    // From then on it means what it always means.
    walk.press(.character("g"), .character("e"))
    #expect(place(walk) == 9)
  }

  /// After 0.4 seconds the possible keys are shown; after one second without a key nothing has happened.
  @Test func itShowsWhatMayFollowAndEnds() {
    var walk = walk(both)
    walk.press(.character("g"))
    #expect(walk.state.cadence(at: walk.now) == .idle(until: walk.now + 0.4))
    #expect(!walk.text.contains("first post"))
    walk.now += 0.4
    walk.send(.timePassed)
    #expect(walk.text.contains("g and: g first post"))
    #expect(walk.text.contains("e last post"))
    walk.now += 0.6
    walk.send(.timePassed)
    #expect(!walk.text.contains("first post") && walk.state.input.sequence == nil)
    walk.press(.character("e"))
    #expect(place(walk) == 1)
  }

  @Test func aPressOfTheMouseAndALayerEndIt() {
    var walk = walk(both)
    walk.press(.character("g"))
    let event = MouseEvent(.press, at: Point(x: 0, y: 0))
    walk.send(.mouse(event, over: nil))
    #expect(walk.state.input.sequence == nil)
    walk.press(.character("g"))
    walk.send(.settings(.misread([], notices: ["Something."])))
    #expect(walk.state.input.sequence == nil && !walk.state.focus.isEmpty)
  }

  /// The first key is taken from what has it, also in what is changed at the same time; others keep theirs.
  @Test func theFirstKeyIsTaken() {
    let (keymap, complaints) = keymap(["new": [", n"], "later": [", s", "s"], "find": [",", "/"]])
    #expect(complaints.isEmpty)
    #expect(keymap.keysTakenBySequences[.lists]?[.character(",")] == ["find"])
    #expect(keymap.keys(of: "find") == [.character("/")])
    #expect(keymap.keys(of: "later") == [.character("s")])
    #expect(keymap.action(for: .character("n"), after: .character(","), in: .lists) != nil)
    #expect(keymap.keys(of: "down") == Keymap().keys(of: "down"))
  }

  @Test(arguments: [
    ("g g g", "more than two keys"), ("Esc g", "leads out"), ("Ctrl-C g", "leads out"),
    (" w", "space at an end"), ("w ", "space at an end"), (" Space", "space at an end"),
    ("g Hyper-x", "not the name of a key"), ("nokey g", "not the name of a key"),
  ])
  func whatIsNoSequence(_ name: String, _ words: String) {
    let (keymap, complaints) = keymap(["start": [name]])
    #expect(complaints.count == 1 && complaints.first?.text.contains(words) == true)
    #expect(keymap.keys(of: "start") == Keymap().keys(of: "start"))
  }

  /// Where texts are typed, two keys would tear words apart.
  @Test func theyAreForLists() {
    for context in KeyContext.allCases where ![.lists, .thread].contains(context) {
      var keymap = Keymap()
      guard let name = keymap.names(in: context).first else { continue }
      let complaints = keymap.rebind([context: [name: ["g g"]]])
      #expect(complaints.map(\.text) == ["two keys in a row work in lists only."], "\(context)")
    }
  }

  @Test func helpPaletteAndHintsShowThem() {
    var walk = walk(["new": [", n"]])
    #expect(walk.text.contains(", n new post"))
    walk.press(.character(":"))
    walk.type("new post")
    #expect(walk.text.contains(", n"))
    walk.press(.escape)
    walk.now += 2
    walk.press(.character("?"), .character("/"))
    walk.type("new post")
    #expect(walk.text.contains(", n"))
  }

  /// The second key waits for a list that loads, as it would alone, and keeps its meaning.
  @Test func theSecondKeyWaitsForTheList() {
    var walk = Walk()
    walk.state.settings.keymap = keymap(["delete": ["d d"]]).0
    walk.send(.started(at: nil))
    walk.press(.character("d"))
    let action = walk.reading.action(for: .character("d"))
    #expect(action == .sequence(.completed(.moving(.deletePressed))))
    #expect(action.map { walk.state.defers($0, at: walk.now) } == true)
    walk.now += 1.5
    walk.send(.timePassed)
    walk.send(.timePassed)
    #expect(walk.reading.action(for: .character("d")) == action)
  }

  /// A command of the user's own may have two keys.
  @Test func aCommandOnTwoKeys() {
    var command = OwnCommand(name: "save", words: ["save"])
    command.subject = .anywhere
    command.sequences = KeySequence(named: ", w").map { [$0] } ?? []
    var walk = Walk(Post.numbered(1...2))
    walk.state.settings.commands = [command]
    _ = walk.state.settings.keymap.add([command])
    walk.press(.character(","))
    #expect(
      walk.press(.character("w")) == [.command(.run(CommandCall(command: command)))])
  }
}
