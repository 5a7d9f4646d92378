import FireflyCore
import FireflyScreen

// The default keys.
extension Keymap {
  static func bind(
    _ name: String, _ action: Action, _ keys: [Key], _ help: String
  ) -> Binding {
    Binding(name: name, action: action, keys: keys, help: help)
  }

  /// Returns a binding that has the keys of the lists' binding with the same name, and optionally
  /// more.
  static func bindAsInLists(
    _ name: String, _ action: Action, _ keys: [Key] = [], _ help: String
  ) -> Binding {
    Binding(name: name, action: action, keys: keys, help: help, usesListKeys: true)
  }

  /// The default bindings, in the order of the help.
  static let standard: [Section] =
    lists + [threadSection] + findSections + [filterSection] + [
      movingSection, linksSection, articleSection, outlineSection, pictureSection,
    ]
    + [sheetSection] + editorSections
    + [
      conflictSection, dialogSection, menuSection, muteSection, peopleSection, accountsSection,
      signInSection,
    ]

  private static let lists: [Section] = [
    Section(
      title: "Move", context: .lists,
      bindings: [
        bind("down", .list(.moved(1)), [.down, .character("j")], "next post"),
        bind("up", .list(.moved(-1)), [.up, .character("k")], "previous post"),
        bind("page-down", .list(.paged(1)), [.pageDown, .control("f")], "a page down"),
        bind("page-up", .list(.paged(-1)), [.pageUp, .control("b")], "a page up"),
        bind("half-page-down", .list(.halfPaged(1)), [.control("d")], "half a page down"),
        bind("half-page-up", .list(.halfPaged(-1)), [.control("u")], "half a page up"),
        bind(
          "start", .list(.jumpedToStart), [.home, .character("g")],
          "first post, or the top of an open one"),
        bind(
          "end", .list(.jumpedToEnd), [.end, .character("G")],
          "last post, or the end of an open one"),
        bind("enter", .list(.cardPressed), [.enter], "open or close the post"),
        bind(
          "expand", .list(.readOnPressed), [.character(" ")],
          "open; a page down; then the next post"),
        bind(
          "children", .list(.childIndicatorPressed), [.right, .character("l")],
          "replies, or results of a search"),
        bind(
          "back", .list(.backPressed), [.left, .character("h"), .backspace, .escape],
          "back one level; at the top, close"),
      ]),
    Section(
      title: "Tabs", context: .lists,
      bindings: [
        bind(
          "posts", .list(.explorerPressed(.posts)), [.function(1), .character("1")],
          "posts; again: to the top level"),
        bind(
          "searches", .list(.explorerPressed(.searches)), [.function(2), .character("2")],
          "saved searches; again: to the top level"),
        bind(
          "users", .list(.explorerPressed(.users)), [.function(3), .character("3")],
          "users; again: to the top level"),
        bind("next-explorer", .list(.nextExplorerPressed(1)), [.tab], "next tab"),
        bind(
          "previous-explorer", .list(.nextExplorerPressed(-1)), [.backTab],
          "previous tab"),
        bind(
          "audience", .list(.audiencePressed), [.character("a")],
          "everyone's posts, threads, or only yours"),
      ]),
    Section(
      title: "Read", context: .lists,
      bindings: [
        bind("profile", .list(.profilePressed), [.character("p")], "the author's profile"),
        bind("picture", .picture(.pressed), [.character("z")], "picture in full screen"),
        bind("open", .links(.pressed), [.character("o")], "open a link"),
        bind("copy", .list(.copyPressed), [.character("y")], "copy the post's text"),
        bind(
          "page", .links(.pagePressed(copies: false)), [.character("O")],
          "open its page on the web, if it has one"),
        bind(
          "copy-page", .links(.pagePressed(copies: true)), [.character("Y")],
          "copy the address of its page"),
        bind(
          "article", .article(.pressed), [.character("b")], "the page that it is about, as text"),
        bind("later", .later(.pressed), [.character("s")], "save for later, or no longer"),
        bind("keep", .keep(.pressed), [.character("K")], "keep its thread on your own server"),
        bind("place", .list(.placePressed), [.character("w")], "its place in the tree"),
        bind("find", .find(.pressed), [.character("/")], "find in this list"),
        bind(
          "density", .list(.densityPressed), [.character("x")],
          "cards, two rows, or one row a post"),
        bind("outline", .outline(.pressed), [.character("t")], "outline of the replies"),
        bind("thread", .thread(.pressed), [.character("v")], "as a thread, or as cards"),
      ] + readMarks + muting + [
        bind("refresh", .list(.refreshPressed), [.character("r"), .function(5)], "reload")
      ]),
    Section(
      title: "Write", context: .lists,
      bindings: [
        bind(
          "new", .editor(.newPressed), [.character("n")],
          "new post or search, or a reply"),
        bind("reply", .editor(.replyPressed), [.character("+")], "reply to the selected post"),
        bind("edit", .editor(.editPressed), [.character("e")], "edit your post"),
        bind("delete", .moving(.deletePressed), [.character("d")], "delete your post; asks first"),
        bind("move", .moving(.pressed), [.character("m")], "move your post"),
        bind(
          "undo", .moving(.undoPressed), [.character("u")],
          "undo the last step; after Esc, go on writing"),
        bind("favourite", .mark(.pressed(.favourite)), [.character("f")], "favourite on/off"),
        bind(
          "boost", .mark(.pressed(.boost)), [.character("B")],
          "show to your followers; asks first, again: takes it back"),
        bind(
          "bookmark", .mark(.pressed(.bookmark)), [.character("F")],
          "bookmark on the server on/off"),
        bind("vote", .mark(.votePressed), [.character("V")], "vote in the poll of the post"),
      ]),
    Section(
      title: "Program", context: .lists,
      bindings: [
        bind("help", .sheet(.helpPressed), [.character("?")], "these keys"),
        bind("palette", .palette(.pressed), [.character(":")], "all actions by name"),
        bind("places", .places(.pressed), [.character("S")], "other servers, sources and feeds"),
        bind("account", .signIn(.pressed), [.character("i")], "sign in or out; who you are"),
        bind("redraw", .redrawPressed, [.control("l")], "redraw the screen"),
        bind("suspend", .suspendPressed, [.control("z")], "suspend; fg returns"),
        bind("quit", .quitPressed, [.character("q"), .control("c")], "quit"),
      ]),
  ]

  /// The binding that redraws, for all contexts.
  static let redraw = bindAsInLists("redraw", .redrawPressed, [], "redraw the screen")

  /// Bindings for contexts without a text field.
  static let everywhere = [
    redraw, bindAsInLists("suspend", .suspendPressed, [], "suspend; fg returns"),
  ]
}
