import FireflyScreen

extension KeyContext {
  /// A picture in full screen.
  public static let picture = KeyContext("picture")
}

extension Keymap {
  /// The default bindings.
  static let pictureSection = Section(
    title: "Picture", context: .picture,
    bindings: [
      bind(
        "close", .picture(.closed), [.escape, .enter, .character("q"), .control("c")], "close it"),
      bindAsInLists("picture", .picture(.closed), [], "close it"),
      bindAsInLists("back", .picture(.closed), [], "close it"),
    ] + everywhere)
}
