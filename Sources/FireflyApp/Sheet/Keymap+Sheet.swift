import FireflyScreen

extension KeyContext {
  /// A sheet.
  package static let sheet = KeyContext("sheet")
}

extension Keymap {
  /// The default bindings.
  static let sheetSection = Section(
    title: "Help and messages", context: .sheet,
    bindings: scrollBindings { .sheet(.scrolled($0)) } + [
      openFilter,
      bind(
        "close", .sheet(.closed),
        [.escape, .character("q"), .control("c")], "close"),
      bind("more", .sheet(.morePressed), [.character("?")], "the help's second page, or close"),
      bindAsInLists("enter", .sheet(.closed), [], "close"),
      bindAsInLists("back", .sheet(.closed), [], "close"),
    ] + everywhere)
}
