import FireflyScreen

extension KeyContext {
  /// A sheet.
  public static let sheet = KeyContext("sheet")
}

extension Keymap {
  /// The default bindings.
  static let sheetSections: [Section] = [
    Section(
      title: "Help and messages", context: .sheet,
      bindings: [
        bindAsInLists("down", .sheet(.scrolled(1)), [], "a line down"),
        bindAsInLists("up", .sheet(.scrolled(-1)), [], "a line up"),
        bindAsInLists("page-down", .sheet(.paged(1)), [.character(" ")], "a page down"),
        bindAsInLists("page-up", .sheet(.paged(-1)), [], "a page up"),
        bindAsInLists("start", .sheet(.jumpedToStart), [], "the beginning"),
        bindAsInLists("end", .sheet(.jumpedToEnd), [], "the end"),
        bind(
          "close", .sheet(.closed), [.escape, .character("q"), .character("?")], "close"),
      ] + everywhere)
  ]
}
