import FireflyScreen

extension KeyContext {
  /// A picture in full screen.
  package static let picture = KeyContext("picture")
}

extension Keymap {
  /// The default bindings.
  static let pictureSection = Section(
    title: "Picture", context: .picture,
    bindings: [
      bind(
        "close", .picture(.closed), [.escape, .enter, .character("q"), .control("c")], "close it"),
      bindAsInLists("picture", .picture(.moved(1)), [], "the next one; after the last: close"),
      bindAsInLists("children", .picture(.moved(1)), [], "the next one; after the last: close"),
      bindAsInLists("back", .picture(.moved(-1)), [], "the one before; from the first: close"),
    ] + everywhere)
}
