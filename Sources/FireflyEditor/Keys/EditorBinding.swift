import FireflyScreen

/// A key binding of the editor.
package struct EditorBinding: Hashable, Sendable {
  /// Its stable name in the configuration.
  package let name: String
  /// The command.
  package let command: EditorCommand
  /// The default keys.
  package let keys: [Key]
  /// A description for the help.
  package let help: String
}

extension EditorBinding {
  /// The default bindings: those of readline, and those of desktop editors.
  ///
  /// Each command has a key that works in the Linux console and in tmux.
  package static let standard: [EditorBinding] = moving + selecting + changing

  private static func bind(
    _ name: String, _ command: EditorCommand, _ keys: [Key], _ help: String
  ) -> EditorBinding {
    EditorBinding(name: name, command: command, keys: keys, help: help)
  }

  private static let control = Key.Modifiers.control
  private static let shift = Key.Modifiers.shift

  private static let moving: [EditorBinding] = [
    bind("left", .move(.left), [.left, .control("b")], "a character back"),
    bind("right", .move(.right), [.right, .control("f")], "a character forward"),
    bind("up", .move(.up), [.up, .control("p")], "a row up"),
    bind("down", .move(.down), [.down, .control("n")], "a row down"),
    bind("word-left", .move(.wordLeft), [Key(.left, control), .alt("b")], "a word back"),
    bind("word-right", .move(.wordRight), [Key(.right, control), .alt("f")], "a word forward"),
    bind(
      "row-start", .move(.rowStart), [.home, .control("a")],
      "the row's beginning; again: the paragraph's"),
    bind(
      "row-end", .move(.rowEnd), [.end, .control("e")], "the row's end; again: the paragraph's"),
    bind(
      "paragraph-up", .move(.paragraphUp), [Key(.up, control), .alt("{")],
      "the paragraph's beginning"),
    bind(
      "paragraph-down", .move(.paragraphDown), [Key(.down, control), .alt("}")],
      "the paragraph's end"),
    bind("page-up", .move(.pageUp), [.pageUp, .alt("v")], "a page up"),
    bind("page-down", .move(.pageDown), [.pageDown], "a page down"),
    bind("start", .move(.textStart), [Key(.home, control), .alt("<")], "the beginning"),
    bind("end", .move(.textEnd), [Key(.end, control), .alt(">")], "the end"),
  ]

  private static let selecting: [EditorBinding] =
    [
      bind("mark", .mark, [.control("@"), .control(" ")], "select from here, by moving"),
      bind("select-all", .selectAll, [.alt("a")], "select everything"),
      bind("unselect", .unselect, [.control("g")], "clear the selection"),
      bind("copy", .copy, [.alt("w"), Key(.insert, control)], "copy the selection"),
      bind("cut", .cut, [.alt("x"), Key(.delete, shift)], "cut the selection"),
    ] + moving.compactMap(\.whileSelecting)

  private static let changing: [EditorBinding] = [
    bind("newline", .newline, [.enter], "new line; continues lists and quotes"),
    bind("erase-left", .erase(.left), [.backspace], "delete the character before the caret"),
    bind(
      "erase-right", .erase(.right), [.delete, .control("d")],
      "delete the character after the caret"),
    bind(
      "kill-word-left", .kill(.wordLeft),
      [.control("w"), Key(.backspace, .alt), Key(.backspace, control)],
      "cut the word before the caret, or the selection"),
    bind(
      "kill-word-right", .kill(.wordRight), [.alt("d"), Key(.delete, control)],
      "cut the word after the caret"),
    bind("kill-to-start", .kill(.paragraphStart), [.control("u")], "cut the paragraph up to here"),
    bind("kill-to-end", .kill(.paragraphEnd), [.control("k")], "cut the paragraph from here"),
    bind(
      "yank", .yank, [.control("y"), .control("v"), Key(.insert, shift)], "paste the last cut"),
    bind("yank-pop", .yankPop, [.alt("y")], "replace that with the cut before it"),
    bind("transpose", .transpose, [.alt("t")], "swap the characters around the caret"),
    bind("undo", .undo, [.control("z"), .control("_")], "undo"),
    bind("redo", .redo, [.alt("z"), Key(.character("z"), [.control, .shift])], "redo"),
  ]

  /// The same motion with Shift, which selects; nil if none of its keys can be combined with Shift.
  private var whileSelecting: EditorBinding? {
    guard case .move(let motion, _) = command else { return nil }
    let keys = keys.compactMap { key -> Key? in
      if case .character = key.code { return nil }
      return Key(key.code, key.modifiers.union(.shift))
    }
    return EditorBinding(
      name: "select-" + name, command: .move(motion, selecting: true), keys: keys,
      help: "extend the selection: " + help)
  }
}

/// The key bindings of the editor.
package struct EditorKeys: Hashable, Sendable {
  /// The mapping of the standard bindings.
  package static let standard = EditorKeys()

  private let commands: [Key: EditorCommand]

  /// Creates the mapping of some bindings; the first binding of a key wins.
  package init(_ bindings: [EditorBinding] = EditorBinding.standard) {
    commands = Dictionary(
      bindings.flatMap { binding in binding.keys.map { ($0, binding.command) } },
      uniquingKeysWith: { first, _ in first })
  }

  /// Returns the command of a key: its binding, or typing its character; nil if there is none.
  package func command(for key: Key) -> EditorCommand? {
    commands[key] ?? commands[key.withSmallLetter] ?? key.typed.map { .type(String($0)) }
  }
}

extension Key {
  /// Alt with a capital letter, sent while Caps Lock is on, with the small letter instead.
  fileprivate var withSmallLetter: Key {
    guard modifiers == .alt, case .character(let letter) = code,
      let small = letter.lowercased().first
    else { return self }
    return .alt(small)
  }
}
