import FireflyScreen

extension KeyContext {
  /// The outline.
  package static let outline = KeyContext("outline")
}

extension Keymap {
  /// The default bindings.
  static let outlineSection = Section(
    title: "Outline", context: .outline,
    bindings: [
      bindAsInLists("down", .outline(.moved(.lines(1))), [], "the next line"),
      bindAsInLists("up", .outline(.moved(.lines(-1))), [], "the previous line"),
      bindAsInLists("page-down", .outline(.moved(.pages(1))), [], "a page down"),
      bindAsInLists("page-up", .outline(.moved(.pages(-1))), [], "a page up"),
      bindAsInLists("half-page-down", .outline(.moved(.halfPages(1))), [], "half a page down"),
      bindAsInLists("half-page-up", .outline(.moved(.halfPages(-1))), [], "half a page up"),
      bindAsInLists("start", .outline(.moved(.toStart)), [], "the first line"),
      bindAsInLists("end", .outline(.moved(.toEnd)), [], "the last line"),
      // No letter goes there: the user may be typing a word.
      bindAsInLists("enter", .outline(.entered), [.right, .character(" ")], "go there"),
      openFilter,
      bind(
        "close", .outline(.closed),
        [.escape, .character("t"), .character("q"), .control("c")], "close the outline"),
      bindAsInLists("back", .outline(.closed), [], "close the outline"),
    ] + everywhere)
}
