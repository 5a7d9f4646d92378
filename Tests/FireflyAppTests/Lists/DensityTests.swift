import FireflyCore
import FireflyModel
import FireflyScreen
import Foundation
import Testing

@testable import FireflyApp

/// Cards, two rows a post, one row a post.
@Suite struct DensityTests {
  static let sizes = [(80, 24), (120, 40), (40, 12)]

  private func expect(
    _ walk: Walk, _ name: String, styled: Bool = false,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try expectScreen(
      render(walk.state, at: walk.now, pictures: LetterPictures()),
      name, styled: styled, sourceLocation: sourceLocation)
  }

  private func walk(
    _ density: Density, width: Int = 80, height: Int = 24,
    abilities: ScreenAbilities = ScreenAbilities(), motion: Settings.Motion = .none
  ) -> Walk {
    var walk = Sailing.walk(width: width, height: height, abilities: abilities, motion: motion)
    walk.state.lists.chosenDensity = density
    return walk
  }

  @Test(arguments: [Density.compact, .lines], Scene.sizes)
  func closedPostsAreRows(density: Density, size: (Int, Int)) throws {
    var walk = walk(density, width: size.0, height: size.1)
    walk.perform(.badges(.response([8: true])))
    walk.press(.down)
    try expect(walk, "\(density)")
    walk.press(.enter)
    try expect(walk, "\(density)-expanded")
  }

  @Test(arguments: [Density.compact, .lines])
  func onlyTheSelectedPostHasTheGroundOfACard(density: Density) throws {
    var walk = walk(density, width: 64, height: 18)
    walk.press(.down)
    try expect(walk, "styled-\(density)", styled: true)
    walk.state.settings.theme = .dark
    try expect(walk, "styled-\(density)-dark", styled: true)
  }

  @Test(arguments: [Density.compact, .lines])
  func withoutColoursAndWithoutUTF8(density: Density) throws {
    var mono = walk(density, width: 64, height: 18, abilities: ScreenAbilities(colors: .none))
    mono.press(.down)
    try expect(mono, "mono-\(density)", styled: true)
    mono.press(.enter)
    try expect(mono, "mono-\(density)-expanded")
    var ascii = walk(density, width: 64, height: 18, abilities: ScreenAbilities(unicode: false))
    ascii.press(.down)
    try expect(ascii, "ascii-\(density)")
  }

  @Test(arguments: [20, 30, 50, 60, 100])
  func authorAndAgeGiveWayFirst(width: Int) throws {
    var walk = walk(.lines, width: width, height: 8)
    try expect(walk, "narrow-lines")
    walk.state.lists.chosenDensity = .compact
    try expect(walk, "narrow-compact")
  }

  @Test(arguments: [(20, 6), (10, 4), (3, 2), (1, 1)])
  func tinyTerminals(width: Int, height: Int) {
    for density in Density.allCases {
      var walk = walk(density, width: width, height: height)
      walk.press(.down, .enter, .down, .enter)
      expectElements(of: walk.frame)
    }
  }

  @Test func thirtySixPostsFitOnFortyRows() {
    var walk = Walk(Post.numbered(1...50), width: 120, height: 40)
    func cards() -> Int { walk.frame.elements.filter { $0.id.hasPrefix("card-") }.count }
    #expect(cards() <= 8)
    walk.press(.character("x"))
    #expect(cards() >= 18)
    walk.press(.character("x"))
    #expect(cards() >= 36)
  }

  /// Opens one post among others at each density, without motion.
  @Test(arguments: sizes)
  func anOpenPostLooksTheSameInEachDensity(width: Int, height: Int) {
    // A search has no card to open.
    for index in Sailing.list.indices where Sailing.list[index].template != .query {
      let open = Density.allCases.map { density -> ([[Cell]], Int) in
        var walk = walk(density, width: width, height: height)
        for _ in 0..<index { walk.press(.down) }
        walk.press(.enter)
        let layout = walk.restingLayout()
        let scroll = walk.position.scroll
        let top = Int((layout.top(of: index) - scroll) / 20) + walk.state.layout.list.y
        let frame = render(walk.state, at: walk.now, pictures: LetterPictures())
        let rows = Int(layout.height(of: index) / 20)
        return (
          (top..<top + rows).filter {
            (walk.state.layout.list.y..<walk.state.layout.list.maxY).contains($0)
          }.map { y in
            (0..<width).map { frame[$0, y] }
          }, rows
        )
      }
      for other in open.dropFirst() {
        #expect(other.1 == open[0].1)
        // Where the list ends, less of a long post may be in view.
        let rows = min(other.0.count, open[0].0.count) - 1
        #expect(other.0.prefix(rows) == open[0].0.prefix(rows), "post \(index)")
      }
    }
  }

