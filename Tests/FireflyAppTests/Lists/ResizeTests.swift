import FireflyCore
import FireflyScreen
import SeededRandom
import Testing

@testable import FireflyApp

@Suite("Resizing")
struct ResizeTests {
  private func isSeen(_ walk: Walk) -> Bool {
    let cards = walk.restingLayout()
    guard let index = walk.state.list.index(of: walk.selected) else { return false }
    return cards.visible(from: walk.position.scroll, height: walk.state.layout.windowHeight)
      .contains(index)
  }

  @Test
  func theSelectedCardStaysInViewWhateverTheSize() {
    var random = SplitMix(seed: 5)
    var walk = Walk(Post.numbered(1...60))
    for _ in 0..<30 { walk.press(.down) }
    for _ in 0..<100 {
      let size = Size(
        width: .random(in: 1...200, using: &random), height: .random(in: 6...90, using: &random))
      walk.perform(.resized(size))
      #expect(walk.selected == 31)
      #expect(isSeen(walk))
      let bounds = walk.restingLayout()
      #expect(
        walk.position.scroll
          == bounds.clampedScroll(
            walk.position.scroll, window: walk.state.layout.windowHeight))
    }
  }

  @Test
  func theExpandedBodyIsLaidOutAnewForAnotherWidthAndOnlyThen() {
    var walk = Walk(Post.numbered(1...9))
    walk.press(.enter)
    #expect(walk.send(.resized(Size(width: 80, height: 30))) == [])
    #expect(
      walk.send(.resized(Size(width: 50, height: 30)))
        == [.list(.formatBody("Some words.", post: 1, level: Walk.posts, columns: 44))])
    #expect(walk.send(.resized(Size(width: 50, height: 30))) == [])
    // Beyond the widest card nothing changes.
    var wide = Walk(Post.numbered(1...9), width: 110)
    wide.press(.enter)
    #expect(wide.send(.resized(Size(width: 124, height: 24))) == [])
  }

  @Test(arguments: [1.6, 2, 2.6])
  func aPictureKeepsItsShapeInCellsOfAnotherShape(aspect: Double) throws {
    var walk = Walk(
      [Sailing.post(1, "knots", "", body: "b", image: "/uploads/knots.jpg", day: 13)], width: 120,
      height: 40)
    walk.perform(.picture(.response(address: "/uploads/knots.jpg", aspectRatio: 16.0 / 9)))
    walk.perform(.resized(Size(width: 120, height: 40), cellAspect: aspect))
    let picture = try #require(
      walk.context.cardLayout(for: walk.state.list.posts[0], in: walk.state.list).picture)
    let columns = picture.width / ScreenLayout.pointsPerColumn
    let rows = picture.height / ScreenLayout.pointsPerRow
    #expect(abs(columns / (rows * aspect) - 16.0 / 9) < 0.06)
    // A size without a shape leaves the cells as they were.
    walk.perform(.resized(Size(width: 100, height: 40)))
    #expect(walk.state.abilities.cellAspect == aspect)
  }

  /// Lists that are not seen follow: the way back finds them in bounds and laid out.
  @Test
  func listsThatAreNotSeenFollowTheWayBackFindsThemInBounds() {
    var posts = (1...30).map { Post.numbered($0, children: 1) }
    posts[27].body = String(repeating: "words and more of them ", count: 60)
    var walk = Walk(posts)
    walk.press(.end, .up, .up, .enter)
    walk.press(.right)
    walk.answer(1, Post.numbered(50...90))
    walk.perform(.resized(Size(width: 40, height: 60)))
    walk.press(.left)
    #expect(walk.state.list.bodies[28]?.width == 34)
    #expect(isSeen(walk))
    #expect(
      walk.position.scroll
        == walk.restingLayout().clampedScroll(
          walk.position.scroll, window: walk.state.layout.windowHeight))
  }

  @Test
  func motionsEndWithIt() {
    var walk = Walk(Post.numbered(1...9), motion: .full)
    walk.press(.enter)
    #expect(walk.state.isMoving(at: walk.now))
    walk.perform(.resized(Size(width: 70, height: 20)))
    #expect(!walk.state.isMoving(at: walk.now))
    #expect(walk.state.list.expansion(of: 1, at: walk.now) == 1)
  }
}
