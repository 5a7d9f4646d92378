import FireflyScreen

extension KeyContext {
  /// The outline.
  public static let outline = KeyContext("outline")
}

extension Keymap {
  /// The bindings of a first start.
  static let outlineSections: [Section] = [
    Section(
      title: "Outline", context: .outline,
      bindings: [
        follow("down", .outline(.moved(1)), [], "the next line"),
        follow("up", .outline(.moved(-1)), [], "the previous line"),
        follow("page-down", .outline(.paged(1)), [], "a page down"),
        follow("page-up", .outline(.paged(-1)), [], "a page up"),
        follow("start", .outline(.jumpedToStart), [], "the first line"),
        follow("end", .outline(.jumpedToEnd), [], "the last line"),
        follow(
          "enter", .outline(.entered), [.right, .character("l"), .character(" ")], "go there"),
        bind(
          "close", .outline(.closed), [.escape, .left, .character("t"), .character("q")],
          "close the outline"),
      ] + everywhere)
  ]
}
