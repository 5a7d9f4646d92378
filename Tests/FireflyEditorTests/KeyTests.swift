import FireflyEditor
import FireflyScreen
import Testing

@Suite struct KeyTests {
  @Test func noKeyAndNoNameIsGivenTwice() {
    let bindings = EditorBinding.standard
    let keys = bindings.flatMap(\.keys)
    #expect(Set(keys).count == keys.count)
    #expect(Set(bindings.map(\.name)).count == bindings.count)
    #expect(bindings.allSatisfy { !$0.help.isEmpty })
  }

  /// The Linux console and tmux hand on letters with Ctrl or Alt, and the keys alone; what they don't is
  /// another way to do what a mark and a move do.
  @Test func everyActionHasAKeyOnTheLinuxConsole() {
    for binding in EditorBinding.standard {
      if case .move(_, selecting: true) = binding.command { continue }
      let plain = binding.keys.contains { key in
        if case .character(let character) = key.code {
          return key.modifiers == .alt || key.modifiers == .control && character != " "
        }
        return key.modifiers.isEmpty
      }
      #expect(plain, "\(binding.name)")
    }
  }

  /// What the card's own keys do is not for the editor.
  @Test func theCardsKeysAreFree() {
    let keys = EditorKeys()
    for name in [
      "Ctrl-S", "Ctrl-C", "Ctrl-O", "Ctrl-T", "Ctrl-X", "Alt-P", "Tab", "Shift-Tab", "Esc",
    ] {
      #expect(Key(named: name).flatMap(keys.command) == nil, "\(name)")
    }
    #expect(keys.command(for: .character("q")) == .type("q"))
    #expect(keys.command(for: .character("漢")) == .type("漢"))
  }

  @Test func everyCommandOfAKeyWorksEverywhere() {
    for binding in EditorBinding.standard {
      for mode in [EditorMode.text, .line, .rows(2)] {
        for text in ["", "a", "one two three four five six seven"] {
          for start in [TextPosition.start, TextPosition(paragraph: 0, offset: 9)] {
            var editor = TextEditor(text, mode: mode, width: 5)
            editor.place(at: start)
            editor.apply(binding.command)
            editor.apply(.undo)
            #expect(editor.text == text)
          }
        }
      }
    }
  }
}