  @Test func theKeyGoesRoundIsKeptAndLeavesTheSelectedPostWhereItIs() {
    var walk = Walk(Post.numbered(1...200), width: 80, height: 24)
    for _ in 0..<60 { walk.press(.down) }
    func row() -> Int? { walk.frame.elements.first { $0.id == "card-61" }?.rect.y }
    let before = row()
    for density in [Density.compact, .lines] {
      #expect(walk.press(.character("x")) == [.list(.storeDensity(density))])
      #expect(walk.state.density == density)
      #expect(walk.selected == 61)
      #expect(abs((row() ?? 0) - (before ?? 0)) <= 1)
    }
    #expect(walk.press(.character("x")) == [.list(.storeDensity(.cards))])
    #expect(abs((row() ?? 0) - (before ?? 0)) <= 1)
    #expect(walk.reading.report.density == "cards")
  }

  @Test func theFirstDensityIsThatOfTheServerThenTheConfigurationThenTheChoice() {
    var state = AppState(size: Size(width: 80, height: 24))
    #expect(state.density == .cards)
    state.site = Site(
      .reading, name: "Hacker News", lists: ["front page", "newest"], as: state.account)
    #expect(state.density == .compact)
    state.settings.density = .lines
    #expect(state.density == .lines)
    state.lists.chosenDensity = .cards
    #expect(state.density == .cards)
  }

  @Test func cardsOfOneOrTwoRowsAreDrawnAsSuchRows() {
    for (rows, density) in [(1, Density.lines), (2, .compact)] {
      var walk = walk(.cards)
      walk.state.settings.tunables.cardRows = rows
      #expect(walk.text == self.walk(density).text)
    }
  }

  @Test(arguments: [Density.compact, .lines])
  func atEveryMomentOfTheMotionTheTitleIsInView(density: Density) {
    var walk = Walk(
      (1...40).map { Post.numbered($0, body: Post.body(paragraphs: $0 % 20 + 1)) }, width: 100,
      height: 30, motion: .full)
    walk.state.lists.chosenDensity = density
    for _ in 0..<12 { walk.press(.down) }
    walk.wait(1)
    for key in [Key.enter, .enter, .down, .enter, .up, .enter] {
      walk.press(key)
      for _ in 0..<23 {
        let selected = walk.selected ?? 0
        #expect(walk.text.contains("post \(selected)"), "\(walk.text)")
        #expect(walk.text.matches(of: /summary \d/).count <= (density == .lines ? 2 : 40))
        walk.now += 0.0137
      }
      walk.wait(1)
    }
  }

