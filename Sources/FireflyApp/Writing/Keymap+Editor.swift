import FireflyEditor
import FireflyScreen

extension KeyContext {
  /// The editor.
  package static let editor = KeyContext("editor")
  /// The text field for a picture's path.
  package static let path = KeyContext("picture-path")
  /// The editor, after the first key of a chord.
  package static let editorChord = KeyContext("editor-chord")
}

extension Keymap {
  /// The default bindings.
  static let editorSections: [Section] = [
    Section(
      title: "Write", context: .editor,
      bindings: [
        bind("save", .editor(.savePressed), [.control("s")], "save"),
        bind(
          "cancel", .editor(.cancelPressed), [.escape, .control("c")],
          "stop writing; the text is kept as a draft"),
        bind("next-field", .editor(.nextFieldPressed(1)), [.tab], "next field"),
        bind("previous-field", .editor(.nextFieldPressed(-1)), [.backTab], "previous field"),
        bind(
          "spelling", .editor(.spelling(.suggestionsPressed)), [.control("t")],
          "spelling suggestions"),
        bind("chord", .editor(.chordBegun), [.control("x")], "then Ctrl-E: open in $EDITOR"),
        bind(
          "preview", .editor(.previewPressed), [.alt("p")], "preview on/off"),
        bind("warning", .editor(.warningPressed), [.alt("c")], "content warning on/off"),
        bind("readers", .editor(.readersPressed), [.alt("r")], "who can read it"),
        bind("language", .editor(.languagePressed), [.alt("g")], "its language"),
        bind("poll", .editor(.poll(.pressed)), [.alt("q")], "a poll; again: for how long"),
        bind("place", .editor(.placePressed), [.alt("m")], "put a new post below another one"),
        redraw,
      ]),
    Section(
      title: "Picture of your post", context: .editor,
      bindings: [
        bind(
          "picture", .editor(.attachment(.pressed)), [.control("o")],
          "picture of the card; the next ones: into the text"
        ),
        bind(
          "remove-picture", .editor(.attachment(.removePressed)), [.alt("o")],
          "remove the picture; again: restore it"),
        bind(
          "next-picture", .editor(.attachment(.nextPressed)), [.alt("n")], "the next picture"),
        bind(
          "picture-forward", .editor(.attachment(.orderPressed)), [.alt("e")],
          "move the picture one place forward"),
        bind(
          "crop-left", .editor(.attachment(.cropMoved(x: -1, y: 0))),
          [Key(.left, .alt), .alt("h")],
          "shift thumbnail crop left"),
        bind(
          "crop-right", .editor(.attachment(.cropMoved(x: 1, y: 0))),
          [Key(.right, .alt), .alt("l")], "shift thumbnail crop right"),
        bind(
          "crop-up", .editor(.attachment(.cropMoved(x: 0, y: -1))), [Key(.up, .alt), .alt("k")],
          "shift thumbnail crop up"),
        bind(
          "crop-down", .editor(.attachment(.cropMoved(x: 0, y: 1))), [Key(.down, .alt), .alt("j")],
          "shift thumbnail crop down"),
      ]),
    Section(
      title: "Path of a picture", context: .path,
      bindings: [
        bind(
          "accept", .editor(.attachment(.pathAccepted)), [.enter],
          "attach the file, open the folder"),
        bind(
          "complete", .editor(.attachment(.completionPressed(1))), [.tab, .down],
          "complete the name; again: next match"),
        bind(
          "complete-back", .editor(.attachment(.completionPressed(-1))), [.backTab, .up],
          "previous match"),
        bind(
          "cancel", .editor(.attachment(.pathCancelled)), [.escape, .control("c"), .control("g")],
          "cancel"),
      ] + [redraw]),
    Section(
      title: "Write, after Ctrl-X", context: .editorChord,
      bindings: [
        bind(
          "external-editor", .editor(.externalEditorPressed), [.control("e"), .character("e")],
          "open in $VISUAL or $EDITOR"),
        bind("cancel", .editor(.chordLeft), [.escape, .control("g")], "cancel"),
      ]),
    Section(
      title: "Edit text", context: .editor,
      bindings: EditorBinding.standard.map {
        bind($0.name, .editor(.edited($0.command)), $0.keys, $0.help)
      }),
  ]
}
