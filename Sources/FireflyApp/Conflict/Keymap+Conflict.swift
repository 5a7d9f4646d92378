import FireflyScreen

extension KeyContext {
  /// The comparison of two versions of a post.
  package static let conflict = KeyContext("conflict")
}

extension Keymap {
  /// The default bindings.
  static let conflictSection = Section(
    title: "Comparing with the server", context: .conflict,
    bindings: [
      bind("mine", .conflict(.minePressed), [.character("m")], "keep yours; theirs is replaced"),
      bind("theirs", .conflict(.theirsPressed), [.character("t")], "take theirs; asks first"),
      bind(
        "both", .conflict(.bothPressed), [.character("b")],
        "insert both versions to merge by hand"),
    ] + scrollBindings { .conflict(.scrolled($0)) } + [
      bind("close", .conflict(.closed), [.escape, .control("c")], "back to editing")
    ] + everywhere)
}
