import FireflyCore
import FireflyScreen
import Foundation
import Testing

@testable import FireflyApp

@Suite("Keymap")
struct KeymapTests {
  private var bindings: [Keymap.Binding] {
    Keymap().sections.filter { $0.context == .lists }.flatMap(\.bindings)
  }

  private static let lists: [([String], Action)] = [
    (["Down", "j"], .list(.moved(1))), (["Up", "k"], .list(.moved(-1))),
    (["PgDn", "Ctrl-F"], .list(.paged(1))), (["PgUp", "Ctrl-B"], .list(.paged(-1))),
    (["Home", "g"], .list(.jumpedToStart)), (["End", "G"], .list(.jumpedToEnd)),
    (["Ctrl-D"], .list(.halfPaged(1))), (["Ctrl-U"], .list(.halfPaged(-1))),
    (["Enter"], .list(.cardPressed)), (["Space"], .list(.readOnPressed)),
    (["Right", "l"], .list(.childIndicatorPressed)),
    (["Left", "h", "Backspace", "Esc"], .list(.backPressed)),
    (["F1", "1"], .list(.explorerPressed(.posts))),
    (["F2", "2"], .list(.explorerPressed(.searches))),
    (["F3", "3"], .list(.explorerPressed(.users))), (["Tab"], .list(.nextExplorerPressed(1))),
    (["Shift-Tab"], .list(.nextExplorerPressed(-1))), (["a"], .list(.audiencePressed)),
    (["p"], .list(.profilePressed)), (["/"], .find(.pressed)), (["z"], .picture(.pressed)),
    (["n"], .editor(.newPressed)), (["+"], .editor(.replyPressed)),
    (["e"], .editor(.editPressed)),
    (["d"], .moving(.deletePressed)), (["m"], .moving(.pressed)), (["u"], .moving(.undoPressed)),
    (["f"], .mark(.pressed(.favourite))), (["F"], .mark(.pressed(.bookmark))),
    (["V"], .mark(.votePressed)),
    (["B"], .mark(.pressed(.boost))),
    (["r", "F5"], .list(.refreshPressed)), ([":"], .palette(.pressed)), (["o"], .links(.pressed)),
    (["y"], .list(.copyPressed)), (["O"], .links(.pagePressed(copies: false))),
    (["Y"], .links(.pagePressed(copies: true))), (["w"], .list(.placePressed)),
    (["b"], .article(.pressed)), (["s"], .later(.pressed)),
    (["K"], .keep(.pressed)),
    (["t"], .outline(.pressed)), (["v"], .thread(.pressed)), (["x"], .list(.densityPressed)),
    (["N"], .readMarks(.nextPressed)),
    (["R"], .readMarks(.readPressed)), (["U"], .readMarks(.unreadPressed)),
    (["A"], .readMarks(.answersPressed)),
    (["M"], .mute(.pressed)), (["S"], .places(.pressed)),
    (["?"], .sheet(.helpPressed)),
    (["i"], .signIn(.pressed)),
    (["Ctrl-L"], .redrawPressed),
    (["Ctrl-Z"], .suspendPressed), (["q", "Ctrl-C"], .quitPressed),
  ]

