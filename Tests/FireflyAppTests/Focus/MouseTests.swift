import FireflyCore
import FireflyScreen
import Testing

@testable import FireflyApp

/// On 80 × 24 the first card has the rows 1 to 5, the second 6 to 10, and so on.
@Suite("Mouse")
struct MouseTests {
  private func walk() -> Walk { Walk((1...9).map { .numbered($0, children: 2) }) }

  @Test
  func aClickSelectsAndExpandsAnotherOneCollapses() {
    var walk = walk()
    walk.click(x: 10, y: 8)
    #expect(walk.selected == 2)
    #expect(walk.position.expandedID == 2)
    #expect(walk.position.scroll == 100)
    walk.click(x: 10, y: 2)
    #expect(walk.position.expandedID == nil)
    #expect(walk.selected == 2)
  }

  /// A click on an expanded card's picture shows it over the whole screen, Esc closes it.
  @Test
  func aClickOnAnExpandedCardsPictureShowsItOverTheWholeScreen() {
    var walk = Walk([.numbered(1, image: "/a.png")])
    walk.perform(.picture(.response(address: "/a.png", aspectRatio: 2)))
    walk.press(.enter)
    walk.wait(1)
    walk.click(x: 40, y: 6)
    #expect(walk.state.focus[FullPicture.self]?.address == "/a.png")
    #expect(walk.position.expandedID == 1)
    walk.press(.escape)
    #expect(walk.state.overlay == nil)
    walk.click(x: 10, y: 2)
    #expect(walk.position.expandedID == nil)
  }

