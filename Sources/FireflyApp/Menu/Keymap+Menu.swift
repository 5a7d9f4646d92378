import FireflyScreen

extension KeyContext {
  /// The context menu.
  package static let menu = KeyContext("menu")
}

extension Keymap {
  /// The default bindings.
  static let menuSection = Section(
    title: "Menu (right click)", context: .menu,
    bindings: [
      bindAsInLists("down", .menu(.moved(1)), [.tab], "the next item"),
      bindAsInLists("up", .menu(.moved(-1)), [.backTab], "the previous item"),
      bind("accept", .menu(.accepted), [.enter, .character(" ")], "choose the item"),
      bind("close", .menu(.closed), [.escape, .control("c")], "close the menu"),
    ] + [redraw])
}
