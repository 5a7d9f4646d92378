import FireflyScreen

extension KeyContext {
  /// The outline.
  public static let outline = KeyContext("outline")
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
      bindAsInLists("start", .outline(.moved(.toStart)), [], "the first line"),
      bindAsInLists("end", .outline(.moved(.toEnd)), [], "the last line"),
      bindAsInLists(
        "enter", .outline(.entered), [.right, .character("l"), .character(" ")], "go there"),
      bind(
        "close", .outline(.closed), [.escape, .left, .character("t"), .character("q")],
        "close the outline"),
    ] + everywhere)
}
