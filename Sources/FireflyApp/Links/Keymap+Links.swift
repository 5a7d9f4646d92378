import FireflyScreen

extension KeyContext {
  /// The choice of a link.
  package static let links = KeyContext("links")
}

extension Keymap {
  /// The default bindings.
  static let linksSection = Section(
    title: "Choosing a link", context: .links,
    bindings: [
      bind("accept", .links(.accepted), [.enter], "open the link with that number"),
      bind("erase", .links(.erased), [.backspace], "erase a digit"),
      bind("close", .links(.closed), [.escape], "cancel"),
    ] + everywhere)
}
