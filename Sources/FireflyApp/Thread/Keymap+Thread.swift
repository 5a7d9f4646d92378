import FireflyScreen

extension KeyContext {
  /// The lists, while the current one shows a thread; other keys mean what they mean in lists.
  package static let thread = KeyContext("thread")
}

extension Keymap {
  /// The default bindings.
  static let threadSection = Section(
    title: "In a thread", context: .thread,
    bindings: [
      bindAsInLists(
        "enter", .thread(.foldPressed), [], "fold the branch, or unfold it"),
      bindAsInLists("expand", .list(.readOnPressed), [], "a page down"),
      bind("first-reply", .thread(.firstReplyPressed), [.right, .character("l")], "first reply"),
      bind(
        "parent", .thread(.parentPressed), [.left, .character("h")],
        "the post above; from a top reply: back"),
      bind("next-sibling", .thread(.siblingPressed(1)), [.character("]")], "next, not deeper"),
      bind(
        "previous-sibling", .thread(.siblingPressed(-1)), [.character("[")],
        "previous, not deeper"),
      bind("next-top", .thread(.topReplyPressed(1)), [.character("}")], "next top reply"),
      bind(
        "previous-top", .thread(.topReplyPressed(-1)), [.character("{")], "previous top reply"),
      bind(
        "fold-all", .thread(.foldAllPressed), [.character("Z")],
        "fold all top replies, or unfold all"),
    ])
}
