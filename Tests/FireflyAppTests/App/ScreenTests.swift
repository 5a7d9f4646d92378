import FireflyCore
import FireflyModel
import FireflyScreen
import Testing

@testable import FireflyApp

/// Whole screens against golden ones, at several sizes.
@Suite("Screens")
struct ScreenTests {
  static let sizes = [(80, 24), (120, 40), (40, 12)]

  private func expect(
    _ walk: Walk, _ name: String, styled: Bool = false,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try expectScreen(
      render(walk.state, at: walk.now, pictures: LetterPictures()),
      name, styled: styled, sourceLocation: sourceLocation)
  }

  @Test(arguments: Scene.sizes)
  func aListItsFirstCardSelected(width: Int, height: Int) throws {
    try expect(Sailing.walk(width: width, height: height), "list")
  }

  @Test(arguments: Scene.sizes)
  func theEndOfTheListCJKAndRightToLeft(width: Int, height: Int) throws {
    var walk = Sailing.walk(width: width, height: height)
    walk.perform(.badges(.response([8: true])))
    walk.press(.end, .up)
    try expect(walk, "end")
  }

  @Test(arguments: Scene.sizes)
  func anExpandedCardWithItsPicture(width: Int, height: Int) throws {
    var walk = Sailing.walk(width: width, height: height)
    walk.press(.down, .enter)
    try expect(walk, "expanded")
    walk.press(.pageDown)
    try expect(walk, "expanded-end")
  }

  @Test(arguments: Scene.sizes)
  func anExpandedCardWithoutAPicture(width: Int, height: Int) throws {
    var walk = Sailing.walk(width: width, height: height)
    walk.state.settings.pictures = .none
    walk.press(.down, .enter)
    try expect(walk, "expanded-plain")
  }

  @Test(arguments: Scene.sizes)
  func childrenWithTheCapsule(width: Int, height: Int) throws {
    var walk = Sailing.walk(width: width, height: height)
    walk.press(.right)
    walk.wait(walk.state.settings.tunables.loadingDelay)
    try expect(walk, "children-loading")
    // Below one's own posts the first child is begun at once.
    var knots = Sailing.knots
    knots.authorEmail = "ben@example.org"
    walk.answer(1, [knots, Sailing.list[2]])
    walk.press(.down)
    try expect(walk, "children")
    walk.press(.up, .right)
    walk.answer(2, [])
    walk.answer(2, [])
    try expect(walk, "children-empty")
  }

  @Test(arguments: Scene.sizes)
  func theSplash(width: Int, height: Int) throws {
    var walk = Walk(width: width, height: height)
    walk.send(.started(at: nil))
    try expect(walk, "splash")
  }

  @Test(arguments: Scene.sizes)
  func aTabThatLoads(width: Int, height: Int) throws {
    var walk = Walk(width: width, height: height)
    walk.send(.started(at: nil))
    walk.answer(Walk.posts, Sailing.list)
    walk.wait(walk.state.settings.tunables.picturePatience)
    walk.press(.function(2))
    walk.wait(walk.state.settings.tunables.loadingDelay)
    try expect(walk, "loading")
  }

  @Test(arguments: Scene.sizes)
  func aFailure(width: Int, height: Int) throws {
    var walk = Walk(width: width, height: height)
    walk.send(.started(at: nil))
    walk.perform(
      .list(
        .postsResponse(
          level: Walk.posts,
          .failure(
            "Can't reach firefly.example.org. Check the network, or the address in --server.")))
    )
    try expect(walk, "failure")
  }

  @Test(arguments: Scene.sizes)
  func noPosts(width: Int, height: Int) throws {
    try expect(Walk([], width: width, height: height), "empty")
  }

  @Test(arguments: Scene.sizes)
  func theKeys(width: Int, height: Int) throws {
    var walk = Sailing.walk(width: width, height: height)
    walk.press(.character("?"))
    try expect(walk, "help")
  }

  @Test(arguments: Scene.sizes)
  func settingsThatWereNotUnderstood(width: Int, height: Int) throws {
    var walk = Sailing.walk(width: width, height: height)
    let file = "~/.config/firefly/config.yaml"
    walk.send(
      .settings(
        .misread([
          SettingsError(
            place: file, text: "motion: “fast” is not valid; use full, reduced or none."),
          SettingsError(
            place: file,
            text: """
              motoin: there is no such setting, only motion, pictures, mouse, log-level, server, theme, \
              themes, keys. Did you mean motion?
              """),
          SettingsError(
            place: "FIREFLY_MOUSE", text: "“perhaps” is neither true nor false."),
        ])))
    try expect(walk, "complaints")
  }

