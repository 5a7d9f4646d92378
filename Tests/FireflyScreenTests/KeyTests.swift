import FireflyScreen
import Testing

@Suite("Key")
struct KeyTests {
  @Test(arguments: [
    ("up", Key.up), ("PgUp", .pageUp), ("pgdn", .pageDown), ("Enter", .enter), ("Esc", .escape),
    ("Ctrl-B", .control("b")), ("ctrl-^", .control("^")), ("Alt-X", .alt("x")),
    ("alt-x", .alt("x")), ("F1", .function(1)), ("f12", .function(12)),
    ("space", .character(" ")),
    ("k", .character("k")), ("K", .character("K")), (" ", .character(" ")),
    ("漢", .character("漢")),
    ("?", .character("?")), ("shift-tab", .backTab), ("Home", .home), ("end", .end),
    ("Backspace", .backspace), ("del", .delete), ("ins", .insert), ("left", .left),
  ])
  func namesAreReadInEitherCase(name: String, key: Key) {
    #expect(Key(named: name) == key)
  }

  @Test(arguments: ["", "ctrl-", "ctrl-ab", "f0", "f13", "fx", "hyper-a", "up ", "Ctrl-Ö"])
  func invalidKeyNamesAreRefused(name: String) {
    #expect(Key(named: name) == nil)
  }

  @Test(
    arguments: [
      ("ы", "s"), ("Ы", "S"), ("і", "s"), ("σ", "s"), ("ד", "s"), ("ж", ";"), ("ё", "`"),
      ("s", "s"), ("ö", "ö"), ("日", "日"),
    ] as [(Character, Character)])
  func withCtrlOrAltLettersOfOtherLayoutsActByTheirPlace(letter: Character, place: Character) {
    #expect(Key.character(letter, .control) == Key(.character(place), .control))
    #expect(Key.character(letter, .alt) == Key(.character(place), .alt))
    #expect(Key.character(letter, []) == .character(letter), "What is typed stays.")
    #expect(Key.character(letter, .shift) == Key(.character(letter), .shift))
  }

  @Test
  func theTerminalKnowsThePlaceBestButNotForLatinLetters() {
    #expect(Key.character("ա", .control, at: "a") == .control("a"))
    #expect(Key.character("o", .control, at: "s") == .control("o"), "as in Dvorak's layout")
    #expect(Key.character("é", .control, at: "2") == .control("é"), "as in France")
    #expect(Key(named: "Ctrl-Ы") == .control("s") && Key(named: "ы") == .character("ы"))
  }

  @Test
  func everyKeyWithEverythingHeldDownIsNamedByItsLabel() {
    let codes: [Key.Code] =
      [
        .up, .down, .left, .right, .home, .end, .pageUp, .pageDown, .enter, .tab, .backspace,
        .delete, .insert, .escape, .character(" "), .character("k"), .character("-"),
      ] + (1...12).map { .function($0) }
    for code in codes {
      for bits in UInt8(0)...7 {
        let key = Key(code, Key.Modifiers(rawValue: bits))
        #expect(Key(named: key.label) == key, "\(key.label)")
      }
    }
  }

  @Test
  func everyKeysLabelNamesItAgain() {
    let keys: [Key] = [
      .character("k"), .character("K"), .character(" "), .control("b"), .alt("x"), .home, .end,
      .pageUp, .pageDown, .enter, .tab, .backTab, .backspace, .delete, .insert, .escape,
      .function(7),
    ]
    for key in keys { #expect(Key(named: key.label) == key, "\(key.label)") }
    #expect([Key.up, .down, .left, .right].map(\.label) == ["↑", "↓", "←", "→"])
    #expect(Key.control("b").label == "Ctrl-B")
    #expect(Key(.up, [.shift, .control]).label == "Ctrl-Shift-↑")
  }
}
