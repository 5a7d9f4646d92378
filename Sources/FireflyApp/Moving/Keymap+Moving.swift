import FireflyScreen

extension KeyContext {
  /// The lists, while a post is being moved.
  package static let moving = KeyContext("moving")
}

extension Keymap {
  /// The default bindings.
  static let movingSection = Section(
    title: "While moving a post", context: .moving,
    bindings: [
      bind("put", .moving(.pressed), [.character("m")], "move it under this post"),
      bind("put-at-root", .moving(.rootPressed), [.character("M")], "move it to the top level"),
      bind("release", .moving(.released), [.escape], "cancel"),
    ])
}
