import FireflyCore
import FireflyScreen
import Testing

@testable import FireflyApp

@Suite("Whose posts are shown")
struct AudienceTests {
  /// A walk that begins with the user's own posts.
  private func walk(explains: Bool = true, width: Int = 80) -> Walk {
    var walk = Walk(width: width)
    walk.state.begin(.posts, with: .mine, explains: explains)
    walk.send(.started(at: nil))
    return walk
  }

  /// Above the user's own posts stands the way to everyone's, underlined, and it can be pressed.
  @Test
  func aboveTheUsersOwnPostsStandsTheWayToEveryonesUnderlined() throws {
    var walk = walk()
    walk.answer(Walk.posts, Post.numbered([1, 2]))
    #expect(walk.row(0).contains("my posts · a: everyone's posts"))
    let x = walk.row(0).distance(
      from: walk.row(0).startIndex, to: try #require(walk.row(0).range(of: "a: every")).lowerBound)
    #expect(walk.frame[x, 0].style.attributes.contains(.underline))
    #expect(
      walk.click(x: x + 3, y: 0).contains(.list(.loadRoot(level: Walk.posts, .everyone))))
    #expect(!walk.row(0).contains("a everyone's"))
    // The words themselves lead back.
    walk.answer(Walk.posts, Post.numbered([1, 2, 3]))
    #expect(walk.click(x: 5, y: 0).contains(.list(.loadThreads(level: Walk.posts))))
  }

