import FireflyScreen

extension KeyContext {
  /// A picture over the whole screen.
  public static let picture = KeyContext("picture")
}

extension Keymap {
  /// The bindings of a first start.
  static let pictureSections: [Section] = [
    Section(
      title: "Picture", context: .picture,
      bindings: [
        bind("close", .picture(.closed), [.escape, .enter, .left, .character("q")], "close it")
      ] + everywhere)
  ]
}
