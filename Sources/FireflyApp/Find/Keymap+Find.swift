import FireflyScreen

extension KeyContext {
  /// The text field of the search.
  package static let find = KeyContext("find")
  /// The lists, while keys move between matches.
  package static let matches = KeyContext("matches")
}

extension Keymap {
  /// The default bindings.
  static let findSections: [Section] = [
    Section(
      title: "While typing in find", context: .find,
      bindings: [
        bind("accept", .find(.accepted), [.enter], "keep this match; n and N: others"),
        bind(
          "cancel", .find(.cancelled), [.escape, .control("c"), .control("g")],
          "back to where you were"),
        bind("next-match", .find(.matchPressed(1)), [.down, .control("n")], "the next match"),
        bind(
          "previous-match", .find(.matchPressed(-1)), [.up, .control("p")], "the previous match"),
        bind("erase", .find(.erased(.character)), [.backspace], "erase a character"),
        bind("erase-word", .find(.erased(.word)), [.control("w")], "erase a word"),
        bind("erase-all", .find(.erased(.everything)), [.control("u")], "erase everything"),
      ] + everywhere),
    Section(
      title: "Among the matches", context: .matches,
      bindings: [
        bind("next-match", .find(.matchPressed(1)), [.character("n")], "the next match"),
        bind("previous-match", .find(.matchPressed(-1)), [.character("N")], "the previous match"),
        bindAsInLists("back", .list(.backPressed), [], "end find"),
      ]),
  ]
}