  @Test(arguments: Scene.sizes)
  func anOutline(width: Int, height: Int) throws {
    var walk = Sailing.walk(width: width, height: height)
    walk.press(.character("t"))
    let posts = Sailing.list
    let nodes = [(1, 1), (2, 2), (3, 3), (4, 1), (5, 2), (6, 1), (7, 2), (8, 1)]
    walk.perform(
      .outline(
        .response(
          top: 4, .success(.init(nodes.map { OutlineBranch.Node(post: posts[$0.0], depth: $0.1) })))
      ))
    walk.press(.down, .down)
    try expect(walk, "outline")
  }

  @Test(arguments: Scene.sizes)
  func finding(width: Int, height: Int) throws {
    var walk = Sailing.walk(width: width, height: height)
    walk.press(.character("/"))
    walk.type("wind")
    try expect(walk, "find")
  }

  @Test(arguments: Scene.sizes)
  func aNote(width: Int, height: Int) throws {
    var walk = Sailing.walk(width: width, height: height)
    walk.perform(.noted("Copied “learning to sail, week one”."))
    try expect(walk, "note")
  }

  @Test(arguments: Scene.sizes)
  func whichOfManyLinks(width: Int, height: Int) throws {
    let links = (1...12).map { "- [page \($0)](https://example.org/harbours/\($0))" }
    var walk = Walk(
      [.numbered(1, body: links.joined(separator: "\n"))], width: width, height: height)
    walk.press(.enter, .character("o"), .character("1"))
    try expect(walk, "links")
  }

  @Test
  func halfwayBetweenTwoLevels() throws {
    var walk = Sailing.walk(motion: .full)
    walk.press(.right)
    walk.answer(1, [Sailing.knots, Sailing.list[2]])
    walk.now += 0.15
    try expect(walk, "slide")
  }

  @Test(arguments: [20, 30, 36, 44, 50, 56, 60])
  func theToolbarWhereThereIsLittleRoom(width: Int) throws {
    var walk = Sailing.walk(width: width, height: 8)
    walk.perform(.badges(.response([8: true])))
    try expect(walk, "narrow")
  }

  @Test(arguments: [(20, 6), (10, 4), (3, 2), (1, 1)])
  func tinyTerminals(width: Int, height: Int) throws {
    var walk = Sailing.walk(width: width, height: height)
    try expect(walk, "tiny")
    walk.press(.character("?"))
    try expect(walk, "tiny-help")
  }

  @Test(arguments: Scene.sizes)
  func withoutUTF8(width: Int, height: Int) throws {
    let abilities = ScreenAbilities(unicode: false)
    var walk = Sailing.walk(width: width, height: height, abilities: abilities)
    try expect(walk, "ascii-list")
    walk.press(.down, .enter)
    try expect(walk, "ascii-expanded")
    walk.press(.right)
    walk.answer(1, [Sailing.list[2]])
    try expect(walk, "ascii-children")
  }

  @Test
  func withoutColours() throws {
    let abilities = ScreenAbilities(colors: .none)
    var walk = Sailing.walk(abilities: abilities)
    walk.press(.down)
    try expect(walk, "mono-list", styled: true)
    walk.press(.enter)
    try expect(walk, "mono-expanded")
    walk.press(.right)
    walk.answer(1, [Sailing.list[2]])
    try expect(walk, "mono-children")
    walk.press(.character("?"))
    try expect(walk, "mono-help")
  }

  @Test(arguments: [(64, 18)])
  func coloursAndAttributesOfAListAnExpandedCardASearch(width: Int, height: Int) throws {
    var walk = Sailing.walk(width: width, height: height)
    walk.press(.down)
    try expect(walk, "styled-list", styled: true)
    walk.state.settings.pictures = .none
    walk.press(.enter)
    try expect(walk, "styled-expanded", styled: true)
    walk.press(.home, .character("/"))
    walk.type("sail")
    walk.state.settings.theme = .dark
    try expect(walk, "styled-find-dark", styled: true)
  }
}
