import FireflyScreen

extension KeyContext {
  /// The article of a page.
  package static let article = KeyContext("article")
}

extension Keymap {
  /// The default bindings.
  static let articleSection = Section(
    title: "Article", context: .article,
    bindings: scrollBindings { .article(.scrolled($0)) } + [
      bindAsInLists("find", .filter(.pressed), [], "find in the article"),
      bind("next-match", .article(.matchPressed(1)), [.character("n")], "the next match"),
      bind("previous-match", .article(.matchPressed(-1)), [.character("N")], "the previous match"),
      bindAsInLists("open", .article(.openPressed), [], "open the page in the browser"),
      bindAsInLists("picture", .article(.picturePressed(nil)), [], "its pictures in full screen"),
      bindAsInLists("outline", .outline(.pressed), [], "its headings"),
      bindAsInLists("copy", .article(.copyPressed), [], "copy the page's address"),
      bindAsInLists("refresh", .article(.refreshPressed), [], "load the page again"),
      bind("accept", .article(.accepted), [.enter], "open the link whose number was typed"),
      bind("close", .article(.closed), [.escape, .character("q"), .control("c")], "close"),
      bindAsInLists("article", .article(.closed), [], "close"),
      bindAsInLists("back", .article(.closed), [], "close"),
    ] + everywhere)
}
