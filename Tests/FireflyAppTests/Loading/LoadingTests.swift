import FireflyCore
import FireflyModel
import FireflyScreen
import Testing

@testable import FireflyApp

@Suite("Loading")
struct LoadingTests {
  private let email = "ada@example.org"

  private func refreshed(_ level: LevelID = Walk.posts) -> [Effect] {
    [
      .cancelLevel(level),
      .list(.loadRoot(level: level, .everyone)),
    ]
  }

  @Test
  func oneEmptyAnswerIsDoubtedTheSecondIsBelieved() {
    var walk = Walk(Post.numbered([1, 2]))
    #expect(walk.press(.character("r")) == refreshed())
    #expect(
      walk.answer(Walk.posts, [])
        == [.list(.loadRoot(level: Walk.posts, .everyone))])
    #expect(walk.ids == [1, 2])
    #expect(walk.answer(Walk.posts, []) == [])
    #expect(walk.ids.isEmpty)
    #expect(walk.selected == nil)
    #expect(walk.text.contains("No posts yet"))
  }

  @Test
  func afterPostsHaveComeEmptinessIsDoubtedAnew() {
    var walk = Walk(Post.numbered([1, 2]))
    #expect(walk.answer(Walk.posts, []).count == 1)
    walk.answer(Walk.posts, Post.numbered([3]))
    #expect(walk.answer(Walk.posts, []).count == 1)
    #expect(walk.ids == [3])
  }

  @Test
  func aFirstAnswerThatIsEmptyIsBelievedAtTheRoot() {
    var walk = Walk()
    walk.send(.started(at: nil))
    #expect(walk.answer(Walk.posts, []) == [])
    #expect(walk.state.list.phase == .loaded)
  }

  @Test
  func aFailureWithPostsAtHandIsANoteWithoutItTakesTheWindow() {
    var walk = Walk(Post.numbered([1, 2]))
    let reason: LoadFailure = "Can't reach 127.0.0.1."
    #expect(walk.send(.list(.postsResponse(level: Walk.posts, .failure(reason)))) == [])
    #expect(walk.ids == [1, 2])
    #expect(walk.state.list.phase == .loaded)
    #expect(walk.state.note?.text == reason.sentence)

    var empty = Walk()
    empty.send(.started(at: nil))
    #expect(empty.send(.list(.postsResponse(level: Walk.posts, .failure(reason)))) == [])
    #expect(empty.state.list.phase == .failed(reason))
    #expect(empty.state.note == nil)
    // The words of seeds 003 and 004, at the root of each explorer.
    #expect(empty.text.contains("Error: \(reason.sentence)"))
    #expect(empty.text.contains("The posts could not be loaded."))
    #expect(empty.text.contains("r Retry"))
    #expect(empty.press(.character("r")) == refreshed())
    #expect(empty.state.list.phase == .loading(since: empty.now))
  }

  @Test
  func aListThatComesAtOnceIsNeverReplacedByWordsNorByNothing() {
    for key in [Key.right, .character("a")] {
      var walk = Walk([.numbered(1, children: 2), .numbered(2)])
      walk.press(key)
      // What was there stays for a moment.
      #expect(walk.text.contains("post 2"))
      #expect(!walk.text.contains("Loading"))
      walk.now += walk.state.settings.tunables.loadingDelay - 0.01
      #expect(walk.text.contains("post 2"))
      walk.now += 0.01
      #expect(walk.text.contains("Loading"))
      #expect(!walk.text.contains("post 2"))
      // And what is seen can't be pressed any more: it isn't there.
      walk = Walk([.numbered(1, children: 2), .numbered(2)])
      walk.press(key)
      let before = walk.state.lists
      walk.click(x: 10, y: 8)
      #expect(walk.state.lists == before)
    }
  }

  @Test(arguments: [true, false])
  func aReloadThatTakesLongerIsShownUntilTheResponse(succeeds: Bool) {
    var walk = Walk([.numbered(1), .numbered(2)])
    walk.press(.character("r"))
    #expect(!walk.text.contains("Reloading"))
    let delay = walk.state.settings.tunables.loadingDelay
    #expect(walk.state.cadence(at: walk.now) == .idle(until: walk.now + delay))
    walk.wait(delay)
    #expect(walk.text.contains("Reloading…  n new post   1 of 2"))
    let page = PostPage(posts: [.numbered(1)])
    walk.perform(
      .list(.postsResponse(level: Walk.posts, succeeds ? .success(page) : .failure("No."))))
    #expect(!walk.text.contains("Reloading"))
  }

  @Test(arguments: Explorer.allCases)
  func eachExplorerHasItsOwnNounWhenItCantBeLoaded(explorer: Explorer) {
    var walk = Walk([])
    walk.press(.function(explorer.rawValue + 1))
    walk.perform(.list(.postsResponse(level: LevelID(explorer), .failure("No."))))
    #expect(walk.text.contains("Error: No."))
    #expect(walk.text.contains("The \(explorer.name) could not be loaded."))
    walk.answer(LevelID(explorer), [])
    #expect(walk.text.contains("No \(explorer.name) yet"))
  }

  @Test
  func rReloadsParentAndChildrenAfterAFailure() {
    var walk = Walk([.numbered(6, children: 2)])
    walk.press(.right)
    walk.perform(.list(.postsResponse(level: 1, .failure("No."))))
    #expect(
      walk.press(.character("r")) == [
        .cancelLevel(1), .list(.loadParent(6, level: 1)), .list(.loadChildren(of: 6, level: 1)),
      ])
  }

  @Test
  func postsThatCouldNotBeReadAreCounted() {
    var walk = Walk()
    walk.send(.started(at: nil))
    walk.perform(
      .list(
        .postsResponse(
          level: Walk.posts, .success(PostPage(posts: [], skipped: ["no id", "no title"])))))
    #expect(walk.text.contains("2 could not be read; see the log."))
    walk.perform(
      .list(
        .postsResponse(
          level: Walk.posts, .success(PostPage(posts: Post.numbered([1, 2]), skipped: ["no id"])))))
    #expect(walk.row(0).contains("1 can't be read"), "\(walk.row(0))")
  }

  /// Which list of a source is shown, if it stands in for the usual one.
  @Test func aListThatStandsInIsNamed() {
    var walk = Walk()
    walk.send(.started(at: nil))
    walk.state.site = Site(
      .reading, name: "m.example", lists: ["trends", "local timeline"], as: walk.state.account)
    var page = PostPage(posts: Post.numbered([2, 1]))
    page.name = "local · trends are empty here"
    walk.perform(.list(.postsResponse(level: Walk.posts, .success(page))))
    #expect(walk.row(0).contains("local · trends are empty here"), "\(walk.row(0))")
    walk.perform(.resized(Size(width: 40, height: 12)))
    #expect(walk.row(0).contains(" local") && !walk.row(0).contains("trends"), "\(walk.row(0))")
    walk.perform(.resized(Size(width: 80, height: 24)))
    page.name = nil
    walk.perform(.list(.postsResponse(level: Walk.posts, .success(page))))
    #expect(walk.row(0).contains("m.example · trends"), "\(walk.row(0))")
  }

  @Test
  func answersForLevelsThatWereLeftAreIgnored() {
    var walk = Walk([.numbered(6, children: 2)])
    walk.press(.right, .left)
    let before = walk.state
    #expect(walk.answer(1, Post.numbered([7])) == [])
    #expect(walk.perform(.list(.postsResponse(level: 1, .failure("No.")))) == [])
    #expect(walk.perform(.list(.parentResponse(level: 1, .success(.numbered(6))))) == [])
    let text = FormattedText(width: 74, lines: [])
    #expect(walk.perform(.list(.bodyFormatted(level: 1, post: 7, text))) == [])
    #expect(
      walk.perform(.list(.postsResponse(level: 77_000_000, .success(PostPage(posts: []))))) == [])
    #expect(walk.perform(.list(.postsResponse(level: -1, .success(PostPage(posts: []))))) == [])
    #expect(walk.state == before)
  }

  @Test
  func readTextStaysWhenPostsArriveAbove() {
    var walk = Walk(Post.numbered(10...40))
    walk.press(.end, .up, .up)
    let row = walk.text.split(separator: "\n").firstIndex { $0.contains("post 38") }
    #expect(walk.selected == 38)
    walk.answer(Walk.posts, Post.numbered(1...40))
    #expect(walk.selected == 38)
    #expect(walk.text.split(separator: "\n").firstIndex { $0.contains("post 38") } == row)
  }

  @Test
  func selectionStaysWhenAnExpandedCardAboveIsGone() {
    var posts = Post.numbered(1...40)
    posts[4].body = Post.body(paragraphs: 3)
    var walk = Walk(posts)
    for _ in 0..<4 { walk.press(.down) }
    walk.press(.enter)
    for _ in 0..<9 { walk.press(.down) }
    #expect(walk.selected == 14)
    let row = walk.text.split(separator: "\n").firstIndex { $0.contains("post 14") }
    walk.answer(Walk.posts, Post.numbered((1...40).filter { $0 != 5 }))
    #expect(walk.position.expandedID == nil)
    #expect(walk.text.split(separator: "\n").firstIndex { $0.contains("post 14") } == row)
  }

  @Test
  func theSelectedPostIsGoneTheNextInItsPlaceIsSelected() {
    var walk = Walk(Post.numbered(1...5))
    walk.press(.down, .down)
    walk.answer(Walk.posts, Post.numbered([1, 2, 4, 5]))
    #expect(walk.selected == 4)
    walk.press(.end)
    walk.answer(Walk.posts, Post.numbered([1, 2]))
    #expect(walk.selected == 2)
  }

  @Test
  func aBodyThatHasChangedMeanwhileIsLaidOutAnew() {
    var walk = Walk(Post.numbered(1...3))
    walk.press(.enter)
    #expect(walk.text.contains("Some words."))
    walk.answer(Walk.posts, [.numbered(1, body: "Other words."), .numbered(2)])
    #expect(walk.text.contains("Other words."))
    #expect(!walk.text.contains("Some words."))
  }

  @Test
  func alsoBehindAnotherTab() {
    var walk = Walk(Post.numbered(1...3))
    walk.press(.enter, .function(2))
    #expect(
      walk.send(
        .list(
          .postsResponse(
            level: Walk.posts,
            .success(PostPage(posts: [.numbered(1, body: "Other words.")])))))
        == [.list(.formatBody("Other words.", post: 1, level: Walk.posts, columns: 74))])
  }

  @Test
  func anAnswerWithANumberTwiceShowsItOnce() {
    let walk = Walk(Post.numbered([1, 2, 1, 2, 3]))
    #expect(walk.ids == [1, 2, 3])
  }

  @Test
  func whileAListThatIsAtHandIsLoadedAgainItStaysOnTheScreen() {
    var walk = Walk(Post.numbered(1...3))
    walk.press(.character("r"))
    #expect(walk.state.list.phase == .loaded)
    #expect(walk.text.contains("post 1"))
  }
}