  @Test(arguments: lists)
  func theKeysOfTheLook(names: [String], action: Action) throws {
    let keymap = Keymap()
    for name in names { #expect(keymap.action(for: try #require(Key(named: name))) == action) }
  }

  @Test(
    arguments: [("о", "j"), ("Т", "N"), ("ξ", "j"), ("ח", "j"), ("й", "q")]
      as [(Character, Character)])
  func lettersOfOtherLayoutsActByTheirPlaceUnlessTheyAreTyped(letter: Character, place: Character) {
    let keymap = Keymap()
    let action = keymap.action(for: .character(place), in: place == "N" ? .matches : .lists)
    #expect(action != nil)
    #expect(keymap.action(for: .character(letter), in: place == "N" ? .matches : .lists) == action)
    var walk = Walk()
    walk.press(.character("/"), .character(letter))
    #expect(walk.state.focus.find?.text == String(letter))
  }

  @Test
  func aKeyThatTheConfigurationNamesIsThatKeyWhateverItsPlace() {
    var keymap = Keymap()
    #expect(keymap.rebind([.lists: ["help": ["о", "Ctrl-Ы"]]]).isEmpty)
    let help = keymap.action(for: .character("о"))
    #expect(help == .sheet(.helpPressed) && keymap.action(for: .control("s")) == help)
  }

  @Test(arguments: KeyContext.allCases)
  func inNoPlaceDoesAKeyDoTwoThingsOrStandANameTwice(context: KeyContext) {
    let bindings = Keymap().sections.filter { $0.context == context }.flatMap(\.bindings)
    let keys = bindings.flatMap(\.keys)
    #expect(Set(keys).count == keys.count)
    let names = bindings.map(\.name)
    #expect(Set(names).count == names.count)
  }

  @Test
  func everyBindingHasKeysAndWordsAndItsKeysDoWhatItSays() {
    let keymap = Keymap()
    for section in keymap.sections {
      for binding in section.bindings {
        #expect(!binding.keys.isEmpty, "\(section.context) \(binding.name)")
        #expect(!binding.help.isEmpty)
        #expect(keymap.keys(of: binding.name, in: section.context) == binding.keys)
        for key in binding.keys {
          #expect(keymap.action(for: key, in: section.context) == binding.action)
        }
      }
    }
    let actions = Set(Self.lists.map(\.1))
    #expect(actions == Set(bindings.map(\.action)))
  }

  /// A key held down with others does what it does alone, unless that is bound; a letter doesn't.
  @Test
  func aKeyHeldDownWithOthersDoesWhatItDoesAloneUnlessThatIsBound() {
    var keymap = Keymap()
    #expect(keymap.action(for: Key(.down, .shift)) == .list(.moved(1)))
    #expect(keymap.action(for: Key(.character("j"), .alt)) == nil)
    #expect(keymap.rebind([.lists: ["page-down": ["Shift-Down"]]]) == [])
    #expect(keymap.action(for: Key(.down, .shift)) == .list(.paged(1)))
    #expect(keymap.action(for: .down) == .list(.moved(1)))
  }

  @Test
  func aKeyIsNamedAsTheHelpShowsItAndReadAgainFromThat() {
    let all: [Key] =
      Keymap().sections.flatMap(\.bindings).flatMap(\.keys)
      + [.delete, .insert, .alt("x"), .control("a"), .character("é")]
      + (1...12).map { Key.function($0) }
    for key in all { #expect(Key(named: key.label) == key, "\(key.label)") }
  }

  /// Sentences name a key by what it does.
  @Test
  func aSentenceNamesTheFirstKeyOfAnActionOrTheNameThatAKeyCanBeGivenBy() {
    var walk = Walk()
    #expect(walk.state.settings.keymap.rebind([.lists: ["undo": [], "later": ["F9 l"]]]) == [])
    #expect(walk.reading.keyName(.editor(.newPressed)) == "n")
    #expect(walk.reading.keyName(.later(.pressed)) == "F9 l")
    #expect(walk.reading.keyName(.moving(.undoPressed)) == "undo")
    // Each context has its own keys; without one, lists go first.
    #expect(walk.reading.keyName(.editor(.savePressed)) == "Ctrl-S")
    #expect(walk.reading.keyLabel(.filter(.pressed), in: .sheet) == "/")
    #expect(walk.reading.keyLabel(.moving(.pressed), in: .editor) == nil)
  }

  @Test
  func otherKeysForABindingThoseTakenFromAnotherAreGoneThere() {
    var keymap = Keymap()
    #expect(keymap.rebind([.lists: ["down": ["Ctrl-N", "k"], "quit": ["Ctrl-Q"]]]) == [])
    #expect(keymap.action(for: .control("n")) == .list(.moved(1)))
    #expect(keymap.action(for: .character("k")) == .list(.moved(1)))
    #expect(keymap.action(for: .down) == nil)
    #expect(keymap.keys(of: "up") == [.up])
    #expect(keymap.action(for: .character("q")) == nil)
    // There is always a way out.
    #expect(keymap.action(for: .control("c")) == .quitPressed)
    #expect(keymap.action(for: .control("q")) == .quitPressed)
  }

  /// A name of another place by which the lists' keys for the same are known there.
  private static let followers: [(KeyContext, String)] = Keymap.standard.flatMap { section in
    section.bindings.filter(\.usesListKeys).map { (section.context, $0.name) }
  }

  @Test(arguments: followers)
  func listBindingsHoldInOtherContexts(context: KeyContext, name: String) throws {
    var keymap = Keymap()
    let action = keymap.action(
      for: try #require(keymap.keys(of: name, in: context).first), in: context)
    #expect(keymap.rebind([.lists: [name: ["F9"]]]) == [])
    #expect(keymap.action(for: .function(9), in: context) == action)
    // Unless that place has a key of its own for it.
    #expect(keymap.rebind([context: [name: ["F10"]]]) == [])
    #expect(keymap.action(for: .function(10), in: context) == action)
    #expect(keymap.action(for: .function(9), in: context) != action)
    #expect(keymap.action(for: .function(9)) != nil)
  }

  @Test(
    arguments: KeyContext.allCases
  )
  func everyNameOfEveryPlaceCanBeBoundThereAndOnlyThere(context: KeyContext) throws {
    for name in Keymap().names(in: context) {
      var keymap = Keymap()
      let action = keymap.action(
        for: try #require(keymap.keys(of: name, in: context).first), in: context)
      #expect(keymap.rebind([context: [name: ["Alt-F12"]]]) == [])
      #expect(keymap.action(for: Key(.function(12), .alt), in: context) == action)
      #expect(keymap.keys(of: name, in: context).first == Key(.function(12), .alt))
      guard context != .lists else { continue }
      #expect(keymap.action(for: Key(.function(12), .alt)) == nil)
    }
  }

  /// Ctrl-C ends the program unless it is given to something else and another key ends it.
  @Test
  func ctrlCEndsTheProgramUnlessItIsGivenToSomethingElse() {
    var locked = Keymap()
    #expect(locked.rebind([.lists: ["down": ["q", "Ctrl-C"]]]) == [])
    #expect(locked.action(for: .control("c")) == .quitPressed)
    var given = Keymap()
    #expect(given.rebind([.lists: ["copy": ["Ctrl-C"]]]) == [])
    #expect(given.action(for: .control("c")) == .list(.copyPressed))
    #expect(given.action(for: .character("q")) == .quitPressed)
  }

  /// Two bindings that want one key: one gets it, whatever the order they are told in.
  @Test
  func twoBindingsThatWantOneKeyOneGetsIt() {
    var keymap = Keymap()
    let complaints = keymap.rebind([.lists: ["up": ["x"], "down": ["x"]]])
    #expect(complaints.map(\.binding) == ["up"])
    #expect(
      complaints.map(\.text) == ["x was already bound to “down”; it now belongs to “up”."])
    #expect(keymap.action(for: .character("x")) == .list(.moved(-1)))
    #expect(keymap.keys(of: "down") == [])
  }

  /// An empty list unbinds; a name nobody knows is complained about and changes nothing.
  @Test
  func emptyListUnbindsAndUnknownNamesAreReported() {
    var keymap = Keymap()
    #expect(keymap.rebind([.lists: ["copy": []]]) == [])
    #expect(keymap.action(for: .character("y")) == nil)
    let complaints = keymap.rebind(
      [.lists: ["dawn": ["%"], "fly": ["%"], "quit": ["Hyper-Q"], "help": ["PgUpp", "F12"]]])
    let unknown = "there is no action of this name; firefly-config(5) lists them."
    #expect(complaints.map(\.binding) == ["dawn", "fly", "help", "quit"])
    #expect(
      complaints.map(\.text) == [
        "\(unknown) Did you mean down?", unknown,
        "“PgUpp” is not the name of a key. Did you mean PgUp?",
        "“Hyper-Q” is not the name of a key.",
      ])
    #expect(keymap.action(for: .character("q")) == .quitPressed)
    #expect(keymap.keys(of: "help") == [.function(12)])
    #expect(keymap.action(for: .character("%")) == nil)
  }

  /// Keys of lists stand on the first page, those of editor, dialogs and sheets on the second one.
  @Test(arguments: [false, true])
  func theHelpListsEveryBindingUnderItsHeadingWithItsKeys(isSecond: Bool) throws {
    var sheet = Sheet(.help)
    if isSecond { sheet.reduce(.morePressed, lines: 0, window: 0) }
    let text = sheet.text(Keymap(), ScreenLayout(size: Size(width: 80, height: 40)))
    let lines = text.lines.map { line in
      (
        keys: (line.keys ?? []).map(\.text).joined(),
        words: line.words.map(\.text).joined(), isHeading: line.isHeading
      )
    }
    let own = Site.own(as: .signedOut)
    // What the first steps say of a key is not repeated.
    let said = text.lines.filter(\.isRepetition).flatMap { [$0] + $0.beside }
      .map { ($0.keys ?? []).map(\.text).joined() }
    func isSaid(_ binding: Keymap.Binding, in context: KeyContext) -> Bool {
      context == .lists && binding.keys.count == 1 && binding.action != .list(.audiencePressed)
        && binding.keys.allSatisfy { said.contains($0.label) }
    }
    var rest = lines[...]
    for section in Keymap().sections {
      let isOfLists = [.lists, .thread, .matches, .moving].contains(section.context)
      let bindings = section.bindings.filter {
        !$0.keys.isEmpty && $0.help(at: own) != nil && !isSaid($0, in: section.context)
      }
      guard isOfLists != isSecond, own.leads(to: section.context) else { continue }
      let heading = try #require(rest.firstIndex { $0.words == section.title && $0.isHeading })
      rest = rest[(heading + 1)...]
      // Long ones are wrapped.
      let rows = rest.prefix { !$0.isHeading }
      func whole(_ parts: [String]) -> String { parts.joined().replacing(" ", with: "") }
      #expect(whole(rows.map(\.keys)) == whole(bindings.flatMap { $0.keys.map(\.label) }))
      #expect(whole(rows.map(\.words)) == whole(bindings.compactMap { $0.help(at: own) }))
    }
    #expect(lines.last?.words.isEmpty == false)
  }

  @Test
  func theHelpFitsItsSheetNoLineIsCutOn80Columns() {
    var walk = Walk(Post.numbered([1]), height: 400)
    walk.press(.character("?"))
    let first = walk.text
    walk.press(.character("?"))
    let text = first + walk.text
    #expect(!text.contains("…"))
    let own = Site.own(as: .signedOut)
    for section in Keymap().sections where own.leads(to: section.context) {
      // Single keys may stand in the first steps, in other words.
      let bindings = section.bindings.filter { section.context != .lists || $0.keys.count > 1 }
      for help in bindings.compactMap({ $0.help(at: own) }) {
        #expect(text.contains(help.prefix(30)), "\(help)")
      }
    }
    walk.press(.character("?"))
    #expect(walk.state.overlay == nil)
  }
}