  @Test
  func aClickOnTheSignGoesDown() {
    var walk = walk()
    #expect(
      walk.click(x: 77, y: 8) == [
        .list(.loadParent(2, level: 1)), .list(.loadChildren(of: 2, level: 1)),
      ])
    #expect(walk.state.current.navigator.path.map(\.destination) == [.children(of: 2)])
  }

  /// Every cell of the sign that is drawn can be clicked, compact and expanded.
  @Test
  func everyCellOfTheSignThatIsDrawnCanBeClickedCompact() {
    for keys in [[], [Key.enter]] {
      var walk = walk()
      for key in keys { walk.press(key) }
      let rect = Rect(x: 0, y: 1, width: 80, height: 5)
      let frame = walk.frame
      let y = (rect.y..<rect.maxY).first { y in
        (60..<80).contains { frame[$0, y].glyph == Glyph("❯") }
      }
      guard let y, let x = (60..<80).first(where: { frame[$0, y].glyph == Glyph("❯") }) else {
        Issue.record("There is no sign.")
        return
      }
      for column in (x - 2)...(x + 2) {
        #expect(
          walk.pressable(x: column, y: y) == .list(.childIndicatorTapped(1)))
      }
      #expect(walk.pressable(x: x - 4, y: y) == .list(.cardTapped(1)))
    }
  }

  @Test
  func aClickOnTheCapsuleGoesBackOneBesideItDoesNothing() {
    var walk = walk()
    walk.press(.right)
    walk.answer(1, Post.numbered([20]))
    #expect(walk.click(x: 24, y: 0) == [])
    #expect(walk.state.current.navigator.depth == 1)
    #expect(walk.click(x: 4, y: 0) == [.cancelLevel(1)])
    #expect(walk.state.current.navigator.depth == 0)
  }

  @Test
  func aClickOnAPartOfThePathGoesToThatLevelOnTheLastOneBack() throws {
    func deep() -> Walk {
      var walk = Walk([.numbered(1, children: 1)], width: 100)
      for level in 1...3 {
        walk.press(.right)
        walk.answer(LevelID(.posts, level), [.numbered(level + 1, children: 1)])
      }
      return walk
    }
    let row = deep().row(0)
    for (title, depth) in [("post 1", 1), ("post 2", 2), ("post 3", 2)] {
      var walk = deep()
      let place = try #require(row.range(of: title))
      walk.click(x: row.distance(from: row.startIndex, to: place.lowerBound), y: 0)
      #expect(walk.state.current.navigator.depth == depth, "\(title)")
    }
  }

  @Test(arguments: [20, 40, 80, 130])
  func theCapsuleCanBeClickedExactlyWhereItIsDrawn(width: Int) {
    for title in ["sea", String(repeating: "a long way to sail ", count: 12)] {
      var post = Post.numbered(1, children: 2)
      post.title = title
      var walk = Walk([post], width: width)
      walk.press(.right)
      walk.answer(1, Post.numbered(20...29))
      let frame = walk.frame
      let fill = walk.state.settings.theme.card.blended(
        over: walk.state.settings.theme.backdrop, alpha: 0.9)
      let drawn = (0..<width).filter {
        let style = frame[$0, 0].style
        return style.background == fill || style.foreground == fill
      }
      let clickable = (0..<width).filter {
        walk.pressable(x: $0, y: 0) == .list(.backPressed)
      }
      #expect(clickable == drawn)
      #expect(!drawn.isEmpty)
    }
  }

  @Test(arguments: [20, 30, 36, 50, 60, 80, 200])
  func tabsAreClickedWhereTheyStandAtAnyWidth(width: Int) {
    var walk = Walk(Post.numbered([1]), width: width)
    let y = 23
    var seen: [Explorer] = []
    for x in 0..<width {
      if case .list(.explorerPressed(let explorer)) = walk.pressable(x: x, y: y),
        seen.last != explorer
      {
        seen.append(explorer)
      }
    }
    #expect(seen == [.posts, .searches, .users])
    guard
      let x = (0..<width).first(where: {
        walk.pressable(x: $0, y: y) == .list(.explorerPressed(.users))
      })
    else { return }
    walk.click(x: x, y: y)
    #expect(walk.state.explorer == .users)
  }

  @Test
  func aClickOnHelpOpensItAnyClickClosesIt() {
    var walk = walk()
    walk.click(x: 68, y: 23)
    #expect(walk.state.focus[Sheet.self] == Sheet(.help, at: walk.state.site))
    walk.click(x: 10, y: 10)
    #expect(walk.state.overlay == nil)
    #expect(walk.position.expandedID == nil)
  }

  @Test
  func aDragOfThreeColumnsToTheLeftDrillsInSeed000Once() {
    var walk = walk()
    #expect(walk.mouse(.press, x: 40, y: 8) == [])
    for x in [39, 38] { #expect(walk.mouse(.drag, x: x, y: 8) == []) }
    #expect(
      walk.mouse(.drag, x: 37, y: 8)
        == [.list(.loadParent(2, level: 1)), .list(.loadChildren(of: 2, level: 1))])
    for x in [30, 20] { #expect(walk.mouse(.drag, x: x, y: 8) == []) }
    #expect(walk.mouse(.release, x: 20, y: 8) == [])
    #expect(walk.state.current.navigator.depth == 1)
  }

  /// A swipe needs children: it never begins a post, and to the right it is nothing.
  @Test
  func aSwipeNeedsChildrenItNeverBeginsAPost() {
    func effects(_ post: Post, to x: Int, y: Int = 3) -> [Effect] {
      var walk = Walk([post])
      return walk.mouse(.press, x: 40, y: 3) + walk.mouse(.drag, x: x, y: y)
        + walk.mouse(.release, x: x, y: y)
    }
    #expect(effects(.numbered(1, children: 0), to: 30) == [])
    #expect(effects(.numbered(1, children: nil), to: 30) == [])
    #expect(effects(.numbered(1, children: 3), to: 50) == [])
    #expect(effects(.numbered(1, children: 3), to: 30, y: 20) == [])
    #expect(effects(.numbered(1, children: 3), to: 30).count == 2)
  }

  @Test
  func pressedHereAndLetGoElsewhereIsNoClick() {
    var walk = walk()
    walk.mouse(.press, x: 40, y: 3)
    walk.mouse(.release, x: 40, y: 13)
    #expect(walk.position.expandedID == nil)
    walk.mouse(.release, x: 40, y: 3)
    #expect(walk.position.expandedID == nil)
  }

  @Test
  func besideTheCardsAndBelowTheLastOneIsNothing() {
    var walk = Walk(Post.numbered([1]), width: 140)
    walk.state.settings.columns = .one
    let before = walk.state
    walk.click(x: 5, y: 3)
    walk.click(x: 135, y: 3)
    walk.click(x: 60, y: 15)
    #expect(walk.state.list == before.list)
    #expect(walk.position == before.current.position)
  }

  @Test
  func whereLoadingFailedAClickTriesAgain() {
    var walk = Walk()
    walk.send(.started(at: nil))
    walk.perform(.list(.postsResponse(level: Walk.posts, .failure("No."))))
    #expect(walk.click(x: 40, y: 12).first == .cancelLevel(Walk.posts))
  }

  @Test
  func whileCardsMoveWhatIsSeenUnderTheMouseIsMeant() {
    var walk = Walk((1...9).map { .numbered($0, body: Post.body(paragraphs: 6)) }, motion: .full)
    walk.press(.enter)
    // At first the second card still begins at row 6; in the end far below.
    #expect(walk.pressable(x: 10, y: 8) == .list(.cardTapped(2)))
    walk.now += 0.3
    #expect(walk.pressable(x: 10, y: 8) == .list(.cardTapped(1)))
  }

  /// A drag to the right from the left edge goes back; from elsewhere, or at the root, it doesn't.
  @Test
  func aDragToTheRightFromTheLeftEdgeGoesBackFromElsewhere() {
    func below() -> Walk {
      var walk = walk()
      walk.press(.right)
      walk.answer(1, Post.numbered([20, 21]))
      return walk
    }
    func drag(_ walk: inout Walk, from x: Int, by columns: Int) {
      walk.mouse(.press, x: x, y: 4)
      walk.mouse(.drag, x: x + columns, y: 4)
      walk.mouse(.release, x: x + columns, y: 4)
    }
    for (x, columns, depth) in [(0, 3, 0), (2, 10, 0), (1, 2, 1), (30, 20, 1)] {
      var walk = below()
      drag(&walk, from: x, by: columns)
      #expect(walk.state.current.navigator.depth == depth, "\(x), \(columns)")
    }
    var root = walk()
    drag(&root, from: 0, by: 5)
    #expect(root.selected == 1 && root.position.expandedID == nil)
  }

  /// At any width, with or without columns beside the list.
  @Test(arguments: [30, 80, 120, 140, 162, 200, 260])
  func aDragFromTheScreensLeftEdgeGoesBackAtAnyWidth(width: Int) {
    var walk = Walk([.numbered(1, children: 1)], width: width, height: 30)
    walk.press(.right)
    walk.answer(1, Post.numbered([20]))
    walk.mouse(.press, x: 0, y: 4)
    walk.mouse(.drag, x: 3, y: 4)
    walk.mouse(.release, x: 3, y: 4)
    #expect(walk.state.current.navigator.depth == 0)
  }

  /// The open card's sign is two rows high, half a row above and below its own.
  @Test func theSignOfAnOpenCardCanBePressedInEachRowThatItTouches() {
    var walk = Walk([.numbered(1, body: "Words.", children: 1)])
    walk.press(.enter)
    let frame = walk.frame
    let ids = frame.pressables.filter { $0.id == "navigate-to-children-1" }
    let touched = (0..<24).filter { y in
      (60..<80).contains { x in
        frame.pressable(at: Point(x: x, y: y))?.id == "navigate-to-children-1"
      }
    }
    #expect(ids.count == 1 && touched.count == 3)
    let sign = touched.map { y in (70..<80).map { frame[$0, y].glyph.text }.joined() }
    #expect(sign[1].contains("❯"))
    // Nothing of it is outside.
    for y in [touched[0] - 1, touched[2] + 1] {
      let pill = frame[ids[0].rect.x + 2, touched[1]].style.background
      #expect(frame[ids[0].rect.x + 2, y].style.background != pill)
    }
  }
}
