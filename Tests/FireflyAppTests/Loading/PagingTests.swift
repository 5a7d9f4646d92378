import FireflyCore
import FireflyScreen
import Testing

@testable import FireflyApp

@Suite("Paging")
struct PagingTests {
  private func next(after id: Post.ID, limit: Int = 50) -> Effect {
    .list(.loadRoot(level: Walk.posts, .everyone, before: id, limit: limit))
  }

  @Test
  func nearTheEndOfAFullPageTheNextOneIsAskedForOnce() {
    var walk = Walk(Post.numbered(1...50))
    for _ in 0..<39 { #expect(walk.press(.down) == []) }
    #expect(walk.press(.down) == [next(after: 50)])
    #expect(walk.press(.down) == [])
    walk.perform(
      .list(.nextPageResponse(level: Walk.posts, .success(PostPage(posts: Post.numbered(50...99)))))
    )
    #expect(walk.ids == Array(1...99))
    #expect(walk.press(.end) == [next(after: 99, limit: 500)])
  }

  @Test
  func theWheelAsksAsWell() {
    var walk = Walk(Post.numbered(1...50))
    var effects: [Effect] = []
    for _ in 0..<90 {
      effects += walk.mouse(.wheelDown, x: 9, y: 9)
    }
    #expect(effects == [next(after: 50)])
  }

  /// A server that doesn't page sends the first page again: it is asked for longer ones.
  @Test
  func aServerThatDoesntPageSendsTheFirstPageAgain() {
    var walk = Walk(Post.numbered(1...50))
    func page(_ ids: ClosedRange<Int>) -> Action {
      .list(.nextPageResponse(level: Walk.posts, .success(PostPage(posts: Post.numbered(ids)))))
    }
    for _ in 0..<39 { walk.press(.down) }
    #expect(walk.press(.down) == [next(after: 50)])
    #expect(walk.perform(page(1...50)) == [next(after: 50, limit: 100)])
    walk.perform(page(1...100))
    #expect(walk.ids == Array(1...100))
    for _ in 0..<49 { walk.press(.down) }
    #expect(walk.press(.down) == [next(after: 100, limit: 150)])
    // Nothing more: that was all.
    #expect(walk.perform(page(1...100)) == [])
    #expect(walk.ids == Array(1...100))
    #expect(walk.press(.home, .end) == [])
    #expect(walk.row(0).hasSuffix("100 of 100"))
  }

  /// To the end: it is gone on loading until that is reached, unless one goes elsewhere.
  @Test
  func toTheEndItIsGoneOnLoadingUntilThatIsReached() {
    func page(_ ids: ClosedRange<Int>) -> Action {
      .list(.nextPageResponse(level: Walk.posts, .success(PostPage(posts: Post.numbered(ids)))))
    }
    for changesHerMind in [false, true] {
      var walk = Walk(Post.numbered(1...50))
      #expect(walk.press(.character("G")) == [next(after: 50, limit: 500)])
      #expect(walk.selected == 50)
      #expect(walk.perform(page(51...550)) == [next(after: 550, limit: 500)])
      #expect(walk.selected == 550)
      if changesHerMind {
        walk.press(.up)
        #expect(walk.perform(page(551...1_050)) == [])
        #expect(walk.selected == 549)
        continue
      }
      #expect(walk.perform(page(551...700)) == [next(after: 700, limit: 500)])
      #expect(
        walk.perform(.list(.nextPageResponse(level: Walk.posts, .success(PostPage(posts: [])))))
          == [])
      #expect(walk.selected == 700)
      #expect(walk.row(0).hasSuffix("700 of 700"))
    }
  }

  /// End while a list arrives follows to its end, unless another key is pressed.
  @Test
  func endWhileAListArrivesFollowsToItsEnd() {
    for changesHerMind in [false, true] {
      var walk = Walk([.numbered(1, children: 900)])
      walk.press(.right)
      func arrive(_ count: Int, isCut: Bool) {
        walk.perform(
          .list(
            .postsResponse(
              level: 1, .success(PostPage(posts: Post.numbered(10..<10 + count), isCut: isCut)))))
      }
      arrive(70, isCut: true)
      walk.press(.end)
      #expect(walk.selected == 79)
      arrive(300, isCut: true)
      #expect(walk.selected == 309)
      if changesHerMind { walk.press(.up) }
      arrive(900, isCut: false)
      #expect(walk.selected == (changesHerMind ? 308 : 909))
      // It has arrived: loaded again, nothing jumps.
      walk.press(.up)
      let place = walk.selected
      walk.press(.character("r"))
      arrive(910, isCut: false)
      #expect(walk.selected == place)
    }
  }