  @Test func aWindowThatShowsTheEndOfTheListLoadsMore() {
    var walk = Walk(width: 100, height: 70)
    walk.state.lists.chosenDensity = .lines
    walk.send(.started(at: nil))
    let effects = walk.answer(Walk.posts, Post.numbered((1...50).reversed()))
    #expect(
      effects.contains(.list(.loadRoot(level: Walk.posts, .everyone, before: 1, limit: 50))))
  }

  @Test(arguments: [Density.compact, .lines])
  func aRowWithoutATitleAndASummaryBeginsWithTheText(density: Density) {
    var walk = Walk([Post(id: 1, title: "", body: "> What?\n\nThis **one**.\nMore.")])
    walk.state.lists.chosenDensity = density
    #expect(walk.row(1).contains("This one. More.") && !walk.text.contains("What?"))
  }

  @Test func rowsDontRepeatTheSource() {
    var story = Sailing.post(
      1, "A lighthouse", "", body: "", email: "grace", name: "grace", children: 3, day: 14)
    story.state(place: "example.org", value: "123 points", author: "grace", replies: 42)
    var walk = Walk([story], width: 100, height: 12)
    walk.state.site = Site(
      .reading, name: "Hacker News", lists: ["front page", "newest"], as: walk.state.account)
    #expect(walk.text.contains("grace · 1 d · 42 replies · example.org · 123 points"))
    walk.press(.character("x"))
    #expect(walk.row(1).hasSuffix("42  grace     1 d ❯"), "\(walk.row(1))")
  }

  @Test func pictureAndSummaryNeedNoRequestsWhileClosed() {
    var walk = walk(.lines)
    #expect(!walk.press(.down).contains { if case .picture = $0 { true } else { false } })
  }

  @Test func theMousePressesRowsAndTheirIndicators() throws {
    for density in [Density.compact, .lines] {
      var walk = Walk((1...9).map { Post.numbered($0, children: 2, email: "b@b.org") })
      walk.state.lists.chosenDensity = density
      let row = try #require(walk.frame.elements.first { $0.id == "card-3" }?.rect)
      #expect(row.height == Int(density.rows ?? 0))
      walk.click(x: row.x + 20, y: row.y)
      #expect(walk.position.expandedID == 3)
      walk.click(x: row.x + 20, y: row.y + 1)
      let sign = try #require(
        walk.frame.elements.first { $0.id == "navigate-to-children-5" }?.rect)
      walk.click(x: sign.x + 1, y: sign.y)
      #expect(walk.state.current.navigator.depth == 1)
    }
  }

  @Test(arguments: [Density.compact, .lines])
  func aNewPostIsWrittenOnAnOpenCard(density: Density) {
    var walk = Walk(Post.numbered(1...30))
    walk.state.lists.chosenDensity = density
    for _ in 0..<10 { walk.press(.down) }
    walk.press(.character("n"))
    walk.open(.newPost(below: nil))
    walk.type("hello")
    #expect(walk.text.contains("hello"))
    #expect(walk.takesText)
  }

  @Test(arguments: Density.allCases)
  func findingMovingAndUndoWorkInEach(density: Density) {
    var walk = walk(density)
    walk.state.site = walk.state.site.with(ServerAbilities(moves: true))
    walk.press(.character("/"))
    walk.type("rigging")
    #expect(walk.selected == 6)
    #expect(walk.text.contains("rigging a boat"))
    walk.press(.enter, .left, .home, .down, .down, .character("m"))
    #expect(walk.state.moving.movedPost?.id == 2)
    #expect(walk.text.contains(" moving"), "\(walk.text)")
  }

  @Test(arguments: [Density.compact, .lines])
  func aScreenReaderGetsWordsOnlyAndTheCursorOnTheTitle(density: Density) {
    var walk = walk(density)
    walk.state.settings.screenReader = true
    walk.press(.down)
    let frame = walk.frame
    #expect(!frame.text.contains { "▌▐❯●▀▄".contains($0) }, "\(frame.text)")
    let row = walk.row(frame.cursor?.y ?? 0)
    let spoken = String(row.dropFirst(frame.cursor?.x ?? 0))
    #expect(spoken.hasPrefix("knots and bruises"))
  }

  /// In one row each, the columns are as wide as what stands in them; titles have the rest.
  @Test(arguments: [(80, 55), (100, 75)]) func titlesUseTheRow(width: Int, columns: Int) {
    let long = String(repeating: "x", count: 200)
    var posts = Post.numbered(1...2)
    for index in posts.indices { (posts[index].title, posts[index].authorName) = (long, "Bo Ra") }
    var walk = Walk(posts, width: width)
    walk.state.lists.chosenDensity = .lines
    let title = walk.row(1).count { $0 == "x" }
    #expect(title >= columns, "\(walk.row(1))")
    for index in posts.indices { posts[index].childCount = 41 }
    walk.answer(Walk.posts, posts)
    #expect(walk.row(1).count { $0 == "x" } == title - 5 && walk.row(1).contains(" 41+  Bo Ra"))
  }
}
