import FireflyScreen

extension KeyContext {
  /// A dialog.
  package static let dialog = KeyContext("dialog")
}

extension Keymap {
  /// The default bindings.
  static let dialogSection = Section(
    title: "Questions", context: .dialog,
    bindings: [
      bind("next", .dialog(.moved(1)), [.right, .tab], "the next answer"),
      bind("previous", .dialog(.moved(-1)), [.left, .backTab], "the previous answer"),
      bind("down", .dialog(.movedByRow(1)), [.down], "the answer below"),
      bind("up", .dialog(.movedByRow(-1)), [.up], "the answer above"),
      bind(
        "accept", .dialog(.accepted), [.enter, .character(" ")], "choose the selected answer"),
      bind(
        "cancel", .dialog(.cancelled), [.escape, .control("c")], "cancel"),
    ] + [redraw])
}
