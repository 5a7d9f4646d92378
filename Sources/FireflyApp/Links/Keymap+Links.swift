import FireflyScreen

extension KeyContext {
  /// The question which link to open.
  public static let links = KeyContext("links")
}

extension Keymap {
  /// The bindings of a first start.
  static let linksSections: [Section] = [
    Section(
      title: "Choosing a link", context: .links,
      bindings: [
        bind("accept", .links(.accepted), [.enter], "open the link with that number"),
        bind("erase", .links(.erased), [.backspace], "erase a digit"),
        bind("close", .links(.closed), [.escape], "cancel"),
      ] + everywhere)
  ]
}
