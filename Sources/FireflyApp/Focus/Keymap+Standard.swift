import FireflyCore
import FireflyEditor
import FireflyScreen

// The keys as they are without a configuration.
extension Keymap {
  private static func bind(
    _ name: String, _ action: Action, _ keys: [Key], _ help: String
  ) -> Binding {
    Binding(name: name, action: action, keys: keys, help: help)
  }

  /// A binding with the keys of the lists' binding of the same name, and perhaps some more.
  private static func follow(
    _ name: String, _ action: Action, _ keys: [Key] = [], _ help: String
  ) -> Binding {
    Binding(name: name, action: action, keys: keys, help: help, followsLists: true)
  }

  /// The bindings of a first start, in the order of the help.
  static let standard: [Section] = lists + others

  private static let lists: [Section] = [
    Section(
      title: "Move", context: .lists,
      bindings: [
        bind("down", .list(.moved(1)), [.down, .character("j")], "next post"),
        bind("up", .list(.moved(-1)), [.up, .character("k")], "previous post"),
        bind("page-down", .list(.paged(1)), [.pageDown, .control("f")], "a page down"),
        bind("page-up", .list(.paged(-1)), [.pageUp, .control("b")], "a page up"),
        bind("start", .list(.jumpedToStart), [.home, .character("g")], "first post"),
        bind("end", .list(.jumpedToEnd), [.end, .character("G")], "last post"),
        bind("enter", .list(.cardEntered), [.enter], "open; again: picture, or close"),
        bind("expand", .list(.cardPressed), [.character(" ")], "open or close the post"),
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
          "audience", .list(.audiencePressed), [.character("a")], "everyone's posts, or only yours"),
      ]),
    Section(
      title: "Read", context: .lists,
      bindings: [
        bind("profile", .list(.profilePressed), [.character("p")], "the author's profile"),
        bind("picture", .picture(.pressed), [.character("z")], "picture in full screen"),
        bind("open", .links(.pressed), [.character("o")], "open a link"),
        bind("copy", .list(.copyPressed), [.character("y")], "copy the post's text"),
        bind("find", .find(.pressed), [.character("/")], "find in this list"),
        bind("outline", .outline(.pressed), [.character("t")], "outline of the replies"),
        bind("refresh", .list(.refreshPressed), [.character("r")], "reload"),
      ]),
    Section(
      title: "Write", context: .lists,
      bindings: [
        bind("new", .editor(.newPressed), [.character("n")], "new post, or new search"),
        bind("edit", .editor(.editPressed), [.character("e")], "edit your post"),
        bind("delete", .moving(.deletePressed), [.character("d")], "delete your post; asks first"),
        bind("move", .moving(.pressed), [.character("m")], "move your post"),
        bind(
          "undo", .moving(.undoPressed), [.character("u")],
          "undo delete, move or discard"),
      ]),
    Section(
      title: "Program", context: .lists,
      bindings: [
        bind("help", .sheet(.helpPressed), [.character("?")], "these keys"),
        bind("account", .signIn(.pressed), [.character("i")], "sign in or out; who you are"),
        bind("redraw", .redrawPressed, [.control("l")], "redraw the screen"),
        bind("suspend", .suspendPressed, [.control("z")], "suspend; fg returns"),
        bind("quit", .quitPressed, [.character("q"), .control("c")], "quit"),
      ]),
  ]

  private static let others: [Section] = [
    Section(
      title: "While typing in find", context: .find,
      bindings: [
        bind("accept", .find(.accepted), [.enter], "keep this match; n and N: others"),
        bind(
          "cancel", .find(.cancelled), [.escape, .control("c"), .control("g")],
          "back to where you were"),
        bind("next-match", .find(.matchPressed(1)), [.down, .control("n")], "the next match"),
        bind(
          "previous-match", .find(.matchPressed(-1)), [.up, .control("p")], "the previous match"),
        bind("erase", .find(.erased(.character)), [.backspace], "erase a character"),
        bind("erase-word", .find(.erased(.word)), [.control("w")], "erase a word"),
        bind("erase-all", .find(.erased(.everything)), [.control("u")], "erase everything"),
      ] + everywhere),
    Section(
      title: "Among the matches", context: .matches,
      bindings: [
        bind("next-match", .find(.matchPressed(1)), [.character("n")], "the next match"),
        bind("previous-match", .find(.matchPressed(-1)), [.character("N")], "the previous match"),
        follow("back", .list(.backPressed), [], "end find"),
      ]),
    Section(
      title: "While moving a post", context: .moving,
      bindings: [
        bind("put", .moving(.pressed), [.character("m")], "move it under this post"),
        bind("put-at-root", .moving(.rootPressed), [.character("M")], "move it to the top level"),
        bind("release", .moving(.released), [.escape], "cancel"),
      ]),
    Section(
      title: "Choosing a link", context: .links,
      bindings: [
        bind("accept", .links(.accepted), [.enter], "open the link with that number"),
        bind("erase", .links(.erased), [.backspace], "erase a digit"),
        bind("close", .links(.closed), [.escape], "cancel"),
      ] + everywhere),
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
      ] + everywhere),
    Section(
      title: "Picture", context: .picture,
      bindings: [
        bind("close", .picture(.closed), [.escape, .enter, .left, .character("q")], "close it")
      ] + everywhere),
    Section(
      title: "Help and messages", context: .sheet,
      bindings: [
        follow("down", .sheet(.scrolled(1)), [], "a line down"),
        follow("up", .sheet(.scrolled(-1)), [], "a line up"),
        follow("page-down", .sheet(.paged(1)), [.character(" ")], "a page down"),
        follow("page-up", .sheet(.paged(-1)), [], "a page up"),
        follow("start", .sheet(.jumpedToStart), [], "the beginning"),
        follow("end", .sheet(.jumpedToEnd), [], "the end"),
        bind(
          "close", .sheet(.closed), [.escape, .character("q"), .character("?")], "close"),
      ] + everywhere),
    Section(
      title: "Write", context: .editor,
      bindings: [
        bind("save", .editor(.savePressed), [.control("s")], "save"),
        bind(
          "cancel", .editor(.cancelPressed), [.escape, .control("c")],
          "stop editing; asks before discarding"),
        bind("next-field", .editor(.nextFieldPressed(1)), [.tab], "next field"),
        bind("previous-field", .editor(.nextFieldPressed(-1)), [.backTab], "previous field"),
        bind(
          "spelling", .editor(.spelling(.wordsPressed)), [.control("t")],
          "spelling suggestions"),
        bind("chord", .editor(.chordBegun), [.control("x")], "then Ctrl-E: open in $EDITOR"),
        bind(
          "preview", .editor(.previewPressed), [.alt("p")], "preview on/off"),
        follow("redraw", .redrawPressed, [], "redraw the screen"),
      ]),
    Section(
      title: "Picture of your post", context: .editor,
      bindings: [
        bind(
          "picture", .editor(.attachment(.pressed)), [.control("o")],
          "attach or replace the picture"
        ),
        bind(
          "remove-picture", .editor(.attachment(.removePressed)), [.alt("o")],
          "remove the picture; again: restore it"),
        bind(
          "crop-left", .editor(.attachment(.cropMoved(x: -1, y: 0))),
          [Key(.left, .alt), .alt("h")],
          "shift thumbnail crop left"),
        bind(
          "crop-right", .editor(.attachment(.cropMoved(x: 1, y: 0))),
          [Key(.right, .alt), .alt("l")], "shift thumbnail crop right"),
        bind(
          "crop-up", .editor(.attachment(.cropMoved(x: 0, y: -1))), [Key(.up, .alt), .alt("k")],
          "shift thumbnail crop up"),
        bind(
          "crop-down", .editor(.attachment(.cropMoved(x: 0, y: 1))), [Key(.down, .alt), .alt("j")],
          "shift thumbnail crop down"),
      ]),
    Section(
      title: "Path of a picture", context: .path,
      bindings: [
        bind(
          "accept", .editor(.attachment(.pathAccepted)), [.enter],
          "attach the file, open the folder"),
        bind(
          "complete", .editor(.attachment(.completionPressed(1))), [.tab],
          "complete the name; again: next match"),
        bind(
          "complete-back", .editor(.attachment(.completionPressed(-1))), [.backTab],
          "previous match"),
        bind(
          "cancel", .editor(.attachment(.pathCancelled)), [.escape, .control("c"), .control("g")],
          "cancel"),
      ] + [follow("redraw", .redrawPressed, [], "redraw the screen")]),
    Section(
      title: "Write, after Ctrl-X", context: .editorChord,
      bindings: [
        bind(
          "external-editor", .editor(.externalEditorPressed), [.control("e"), .character("e")],
          "open in $VISUAL or $EDITOR"),
        bind("cancel", .editor(.chordLeft), [.escape, .control("g")], "cancel"),
      ]),
    Section(
      title: "Edit text", context: .editor,
      bindings: EditorBinding.standard.map {
        bind($0.name, .editor(.edited($0.command)), $0.keys, $0.help)
      }, summary: "as in readline and other editors; firefly-config(5) lists them"),
    Section(
      title: "Comparing with the server", context: .conflict,
      bindings: [
        bind("mine", .conflict(.minePressed), [.character("m")], "keep yours; theirs is replaced"),
        bind("theirs", .conflict(.theirsPressed), [.character("t")], "take theirs; asks first"),
        bind(
          "both", .conflict(.bothPressed), [.character("b")],
          "insert both versions to merge by hand"),
        follow("down", .conflict(.scrolled(1)), [], "a line down"),
        follow("up", .conflict(.scrolled(-1)), [], "a line up"),
        follow("page-down", .conflict(.paged(1)), [.character(" ")], "a page down"),
        follow("page-up", .conflict(.paged(-1)), [], "a page up"),
        follow("start", .conflict(.jumpedToStart), [], "the beginning"),
        follow("end", .conflict(.jumpedToEnd), [], "the end"),
        bind("close", .conflict(.closed), [.escape, .control("c")], "back to editing"),
      ] + everywhere),
    Section(
      title: "Questions", context: .dialog,
      bindings: [
        bind("next", .dialog(.moved(1)), [.right, .tab], "the next answer"),
        bind("previous", .dialog(.moved(-1)), [.left, .backTab], "the answer before"),
        bind("down", .dialog(.movedByRow(1)), [.down], "an answer further down"),
        bind("up", .dialog(.movedByRow(-1)), [.up], "an answer further up"),
        bind(
          "accept", .dialog(.accepted), [.enter, .character(" ")], "choose the selected answer"),
        bind(
          "cancel", .dialog(.cancelled), [.escape, .control("c")], "cancel"),
      ] + [follow("redraw", .redrawPressed, [], "redraw the screen")]),
    Section(
      title: "Menu (right click)", context: .menu,
      bindings: [
        follow("down", .menu(.moved(1)), [.tab], "the next item"),
        follow("up", .menu(.moved(-1)), [.backTab], "the previous item"),
        bind("accept", .menu(.accepted), [.enter, .character(" ")], "choose the item"),
        bind("close", .menu(.closed), [.escape, .control("c")], "close the menu"),
      ] + [follow("redraw", .redrawPressed, [], "redraw the screen")]),
    Section(
      title: "Signing in", context: .signIn,
      bindings: [
        bind("accept", .signIn(.accepted), [.enter], "send a code; go on"),
        bind("resend", .signIn(.resendPressed), [.control("r")], "have another code sent"),
        bind(
          "other-address", .signIn(.otherAddressPressed), [.control("o")], "another e-mail"),
        bind("sign-out", .signIn(.signOutPressed), [.control("x")], "sign out"),
        bind("close", .signIn(.closed), [.escape, .control("c")], "back, or stop waiting"),
      ] + everywhere),
  ]

  /// What holds wherever keys are taken.
  private static let everywhere = [
    follow("redraw", .redrawPressed, [], "redraw the screen"),
    follow("suspend", .suspendPressed, [], "suspend; fg returns"),
  ]
}
