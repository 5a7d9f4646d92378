import FireflyScreen

extension KeyContext {
  /// The list of what can be muted of a post.
  package static let mute = KeyContext("muting")
}

extension Keymap {
  /// The key of the lists that asks what to mute.
  static let muting = [
    bind("mute", .mute(.pressed), [.character("M")], "silence, mute or follow: asks what")
  ]

  /// The default bindings of the list of what can be muted.
  static let muteSection = Section(
    title: "Mute (M)", context: .mute,
    bindings: [
      bindAsInLists("down", .menu(.moved(1)), [.tab], "the next item"),
      bindAsInLists("up", .menu(.moved(-1)), [.backTab], "the previous item"),
      bind("accept", .menu(.accepted), [.enter, .character(" ")], "choose the item"),
      bind("close", .menu(.closed), [.escape, .control("c")], "close the list"),
      bind(
        "silence-branch", .mute(.branchPressed(.silenced, isThread: false)), [.character("b")],
        "silence the post and its replies, or not"),
      bind(
        "silence-thread", .mute(.branchPressed(.silenced, isThread: true)), [.character("t")],
        "silence the whole thread, or not"),
      bind("mute-person", .mute(.authorPressed), [.character("p")], "mute the author, or not"),
      bind(
        "person", .person(.pressed), [.character("P")],
        "follow, mute or block the author on the server"),
      bind("mute-words", .mute(.wordsPressed), [.character("w")], "mute words: type or pick"),
      bind(
        "follow-branch", .mute(.branchPressed(.followed, isThread: false)), [.character("f")],
        "follow the post's replies, or not"),
      bind(
        "follow-thread", .mute(.branchPressed(.followed, isThread: true)), [.character("F")],
        "follow the whole thread, or not"),
    ] + [redraw])
}
