import FireflyScreen

extension KeyContext {
  /// The list of what can be done with a person.
  package static let people = KeyContext("people")
}

extension Keymap {
  /// The default bindings of the list of what can be done with a person.
  static let peopleSection = Section(
    title: "People (M on a profile)", context: .people,
    bindings: [
      bindAsInLists("down", .menu(.moved(1)), [.tab], "the next item"),
      bindAsInLists("up", .menu(.moved(-1)), [.backTab], "the previous item"),
      bind("accept", .menu(.accepted), [.enter, .character(" ")], "choose the item"),
      bind("close", .menu(.closed), [.escape, .control("c")], "close the list"),
      bind("follow-person", .person(.followPressed), [.character("f")], "follow, or not"),
      bind(
        "boosts-of-person", .person(.boostsPressed), [.character("B")],
        "see their boosts, or not"),
      bind(
        "mute-on-server", .person(.mutePressed), [.character("m")],
        "mute on the server, or not; asks for how long"),
      bind("block-person", .person(.blockPressed), [.character("b")], "block, or not; asks first"),
      bind(
        "accept-request", .person(.requestAnswered(true)), [.character("a")],
        "let them follow you, if they have asked"),
      bind(
        "refuse-request", .person(.requestAnswered(false)), [.character("r")],
        "don't let them follow you"),
      bind(
        "mute-person", .mute(.authorPressed), [.character("p")], "mute on this machine, or not"),
    ] + [redraw])
}
