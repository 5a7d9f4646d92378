import FireflyCore
import FireflyScreen
import Testing

@testable import FireflyApp

/// All actions by name.
@Suite struct ActionPaletteTests {
  @Test func everyActionOfTheListsIsThereWithItsKey() {
    var walk = Walk(Post.numbered(1...3), height: 80)
    let sections = walk.state.settings.keymap.sections
    let muting = sections.filter { $0.context == .mute }.flatMap(\.bindings)
      .filter { if case .mute = $0.action { true } else { false } }
    // Those of services with accounts are not for this server.
    let lists = sections.filter { $0.context == .lists }.flatMap(\.bindings)
    let bindings =
      lists.filter { $0.name != "palette" && $0.help(at: .own(as: .signedOut)) != nil } + muting
    walk.press(.character(":"))
    let others = ["drafts", "settings"]
    #expect(walk.paletteNames.sorted() == (bindings.map(\.name) + others).sorted())
    for binding in bindings {
      // The keys of the list of what can be muted mean something else here.
      let key = muting.contains { $0.name == binding.name } ? "" : binding.keys.first?.label ?? "?"
      let row = walk.text.split(separator: "\n").first { row in
        row.split(separator: " ").first { $0 != "▌" } == binding.name[...]
      }
      #expect(row.map { key.isEmpty || $0.contains(key) } == true, "\(binding.name)")
    }
  }

  /// Each action, chosen by its name, does what its key does.
  @Test func everyNameDoesWhatItsKeyDoes() {
    let walk = Walk([.numbered(1, children: 2), .numbered(2)])
    for item in walk.paletteItems {
      guard let key = item.keys.first else { continue }
      var (byKey, byName) = (walk, walk)
      let effects = byKey.press(key)
      byName.press(.character(":"))
      byName.type(item.name)
      #expect(byName.press(.enter) == effects, "\(item.name)")
      #expect(byName.state.focus.sheetCount == byKey.state.focus.sheetCount, "\(item.name)")
      #expect(byName.selected == byKey.selected)
      #expect(byName.state.explorer == byKey.state.explorer)
    }
  }

  /// Somebody else's post is not edited: nothing that only refuses is offered.
  @Test(arguments: [true, false]) func onlyOnesOwnPostIsEdited(isOwn: Bool) {
    var post = Post.numbered(1)
    if !isOwn { (post.authorName, post.authorEmail) = ("Grace", "grace@example.org") }
    var walk = Walk([post])
    walk.press(.character(":"))
    #expect(walk.paletteNames.contains("edit") == isOwn)
  }

  @Test func namesThatBeginWithTheTextComeFirst() {
    var walk = Walk(Post.numbered(1...3))
    walk.press(.character(":"))
    walk.type("re")
    #expect(
      walk.state.focus[ActionPalette.self]?.shownNames.prefix(4).sorted()
        == ["read-branch", "redraw", "refresh", "reply"])
    walk.press(.down, .up, .down, .up)
    walk.press(.control("u"))
    walk.type("zzz")
    #expect(walk.press(.enter) == [])
    #expect(walk.state.focus[ActionPalette.self] != nil)
    walk.press(.escape)
    #expect(walk.state.focus.isEmpty)
  }

  @Test func actionsWithoutAKeyCanBeChosen() {
    var walk = Walk(Post.numbered(1...3))
    _ = walk.state.settings.keymap.rebind([.lists: ["copy": []]])
    walk.press(.character(":"))
    walk.type("copy")
    #expect(
      walk.press(.enter) == [
        .terminal(.copy("post 1\n\nsummary 1\n\nSome words.", noted: "Copied “post 1”."))
      ])
  }

  @Test func aClickDoesTheActionOfItsLine() throws {
    var walk = Walk(Post.numbered(1...3))
    walk.press(.character(":"))
    let point = try #require(walk.frame.point(of: "palette-enter"))
    walk.click(x: point.x, y: point.y)
    #expect(walk.position.expandedID == 1)
    #expect(walk.state.focus.isEmpty)
  }

  @Test func inASourceOnlyWhatWorksThereIsListed() {
    var walk = Walk(Post.numbered(1...3))
    walk.state.site = Site(
      .reading, name: "Hacker News", lists: ["front page", "newest"], as: walk.state.account)
    walk.press(.character(":"))
    let names = walk.paletteNames
    #expect(!names.contains("move") && !names.contains("account") && names.contains("open"))
  }

  @Test func whileAPostIsMovedItsActionsAreThereToo() {
    var walk = Walk([.numbered(1), .numbered(2)])
    walk.press(.character("m"))
    walk.perform(.moving(.abilitiesResponse(ServerAbilities(moves: true))))
    walk.press(.character(":"))
    #expect(walk.state.moving.movedPost != nil)
    #expect(walk.paletteNames.prefix(3) == ["put", "put-at-root", "release"])
  }

  @Test(arguments: [(80, 24), (120, 40), (40, 12), (20, 6), (3, 2)])
  func paletteFitsEveryScreen(width: Int, height: Int) throws {
    var walk = Walk(Post.numbered(1...3), width: width, height: height)
    walk.press(.character(":"))
    if width >= 40 { try expectScreen(walk.frame, "palette") }
    walk.type("page")
    if width >= 40 { try expectScreen(walk.frame, "palette-filtered") }
    walk.press(.end)
    #expect(walk.frame.size == walk.state.size)
  }
}

extension ActionPalette {
  fileprivate var shownNames: [String] { list.shown.map { list.items[$0].name } }
}

extension Walk {
  var paletteNames: [String] {
    state.focus[ActionPalette.self]?.list.items.map(\.name) ?? []
  }
}
