import FireflyScreen

extension KeyContext {
  /// The filter of help, outline and palette, while it is typed.
  package static let filter = KeyContext("filter")
}

extension Keymap {
  /// The default bindings.
  static let filterSection = Section(
    title: "While typing a filter", context: .filter,
    bindings: [
      bind("accept", .filter(.accepted), [.enter], "keep these lines, or do the selected"),
      bind(
        "cancel", .filter(.cancelled), [.escape, .control("c"), .control("g")],
        "remove the filter"),
      bind("down", .filter(.moved(.lines(1))), [.down, .control("n"), .tab], "a line down"),
      bind("up", .filter(.moved(.lines(-1))), [.up, .control("p"), .backTab], "a line up"),
      bind("page-down", .filter(.moved(.pages(1))), [.pageDown], "a page down"),
      bind("page-up", .filter(.moved(.pages(-1))), [.pageUp], "a page up"),
      bind("start", .filter(.moved(.toStart)), [.home], "the beginning"),
      bind("end", .filter(.moved(.toEnd)), [.end], "the end"),
      bind("erase", .filter(.erased(.character)), [.backspace], "erase a character"),
      bind("erase-word", .filter(.erased(.word)), [.control("w")], "erase a word"),
      bind("erase-all", .filter(.erased(.everything)), [.control("u")], "erase everything"),
    ] + everywhere)

  /// Returns the binding that opens a filter, with the key of find in the lists.
  static let openFilter = bindAsInLists("find", .filter(.pressed), [], "filter these lines")
}
