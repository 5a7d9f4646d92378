import FireflyScreen

extension KeyContext {
  /// A list, while a post was taken up.
  public static let moving = KeyContext("moving")
}

extension Keymap {
  /// The bindings of a first start.
  static let movingSections: [Section] = [
    Section(
      title: "While moving a post", context: .moving,
      bindings: [
        bind("put", .moving(.pressed), [.character("m")], "move it under this post"),
        bind("put-at-root", .moving(.rootPressed), [.character("M")], "move it to the top level"),
        bind("release", .moving(.released), [.escape], "cancel"),
      ])
  ]
}
