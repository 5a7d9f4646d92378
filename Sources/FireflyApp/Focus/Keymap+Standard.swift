import FireflyCore
import FireflyScreen

// The keys as they are without a configuration.
extension Keymap {
  private static func bind(
    _ name: String, _ action: Action, _ keys: [Key], _ help: String
  ) -> Binding {
    Binding(name: name, action: action, keys: keys, help: help)
  }

  /// The bindings of a first start, in the order of the help.
  static let standard: [Section] = [
    Section(
      title: "Move",
      bindings: [
        bind("down", .moved(1), [.down, .character("j")], "the next card"),
        bind("up", .moved(-1), [.up, .character("k")], "the previous card"),
        bind("page-down", .paged(1), [.pageDown, .control("f")], "a page down"),
        bind("page-up", .paged(-1), [.pageUp, .control("b")], "a page up"),
        bind("start", .jumpedToStart, [.home, .character("g")], "the first card"),
        bind("end", .jumpedToEnd, [.end, .character("G")], "the last card"),
        bind(
          "enter", .cardEntered, [.enter],
          "expand; then its picture; then collapse"),
        bind("expand", .cardPressed, [.character(" ")], "expand or collapse the card"),
        bind(
          "children", .childIndicatorPressed, [.right, .character("l")],
          "the children, or what a search finds"),
        bind(
          "back", .backPressed, [.left, .character("h"), .backspace, .escape],
          "back one level; at the root, collapse"),
      ]),
    Section(
      title: "Explorers",
      bindings: [
        bind(
          "posts", .explorerPressed(.posts), [.function(1), .character("1")],
          "posts; again: back to the root"),
        bind(
          "searches", .explorerPressed(.searches), [.function(2), .character("2")],
          "saved searches; again: back to the root"),
        bind(
          "users", .explorerPressed(.users), [.function(3), .character("3")],
          "users; again: back to the root"),
        bind("next-explorer", .nextExplorerPressed, [.tab], "the next explorer"),
        bind("audience", .audiencePressed, [.character("a")], "everyone's posts, or only mine"),
      ]),
    Section(
      title: "Read",
      bindings: [
        bind("profile", .profilePressed, [.character("p")], "the author's profile"),
        bind("picture", .picturePressed, [.character("z")], "the picture over the whole screen"),
        bind("open", .linkPressed, [.character("o")], "open a link of the post"),
        bind("copy", .copyPressed, [.character("y")], "copy the post's text"),
        bind("find", .findPressed, [.character("/")], "find in this list"),
        bind("next-match", .nextMatchPressed(1), [.character("n")], "the next match"),
        bind("previous-match", .nextMatchPressed(-1), [.character("N")], "the previous match"),
        bind("outline", .outlinePressed, [.character("t")], "the branch as an outline"),
        bind("refresh", .refreshPressed, [.character("r")], "load again"),
      ]),
    Section(
      title: "Program",
      bindings: [
        bind("help", .helpPressed, [.character("?")], "these keys"),
        bind("redraw", .redrawPressed, [.control("l")], "draw the screen anew"),
        bind("suspend", .suspendPressed, [.control("z")], "back to the shell; fg returns"),
        bind("quit", .quitPressed, [.character("q"), .control("c")], "quit"),
      ]),
  ]
}
