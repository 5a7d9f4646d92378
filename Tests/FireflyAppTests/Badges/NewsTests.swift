import FireflyCore
import FireflyModel
import FireflyScreen
import Foundation
import Testing

@testable import FireflyApp

@Suite("What is new")
struct NewsTests {
  private func event(
    _ id: Int, below parent: Int? = nil, _ template: Post.Template = .post, isOwn: Bool = false
  ) -> ServerEvent {
    .post(.init(id: id, parent: parent, template: template, isOwn: isOwn))
  }

  /// A walk that the server tells what happens.
  private func listening(
    _ posts: [Post] = Post.numbered(10...30), email: String? = "ada@example.org"
  ) -> Walk {
    var walk = Walk(posts, email: email)
    walk.answer(Walk.users, [.numbered(5, template: .profile)])
    walk.send(.badges(.eventsOpened))
    walk.send(.badges(.newsResponse(.success(News()))))
    return walk
  }

  private func dots(_ walk: Walk) -> [Explorer] { Explorer.allCases.filter(walk.reading.hasBadge) }

  private let people = Effect.list(.loadRoot(level: Walk.users, .everyone))
  private let root = Effect.list(.loadRoot(level: Walk.posts, .everyone))

  /// It is watched for somebody, when there is something to see, and for nobody else.
  @Test
  func newsAreWatchedForSignedInUsers() {
    var walk = Walk()
    walk.tellsOfWatching = true
    #expect(!walk.send(.started(at: nil)).contains(.badges(.openEvents(after: nil))))
    #expect(walk.answer(Walk.posts, Post.numbered([1])).contains(.badges(.openEvents(after: nil))))
    #expect(!walk.answer(Walk.posts, Post.numbered([1])).contains(.badges(.openEvents(after: nil))))
    var nobody = Walk(email: nil)
    nobody.tellsOfWatching = true
    nobody.send(.started(at: nil))
    #expect(
      !nobody.answer(Walk.posts, Post.numbered([1])).contains(.badges(.openEvents(after: nil))))
    let user = SignedInUser(user: User(email: "ada@example.org", name: "Ada"), isNew: false)
    let effects = nobody.send(.signIn(.verified(.success(user))))
    #expect(effects.contains(.badges(.openEvents(after: nil))))
    let leaving = nobody.send(.signIn(.signedOut(complaint: nil)))
    #expect(leaving.contains(.cancel(.events)) && leaving.contains(.cancel(.news)))
    #expect(!leaving.contains(.badges(.openEvents(after: nil))))
  }

  /// A visitor of a server hears of new posts, too.
  @Test func newsAreWatchedForVisitorsOfAServer() {
    var visitor = Walk(email: nil)
    visitor.state.site = Site(.server, name: "boats.example", as: .signedOut)
    visitor.tellsOfWatching = true
    visitor.send(.started(at: nil))
    #expect(
      visitor.answer(Walk.posts, Post.numbered([1])).contains(.badges(.openEvents(after: nil))))
    visitor.send(.badges(.eventsUnavailable))
    let news = Action.badges(.newsResponse(.success(News(hasNewPosts: true))))
    #expect(visitor.send(news).contains(root))
  }

  /// Somebody who writes for the first time is among the people when these are looked at, and they are asked for once,
  /// however much is written; no list changes below the hands.
  @Test(arguments: [1, 2, 3], [false, true])
  func newPeopleAreThereWhenTheyAreLookedAt(tab: Int, isUser: Bool) {
    var walk = listening()
    walk.press(.function(tab))
    for id in [40, 41] {
      let event: ServerEvent = isUser ? .user(profile: id) : event(id)
      let effects = walk.send(.badges(.eventsArrived([event], last: id)))
      #expect(effects.count { $0 == people } == (tab == 3 && isUser ? 1 : 0))
    }
    guard tab != 3 else { return }
    #expect(walk.press(.function(3)).count { $0 == people } == 1)
    walk.answer(Walk.users, Post.numbered([5]))
    // The user's own posts bring nobody new.
    walk.press(.function(tab))
    walk.send(.badges(.eventsArrived([event(43, isOwn: true)], last: 43)))
    #expect(!walk.press(.function(3)).contains(people))
  }

  @Test
  func othersPostsADotOnATabThatIsNotInFrontGoneWhenOneLooks() {
    var walk = listening()
    walk.press(.function(2))
    #expect(walk.send(.badges(.eventsArrived([event(40)], last: 40))) == [])
    #expect(dots(walk) == [.posts])
    #expect(walk.row(23).contains("●"))
    #expect(walk.press(.function(1)) == [root])
    #expect(dots(walk) == [])
    var new = Post.numbered(40, email: "ben@example.org")
    let time = Date(timeIntervalSince1970: 1_800_000_000)
    new.createdAt = time
    #expect(
      walk.answer(Walk.posts, [new] + Post.numbered(10...30)) == [
        .badges(.recordViewed(.posts, newest: time))
      ])
    walk.press(.function(2))
    #expect(dots(walk) == [])
  }

  @Test
  func newPostsOnTopMoveNoText() {
    var walk = listening()
    walk.press(.down, .enter)
    let rows = (2..<20).map { walk.row($0) }
    #expect(
      walk.send(.badges(.eventsArrived([event(40), event(41)], last: 41))) == [root])
    let new = [41, 40].map { Post.numbered($0, email: "ben@example.org") }
    walk.answer(Walk.posts, new + Post.numbered(10...30))
    #expect((2..<20).map { walk.row($0) } == rows)
    #expect(walk.row(0).contains("2 new ↑"))
  }

  @Test
  func theSameByAskingAListIsAskedForOnceForEachAnswerThatSaysSo() {
    var walk = Walk(Post.numbered(10...30))
    #expect(walk.send(.badges(.eventsUnavailable)) == [.badges(.loadNews(queries: [], since: nil))])
    let news = News(hasNewPosts: true, hasNewUsers: true)
    #expect(walk.send(.badges(.newsResponse(.success(news)))) == [root])
    #expect(dots(walk) == [.users])
    #expect(walk.state.cadence(at: walk.now) == .idle(until: walk.now + 5))
    walk.now += 5
    #expect(walk.send(.timePassed) == [.badges(.loadNews(queries: [], since: nil))])
    // Somebody has looked elsewhere.
    walk.send(.badges(.newsResponse(.success(News()))))
    #expect(dots(walk) == [])
  }

  /// A poll does not say where the news is.
  @Test(arguments: [RepliesView.cards, .thread])
  func anOpenThreadIsAskedForAgainWhenThePollSaysNew(view: RepliesView) {
    var walk = Walk(Post.numbered(10...30))
    walk.state.lists.chosenView = view
    walk.send(.badges(.eventsUnavailable))
    // One's own posts only, so that the poll goes on saying that there is something.
    walk.press(.character("a"), .character("a"))
    walk.answer(Walk.posts, [.numbered(10, children: 1)])
    walk.press(.right)
    walk.answer(walk.level, Post.numbered([40]))
    let request: Effect =
      view == .cards
      ? .list(.loadChildren(of: 10, level: walk.level))
      : .list(.loadBranch(of: 10, level: walk.level))
    let news = Action.badges(.newsResponse(.success(News(hasNewPosts: true))))
    #expect(walk.send(news).contains(request))
    // A slow answer is waited for.
    #expect(!walk.send(news).contains(request))
    walk.answer(walk.level, Post.numbered([41, 40]))
    #expect(walk.send(news).contains(request))
    walk.answer(walk.level, Post.numbered([41, 40]))
    #expect(!walk.send(.badges(.newsResponse(.success(News())))).contains(request))
  }

  /// Where the user does not see what is new, the next poll asks for what came since, and keeps the dot.
  @Test
  func whatAPollHasToldIsNotAskedForAgain() throws {
    var walk = Walk(Post.numbered(10...30))
    walk.send(.badges(.eventsUnavailable))
    walk.press(.character("a"), .character("a"))
    walk.answer(Walk.posts, [.numbered(10, children: 1)])
    walk.press(.right)
    walk.answer(walk.level, Post.numbered([40]))
    walk.send(.badges(.newsResponse(.success(News()))))
    walk.now += 5
    #expect(walk.send(.timePassed) == [.badges(.loadNews(queries: [], since: nil))])
    let toldAt = walk.state.epoch + walk.now
    walk.send(.badges(.newsResponse(.success(News(hasNewPosts: true)))))
    #expect(dots(walk) == [.posts])
    for since in [toldAt, toldAt] {
      walk.now += 5
      #expect(walk.send(.timePassed) == [.badges(.loadNews(queries: [], since: since))])
      #expect(walk.send(.badges(.newsResponse(.success(News())))) == [])
      #expect(dots(walk) == [.posts])
    }
    // Once it is seen, all is asked for again.
    walk.press(.left, .character("a"))
    walk.answer(Walk.posts, Post.numbered(10...30))
    #expect(dots(walk) == [])
    walk.now += 5
    #expect(walk.send(.timePassed) == [.badges(.loadNews(queries: [], since: nil))])
  }

  /// By a poll and by an event alike.
  @Test(arguments: [true, false])
  func openResultsLearnOfNewMatches(polls: Bool) {
    var walk = Walk(Post.numbered(10...12))
    walk.press(.function(2))
    walk.answer(Walk.searches, [.numbered(70, template: .query)])
    walk.press(.right)
    walk.answer(walk.level, Post.numbered([40]))
    func matches(_ query: Int) -> Action {
      polls
        ? .badges(.newsResponse(.success(News(matches: [query: true]))))
        : .badges(.eventsArrived([.badge(query: query, hasNewMatches: true)], last: 1))
    }
    let request = Effect.list(.loadResults(query: 70, level: walk.level))
    #expect(walk.send(matches(71)) == [])
    #expect(walk.send(matches(70)) == [request])
    #expect(walk.send(matches(70)) == [])
    walk.answer(walk.level, Post.numbered([41, 40]))
    #expect(walk.ids == [41, 40] && walk.selected == 40)
    // They are seen.
    walk.press(.left)
    #expect(!walk.state.badges.hasNewMatches(.numbered(70, template: .query)))
  }

  @Test
  func hiddenPostsByOthersGetADot() {
    var walk = listening()
    walk.press(.character("a"), .character("a"))
    walk.answer(Walk.posts, Post.numbered([1]))
    #expect(walk.send(.badges(.eventsArrived([event(40)], last: 40))) == [])
    #expect(dots(walk) == [.posts])
    // One's own, from another program, comes in.
    #expect(
      walk.send(.badges(.eventsArrived([event(41, isOwn: true)], last: 41))) == [
        .list(.loadRoot(level: Walk.posts, .mine))
      ])
    #expect(walk.answer(Walk.posts, Post.numbered([41, 1])) == [])
    #expect(dots(walk) == [.posts])
    walk.press(.character("a"))
    walk.answer(Walk.posts, Post.numbered([41, 40, 1]))
    #expect(dots(walk) == [])
  }

  @Test
  func onesOwnPostsHaveNoDotWhatAListHasAlreadyIsNotAskedFor() {
    var walk = listening()
    walk.press(.function(3))
    #expect(walk.send(.badges(.eventsArrived([event(40, isOwn: true)], last: 40))) == [root])
    #expect(dots(walk) == [])
    #expect(walk.send(.badges(.eventsArrived([event(12, isOwn: true)], last: 40))) == [])
  }

  @Test
  func aPostBelowTheOneWhoseChildrenOneReadsComesInThere() {
    var walk = listening([.numbered(1, children: 2)])
    walk.press(.right)
    walk.answer(1, Post.numbered(50...60))
    let effects = walk.send(
      .badges(.eventsArrived([event(70, below: 1, isOwn: false), event(71, below: 9)], last: 71)))
    #expect(effects.contains(.list(.loadChildren(of: 1, level: 1))))
    #expect(effects.filter { $0.level == 1 }.count == 1)
  }

  @Test
  func aFirstReplyByOthersIsReachedAtOnce() {
    var walk = listening([.numbered(1), .numbered(2, children: 3)])
    for (id, parent) in [(50, 1), (51, 2), (52, 77)] {
      walk.send(.badges(.eventsArrived([event(id, below: parent)], last: id)))
    }
    #expect(walk.state.lists.list.posts.map(\.childCount) == [1, 3])
  }

  @Test
  func newPeopleAndNewMatchesWithTheirDotsOnCardAndTab() {
    var walk = listening()
    walk.answer(Walk.searches, [.numbered(70, template: .query)])
    walk.send(
      .badges(
        .eventsArrived([.user(profile: 80), .badge(query: 70, hasNewMatches: true)], last: 80)))
    #expect(dots(walk) == [.searches, .users])
    walk.press(.function(3))
    #expect(dots(walk) == [.searches])
    walk.answer(Walk.users, [80, 5].map { .numbered($0, template: .profile) })
    walk.press(.function(2))
    #expect(dots(walk) == [.searches])
    #expect((1..<22).contains { walk.row($0).contains("●") })
    walk.press(.right)
    #expect(dots(walk) == [])
  }

  @Test
  func aSearchThatIsDeletedHasNothingNewAnyMore() {
    var walk = listening()
    walk.answer(Walk.searches, [.numbered(70, template: .query)])
    walk.send(.badges(.response([70: true])))
    walk.press(.function(2), .character("d"), .right, .enter)
    walk.send(.moving(.deleteResponse(70, .deleted)))
    #expect(dots(walk) == [])
  }

  @Test
  func anAnswerOfAnyListSaysThatThereIsAWayToTheServerAgain() {
    var walk = Walk(Post.numbered([1]))
    walk.send(.badges(.eventsUnavailable))
    for _ in 0..<NewsWatch.maximumAttempts {
      walk.send(.badges(.newsResponse(.failure(LoadFailure(.offline, "No way.")))))
      walk.now += 60
      walk.send(.timePassed)
    }
    #expect(walk.state.cadence(at: walk.now) == .idle(until: nil))
    walk.now += 1_000
    #expect(walk.send(.timePassed) == [])
    walk.press(.character("r"))
    walk.send(
      .list(.postsResponse(level: Walk.posts, .failure(LoadFailure(.offline, "No way.")))))
    walk.press(.character("r"))
    #expect(
      walk.answer(Walk.posts, Post.numbered([1])) == [.badges(.loadNews(queries: [], since: nil))])
  }
}
