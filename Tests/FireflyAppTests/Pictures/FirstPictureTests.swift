import FireflyCore
import FireflyScreen
import Testing

@testable import FireflyApp

@Suite("The first picture")
struct FirstPictureTests {
  private let posts = [
    Post.numbered(1), .numbered(2, image: "/2.jpg"), .numbered(3, image: "/3.jpg"),
  ]

  private func walk(width: Int = 80, height: Int = 24) -> Walk {
    var walk = Walk(width: width, height: height)
    walk.send(.started(at: nil))
    return walk
  }

  /// A list is shown with its first picture, the rest behind, in list order (seeds 003, 004).
  @Test
  func aListIsShownWithItsFirstPictureTheRestBehind() {
    var walk = walk()
    #expect(walk.answer(Walk.posts, posts) == [.picture(.load(address: "/2.jpg"))])
    #expect(walk.text.contains("Loading posts..."))
    #expect(
      walk.perform(.picture(.response(address: "/2.jpg", aspectRatio: 1)))
        == [.picture(.load(address: "/3.jpg"))])
    #expect(walk.text.contains("post 1"))
    #expect(walk.state.cadence(at: walk.now) == .idle(until: nil))
  }

  @Test
  func firstPictureDelaysTheFrameUnnoticeably() {
    var walk = walk()
    let patience = walk.state.settings.tunables.picturePatience
    walk.answer(Walk.posts, posts)
    #expect(walk.state.cadence(at: walk.now) == .idle(until: walk.now + patience))
    walk.wait(patience - 0.001)
    #expect(!walk.text.contains("post 1"))
    #expect(!walk.state.isSettled(at: walk.now))
    walk.now += 0.001
    #expect(walk.send(.timePassed) == [.picture(.load(address: "/3.jpg"))])
    #expect(walk.text.contains("post 1"))
    #expect(walk.state.isSettled(at: walk.now))
  }

  @Test(arguments: [true, false])
  func neitherForOneThatCantBeHad(isGivenUp: Bool) {
    var walk = walk()
    walk.answer(Walk.posts, posts)
    walk.send(
      isGivenUp
        ? .picture(.postponed(address: "/2.jpg"))
        : .picture(.response(address: "/2.jpg", aspectRatio: nil)))
    #expect(walk.text.contains("post 1"))
  }

  @Test
  func actingOnPostsShowsThem() {
    let acts: [(inout Walk) -> Void] = [
      { $0.press(.down) }, { $0.press(.enter) }, { $0.press(.character("/")) },
      { $0.mouse(.wheelDown, x: 5, y: 5) },
    ]
    for act in acts {
      var walk = walk()
      walk.answer(Walk.posts, posts)
      #expect(!walk.state.defers(.list(.moved(1)), at: walk.now))
      act(&walk)
      #expect(walk.text.contains("post 3"))
    }
  }

  @Test
  func whereNoneIsToBeSeenNoneIsWaitedFor() {
    var plain = walk()
    #expect(plain.answer(Walk.posts, [.numbered(1)]).isEmpty)
    #expect(plain.text.contains("post 1"))

    var turnedOff = walk()
    turnedOff.state.settings.pictures = .none
    turnedOff.answer(Walk.posts, posts)
    #expect(turnedOff.text.contains("post 1"))

    var below = walk(height: 12)
    below.answer(Walk.posts, Post.numbered(1...9) + [.numbered(10, image: "/10.jpg")])
    #expect(below.text.contains("post 1"))
  }

  @Test
  func aListThatIsReadAgainAndChildrenWaitForNothing() {
    var walk = walk()
    walk.answer(Walk.posts, [.numbered(1, children: 1)])
    walk.answer(Walk.posts, posts)
    #expect(walk.text.contains("post 2"))

    var below = Walk([.numbered(1, children: 3)])
    below.press(.right)
    below.answer(1, posts)
    #expect(below.text.contains("post 2"))
  }

  /// The tabs behind have theirs when one comes to them, asked for after that in front.
  @Test
  func theTabsBehindHaveTheirsWhenOneComesToThem() {
    let others = [Post.numbered(7), .numbered(8, image: "/8.jpg"), .numbered(9, image: "/9.jpg")]
    var walk = walk()
    #expect(walk.answer(Walk.users, others) == [])
    #expect(walk.answer(Walk.posts, [.numbered(1)]) == [.picture(.load(address: "/8.jpg"))])
    #expect(walk.answer(Walk.searches, [posts[1]]) == [.picture(.load(address: "/2.jpg"))])

    var waiting = self.walk()
    waiting.answer(Walk.posts, posts)
    #expect(waiting.answer(Walk.users, others) == [])
    #expect(
      waiting.perform(.picture(.response(address: "/2.jpg", aspectRatio: 1)))
        == [.picture(.load(address: "/3.jpg")), .picture(.load(address: "/8.jpg"))])
    waiting.perform(.picture(.response(address: "/8.jpg", aspectRatio: 1)))
    waiting.press(.function(3))
    #expect(waiting.text.contains("post 7"))
  }

  @Test
  func theSplashStaysUntilTheListInFrontIsThereButNotForLong() {
    var walk = walk()
    let splash = walk.text
    walk.answer(Walk.searches, [])
    #expect(walk.text == splash)
    walk.answer(Walk.posts, posts)
    #expect(walk.text == splash)
    walk.wait(walk.state.settings.tunables.picturePatience)
    #expect(walk.text.contains("post 1"))
    // It never comes back.
    walk.press(.character("a"))
    walk.answer(Walk.posts, posts)
    #expect(walk.text.contains("F1"))

    var slow = self.walk()
    slow.answer(Walk.searches, [])
    slow.wait(0.5)
    #expect(slow.text.contains("F1") && slow.text.contains("Loading posts..."))
  }
}
