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
      bind("close", .picture(.closed), [.escape, .enter, .left, .character("q")], "close it")
    ] + everywhere)
}
