import FireflyCore
import FireflyScreen
import Testing

@testable import FireflyApp

@Suite("Menu")
struct MenuTests {
  private func titles(_ walk: Walk) -> [String] {
    walk.state.focus[Menu.self]?.items.map(\.title) ?? []
  }

  /// Presses the menu's item of a title with the mouse.
  private func choose(_ title: String, _ walk: inout Walk) throws -> [Effect] {
    let index = try #require(titles(walk).firstIndex(of: title))
    let point = try #require(walk.frame.point(of: "menu-\(index)"))
    return walk.click(x: point.x, y: point.y)
  }

  /// A right click on a card selects it and shows what can be done, each to be pressed.
  @Test
  func aRightClickOnACardSelectsItAndShowsWhatCanBeDone() throws {
    for (title, check) in [
      ("Find", { $0.state.focus.find != nil }),
      ("Threads", { $0.state.current.audience == .threads }),
      ("Delete…", { $0.state.focus.dialog != nil }), ("Quit", { $0.state.isQuitting }),
      ("Edit", { $0.state.focus.editor?.card == 2 }),
      ("Open", { $0.position.expandedID == 2 }),
    ] as [(String, (Walk) -> Bool)] {
      var walk = Walk((1...9).map { .numbered($0, children: 2) })
      walk.mouse(.menuPress, x: 10, y: 8)
      #expect(walk.selected == 2)
      #expect(walk.text.contains(title))
      _ = try choose(title, &walk)
      #expect(check(walk), "\(title)")
      #expect(walk.state.focus[Menu.self] == nil)
    }
  }

  @Test
  func postsAreMovedAndPutDownByTheMouseAloneAndThatIsUndone() throws {
    var walk = Walk([.numbered(1), .numbered(2)])
    walk.perform(.moving(.abilitiesResponse(ServerAbilities(moves: true, restores: true))))
    walk.mouse(.menuPress, x: 10, y: 8)
    _ = try choose("Move", &walk)
    #expect(walk.state.moving.movedPost?.id == 2)
    walk.mouse(.menuPress, x: 10, y: 3)
    #expect(try choose("Move here", &walk) == [.moving(.move(2, to: 1))])
    var moved = Post.numbered(2)
    moved.parentID = 1
    walk.perform(.moving(.moveResponse(2, .success(moved))))
    walk.mouse(.menuPress, x: 10, y: 3)
    #expect(try choose("Undo", &walk) == [.moving(.move(2, to: nil))])
  }

  /// Others' posts have no edit, move or delete; beside the cards there is the list's part only.
  @Test
  func othersPostsHaveNoEditMoveOrDelete() {
    var walk = Walk([.numbered(1, email: "ben@example.org")])
    walk.mouse(.menuPress, x: 10, y: 3)
    #expect(titles(walk).contains("Author's profile"))
    #expect(!titles(walk).contains { ["Edit", "Move", "Delete…"].contains($0) })
    walk.mouse(.menuPress, x: 10, y: 20)
    #expect(walk.state.focus[Menu.self] == nil)
    walk.mouse(.menuPress, x: 10, y: 20)
    #expect(titles(walk).first == "New post")
    walk.click(x: 79, y: 23)
    #expect(walk.state.focus[Menu.self] == nil)
  }

  /// Arrows and Enter choose; the lists' own keys do what their items say; Esc closes.
  @Test
  func arrowsAndEnterChooseTheListsOwnKeysDoWhatTheirItemsSay() {
    var walk = Walk(Post.numbered(1...3))
    walk.mouse(.menuPress, x: 10, y: 3)
    #expect(walk.press(.enter).isEmpty && walk.state.focus[Menu.self] != nil)
    walk.press(.up)
    #expect(walk.state.focus[Menu.self]?.selected == titles(walk).count - 1)
    walk.press(.down, .enter)
    #expect(walk.position.expandedID == 1)
    walk.mouse(.menuPress, x: 10, y: 3)
    walk.press(.character("/"))
    #expect(walk.state.focus.find != nil && walk.state.focus[Menu.self] == nil)
    walk.press(.escape)
    walk.mouse(.menuPress, x: 10, y: 3)
    walk.press(.character("x"))
    #expect(walk.state.focus[Menu.self] != nil)
    walk.press(.escape)
    #expect(walk.state.focus[Menu.self] == nil)
  }

  @Test
  func menuStaysOnTheScreen() {
    for (width, height) in [(80, 24), (40, 12), (20, 6), (3, 2), (1, 1)] {
      var walk = Walk(Post.numbered(1...3), width: width, height: height)
      for point in [Point(x: 0, y: 0), Point(x: width - 1, y: height - 1)] {
        walk.perform(.menu(.opened(1, at: point)))
        #expect(walk.frame.size == Size(width: width, height: height))
        let count = titles(walk).count
        for _ in 0..<count {
          walk.press(.down)
          let index = walk.state.focus[Menu.self]?.selected ?? 0
          #expect(width < 20 || walk.frame.point(of: "menu-\(index)") != nil)
        }
        walk.press(.escape)
      }
    }
  }

  @Test(arguments: Scene.sizes)
  func theScreen(width: Int, height: Int) throws {
    var walk = Sailing.walk(width: width, height: height)
    walk.mouse(.menuPress, x: 10, y: 3)
    walk.press(.down, .down)
    try expectScreen(walk.frame, "menu")
  }

  /// On a small screen, too, it has an edge, says how to leave, and that it goes on.
  @Test func onASmallScreenItSaysThatItGoesOn() throws {
    var walk = Walk((1...9).map { .numbered($0, children: 2) }, width: 40, height: 12)
    walk.mouse(.menuPress, x: 10, y: 5)
    let rows = walk.text.split(separator: "\n")
    let last = try #require(rows.last)
    #expect(rows[0].contains("╭") && last.contains("╰") && last.contains("▼"), "\(walk.text)")
    #expect(last.contains("Esc closes"), "\(walk.text)")
    for _ in 0..<30 where !walk.text.contains("Quit") { walk.press(.down) }
    #expect(walk.text.contains("Quit") && !walk.text.contains("▼"), "\(walk.text)")
  }

  /// A menu that asks about a post leaves it in sight.
  @Test(arguments: [(80, 24), (120, 40), (40, 24)]) func itStandsBesideWhatItAsksAbout(
    width: Int, height: Int
  ) {
    for index in 0..<3 {
      var walk = Walk(
        (1...9).map { .numbered($0, email: "grace") }, width: width, height: height)
      for _ in 0..<index { walk.press(.down) }
      let title = walk.state.list.posts[index].title
      walk.press(.character("M"))
      #expect(walk.state.focus[Menu.self] != nil)
      #expect(walk.text.contains(title) && walk.text.contains("Mute "), "\(walk.text)")
    }
  }
}