  /// Who is gone from a list that doesn't page is gone from it, however long it is.
  @Test
  func deletedPostsLeaveListsWithoutPages() {
    var walk = Walk([.numbered(1)])
    walk.press(.function(3))
    let users = (1...60).map { Post.numbered($0, template: .profile) }
    walk.answer(Walk.users, users)
    walk.press(.character("r"))
    walk.answer(Walk.users, Array(users.prefix(55)))
    #expect(walk.ids == Array(1...55))
  }

  @Test
  func failedPageIsReportedAndRequestedAgain() {
    var walk = Walk(Post.numbered(1...50))
    walk.press(.end)
    walk.perform(.list(.nextPageResponse(level: Walk.posts, .failure("No."))))
    #expect(walk.state.note?.text == "No.")
    #expect(walk.press(.home, .end) == [next(after: 50, limit: 500)])
  }

  @Test
  func loadingAgainKeepsWhatWasPagedInAndTheSelectionOnItsPost() {
    var walk = Walk(Post.numbered(1...50))
    walk.press(.end)
    walk.perform(
      .list(
        .nextPageResponse(level: Walk.posts, .success(PostPage(posts: Post.numbered(51...100))))))
    walk.press(.end)
    #expect(walk.selected == 100)
    walk.press(.character("r"))
    walk.answer(Walk.posts, Post.numbered(1...50))
    #expect(walk.ids == Array(1...100))
    #expect(walk.selected == 100)
  }

  @Test
  func postsThatCouldNotBeReadCountAsAPartOfThePage() {
    var walk = Walk([])
    walk.perform(
      .list(
        .postsResponse(
          level: Walk.posts, .success(PostPage(posts: Post.numbered(1...49), skipped: ["bad"])))))
    #expect(walk.press(.end) == [next(after: 49, limit: 500)])
  }

  @Test
  func loadingAgainWhileAPageIsOnItsWayDoesNotEndPaging() {
    var walk = Walk(Post.numbered(1...50))
    #expect(walk.press(.end) == [next(after: 50, limit: 500)])
    #expect(walk.press(.character("r")).first == .cancelLevel(Walk.posts))
    walk.answer(Walk.posts, Post.numbered(1...50))
    #expect(walk.press(.home, .end) == [next(after: 50, limit: 500)])
  }

  @Test
  func shortListsChildLevelsAndUsersAreNotPaged() {
    var short = Walk(Post.numbered(1...49))
    #expect(short.press(.end) == [])
    var below = Walk([.numbered(1, children: 80)])
    below.press(.right)
    below.answer(1, Post.numbered(10...80))
    #expect(below.press(.end) == [])
    var users = Walk([])
    users.answer(Walk.users, Post.numbered(1...50))
    users.press(.function(3))
    #expect(users.press(.end) == [])
  }

  @Test
  func aPageThatComesWhenItsListHasBegunAnewIsNoneOfItsPages() {
    var walk = Walk(Post.numbered(1...50))
    walk.press(.end, .character("a"))
    walk.perform(
      .list(.nextPageResponse(level: Walk.posts, .success(PostPage(posts: Post.numbered(51...99)))))
    )
    #expect(walk.ids == [])
    #expect(walk.selected == nil)
    walk.answer(Walk.posts, Post.numbered([3, 4]))
    #expect(walk.ids == [3, 4])
    #expect(walk.selected == 3)
  }

  @Test
  func badgesAreAskedForTheSearchesOfTheNextPageAsWell() {
    var walk = Walk([])
    walk.answer(Walk.searches, (1...50).map { .numbered($0, template: .query) })
    walk.press(.function(2))
    for _ in 0..<45 { walk.press(.down) }
    #expect(
      walk.perform(
        .list(
          .nextPageResponse(
            level: Walk.searches,
            .success(PostPage(posts: [.numbered(51, template: .query)])))))
        == [.badges(.load([51], level: Walk.searches))])
  }
}