  /// Everyone's posts, the threads, the user's own posts.
  @Test func theKeyGoesRoundThreeLists() {
    var walk = Walk(Post.numbered(1...60))
    #expect(walk.row(0).contains("everyone's posts"))
    #expect(
      walk.press(.character("a")).suffix(2) == [
        .list(.loadThreads(level: Walk.posts)), .list(.storeAudience(.posts, .threads)),
      ])
    walk.answer(Walk.posts, Post.numbered(1...60))
    #expect(walk.row(0).contains("threads · a: my posts"))
    // It goes on, and reloading loads it again.
    #expect(walk.press(.end) == [.list(.loadThreads(level: Walk.posts, before: 60))])
    walk.perform(
      .list(
        .nextPageResponse(
          level: Walk.posts, .success(PostPage(posts: Post.numbered(61...80))))))
    #expect(walk.ids.count == 80 && walk.selected == 80)
    walk.press(.home, .end)
    walk.perform(.list(.nextPageResponse(level: Walk.posts, .success(PostPage(posts: [])))))
    #expect(walk.row(0).contains("80 of 80"))
    #expect(walk.press(.character("r")).contains(.list(.loadThreads(level: Walk.posts))))
    #expect(
      walk.press(.character("a")).contains(.list(.loadRoot(level: Walk.posts, .mine))))
    #expect(
      walk.press(.character("a")).contains(.list(.loadRoot(level: Walk.posts, .everyone))))
    // Saved searches have no threads, and someone without an account no posts.
    walk.press(.function(2))
    #expect(
      walk.press(.character("a")).contains(.list(.loadRoot(level: Walk.searches, .mine))))
    var nobody = Walk(Post.numbered([1]), email: nil)
    nobody.press(.character("a"))
    #expect(
      nobody.press(.character("a")).contains(.list(.loadRoot(level: Walk.posts, .everyone))))
  }

  @Test func aNewReplyIsNoThread() {
    var walk = Walk([.numbered(1, children: 1)])
    walk.press(.character("a"))
    walk.answer(Walk.posts, [.numbered(1, children: 1)])
    var (reply, top) = (Post.numbered(8), Post.numbered(9))
    reply.parentID = 1
    top.parentID = nil
    walk.state.lists.insertEverywhere(reply, walk.context)
    walk.state.lists.insertEverywhere(top, walk.context)
    #expect(walk.ids == [9, 1])
  }

  /// The way to the next list stands in the bar; without room there, as the last row of the list.
  @Test(arguments: [1, 3, 9, 40], [(80, 24), (120, 40), (40, 12), (20, 6)])
  func theNextListIsNamedOnce(count: Int, size: (width: Int, height: Int)) throws {
    var walk = Walk(width: size.width, height: size.height)
    walk.state.begin(.posts, with: .mine)
    walk.send(.started(at: nil))
    walk.answer(Walk.posts, Post.numbered(1...count))
    for isExpanded in [false, true] {
      walk.press(.end)
      if isExpanded { walk.press(.enter, .end, .end) }
      let layout = walk.state.layout
      let isInBar = walk.row(0).contains("a: every")
      let rows = (layout.list.y..<layout.list.maxY).filter {
        walk.row($0).contains("a shows every")
      }
      #expect(rows.count == (isInBar ? 0 : 1), "\(walk.text)")
      #expect(isInBar == (size.width >= 40))
      guard let row = rows.first else { break }
      #expect(size.width < 24 || walk.row(row).contains("a shows everyone's posts"))
      // It follows the last card.
      let cards = (layout.list.y..<layout.list.maxY).filter { walk.row($0).contains("title") }
      #expect((cards.last ?? 0) < row)
      if isExpanded { break }
      var clicked = walk
      #expect(
        clicked.click(x: layout.cardX + 4, y: row)
          .contains(.list(.loadRoot(level: Walk.posts, .everyone))))
    }
    walk.press(.character("a"))
    walk.answer(Walk.posts, Post.numbered(1...count))
    walk.press(.end)
    #expect(walk.text.contains("threads") && !walk.text.contains("a shows every"))
  }

  @Test(arguments: [Explorer.posts, .searches])
  func emptyOwnListPointsToEveryonesPosts(explorer: Explorer) throws {
    var walk = Walk()
    walk.state.begin(explorer, with: .mine)
    walk.send(.started(at: nil))
    walk.answer(LevelID(explorer), [])
    if explorer == .searches { walk.press(.character("2")) }
    let name = explorer.name
    #expect(walk.text.contains("You have no \(name) yet"))
    let row = try #require((1..<22).first { walk.row($0).contains("a shows everyone's \(name)") })
    #expect(
      walk.click(x: 40, y: row).contains(
        .list(.loadRoot(level: LevelID(explorer), .everyone)))
    )
    walk.answer(LevelID(explorer), [])
    #expect(walk.text.contains("No \(name) yet") && !walk.text.contains("You have"))
  }

  @Test
  func eachOfTheListsKeepsItsSelectedPost() {
    var walk = walk()
    walk.answer(Walk.posts, Post.numbered([1, 2, 3]))
    walk.press(.down, .character("a"))
    walk.answer(Walk.posts, Post.numbered([9, 8, 7, 2]))
    #expect(walk.selected == 9)
    walk.press(.end, .up, .character("a"))
    walk.answer(Walk.posts, Post.numbered([30, 31]))
    #expect(walk.selected == 30)
    walk.press(.end, .character("a"))
    walk.answer(Walk.posts, Post.numbered([4, 1, 2, 3]))
    #expect(walk.selected == 2)
    walk.press(.home, .character("a"))
    walk.answer(Walk.posts, Post.numbered([9, 8, 7]))
    #expect(walk.selected == 7)
    walk.press(.character("a"))
    walk.answer(Walk.posts, Post.numbered([30, 31]))
    #expect(walk.selected == 31)
    walk.press(.character("a"))
    walk.answer(Walk.posts, Post.numbered([5, 4, 1]))
    #expect(walk.selected == 5)
  }

  @Test(arguments: [20, 30, 40, 60])
  func whereThereIsLittleRoomItSaysLess(width: Int) {
    var walk = walk(width: width)
    walk.answer(Walk.posts, Post.numbered([1, 2]))
    #expect(walk.row(0).contains("1 of 2"))
    #expect(width < 40 || walk.row(0).contains("a: everyone's"))
  }

  @Test
  func theFirstTimeANoteSaysHowToSeeEveryonesPostsAndNeverAgain() {
    var walk = walk()
    let effects = walk.answer(Walk.posts, Post.numbered([1]))
    #expect(effects.contains(.list(.storeAudience(.posts, .mine))))
    #expect(walk.state.note?.text == "These are your own posts. Press a to see everyone's.")
    walk.wait(10)
    walk.press(.character("r"))
    #expect(
      !walk.answer(Walk.posts, Post.numbered([1])).contains(.list(.storeAudience(.posts, .mine)))
    )
    #expect(walk.state.note == nil)
    var again = self.walk(explains: false)
    again.answer(Walk.posts, Post.numbered([1]))
    #expect(again.state.note == nil)
  }

  @Test
  func audienceKeyNeedsNoExplanation() {
    var walk = Walk()
    walk.state.begin(.posts, with: .mineIfAny, explains: true)
    walk.send(.started(at: nil))
    walk.perform(
      .list(
        .beginningResponse(
          level: Walk.posts, onlyMine: false, .success(PostPage(posts: Post.numbered([1]))))))
    walk.press(.character("a"))
    #expect(
      !walk.answer(Walk.posts, Post.numbered([1])).contains(.list(.storeAudience(.posts, .mine)))
    )
  }
}
