import FireflyScreen

extension KeyContext {
  /// The comparison of two versions of a post.
  public static let conflict = KeyContext("conflict")
}

extension Keymap {
  /// The default bindings.
  static let conflictSections: [Section] = [
    Section(
      title: "Comparing with the server", context: .conflict,
      bindings: [
        bind("mine", .conflict(.minePressed), [.character("m")], "keep yours; theirs is replaced"),
        bind("theirs", .conflict(.theirsPressed), [.character("t")], "take theirs; asks first"),
        bind(
          "both", .conflict(.bothPressed), [.character("b")],
          "insert both versions to merge by hand"),
        bindAsInLists("down", .conflict(.scrolled(1)), [], "a line down"),
        bindAsInLists("up", .conflict(.scrolled(-1)), [], "a line up"),
        bindAsInLists("page-down", .conflict(.paged(1)), [.character(" ")], "a page down"),
        bindAsInLists("page-up", .conflict(.paged(-1)), [], "a page up"),
        bindAsInLists("start", .conflict(.jumpedToStart), [], "the beginning"),
        bindAsInLists("end", .conflict(.jumpedToEnd), [], "the end"),
        bind("close", .conflict(.closed), [.escape, .control("c")], "back to editing"),
      ] + everywhere)
  ]
}
