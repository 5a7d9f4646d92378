import FireflyScreen

extension KeyContext {
  /// A sheet.
  public static let sheet = KeyContext("sheet")
}

extension Keymap {
  /// The default bindings.
  static let sheetSection = Section(
    title: "Help and messages", context: .sheet,
    bindings: scrollBindings { .sheet(.scrolled($0)) } + [
      bind("close", .sheet(.closed), [.escape, .character("q"), .character("?")], "close")
    ] + everywhere)
}
