import FireflyCore
import FireflyModel
import FireflyScreen
import OddInputs
import Testing

@testable import FireflyApp

@Suite("Explorers")
struct ExplorerTests {
  @Test
  func anotherTabKeepsItsOwnPathPlaceAndPostsSeed004() {
    var walk = Walk((1...30).map { .numbered($0, children: 1) })
    walk.answer(Walk.users, Post.numbered(50...70))
    for _ in 0..<9 { walk.press(.down) }
    walk.press(.right)
    walk.answer(1, Post.numbered(100...140))
    for _ in 0..<9 { walk.press(.down) }
    walk.press(.enter)
    let posts = walk.state.lists[.posts]
    #expect(walk.press(.function(3)) == [])
    #expect(walk.state.explorer == .users)
    #expect(walk.ids == Array(50...70))
    walk.press(.end)
    let users = walk.state.lists[.users]
    #expect(walk.press(.function(1)) == [])
    #expect(walk.state.lists[.posts] == posts)
    #expect(walk.press(.character("3")) == [])
    #expect(walk.state.lists[.users] == users)
  }

  @Test
  func usersThatArriveAgainBehindAnotherTabAreSeenFromTheFirstOne() {
    var walk = Walk([.numbered(1)])
    walk.answer(Walk.users, Post.numbered([50, 51]))
    walk.answer(Walk.users, Post.numbered([52, 53, 50]))
    walk.press(.function(3))
    #expect(walk.selected == 52 && walk.position.scroll == 0)
    // An open one stays.
    walk.press(.enter, .function(1))
    walk.answer(Walk.users, Post.numbered([53, 52, 50]))
    walk.press(.function(3))
    #expect(walk.selected == 52)
    walk.answer(Walk.users, Post.numbered([52, 53, 50]))
    walk.press(.enter, .down)
    walk.answer(Walk.users, Post.numbered([54, 52, 53, 50]))
    #expect(walk.selected == 53)
  }

  @Test
  func theCurrentExplorersKeyGoesBackToItsRootAsItWasLeft() {
    var walk = Walk((1...30).map { .numbered($0, children: 1) })
    for _ in 0..<9 { walk.press(.down) }
    let left = walk.position
    walk.press(.right)
    walk.answer(1, [.numbered(100, children: 1)])
    walk.press(.right)
    #expect(
      walk.press(.function(1)) == [.cancelLevel(1), .cancelLevel(2)])
    #expect(walk.state.current.navigator.depth == 0)
    #expect(walk.position == left)
    #expect(walk.press(.function(1)) == [])
  }

  @Test
  func tabGoesRound() {
    var walk = Walk(Post.numbered([1]))
    var seen: [Explorer] = []
    for _ in 0..<4 {
      walk.press(.tab)
      seen.append(walk.state.explorer)
    }
    #expect(seen == [.searches, .users, .posts, .searches])
  }

  @Test
  func aTabThatCouldNotBeLoadedTriesAgainWhenItComesToTheFront() {
    var failed = Walk()
    failed.send(.started(at: nil))
    failed.perform(.list(.postsResponse(level: Walk.users, .failure("No."))))
    #expect(failed.state.lists[.users].list.phase == .failed("No."))
    #expect(
      failed.press(.function(3)) == [
        .list(.loadRoot(level: Walk.users, .everyone))
      ])
    #expect(failed.state.list.phase == .loading(since: failed.now))
    // One that is on its way is not asked for twice.
    #expect(failed.press(.function(1)) == [])
  }

  @Test
  func onlyMineTheListIsAskedForAnewAtItsRootAndItsTop() {
    var walk = Walk((1...30).map { .numbered($0, children: 1) })
    walk.press(.character("a"))
    walk.answer(Walk.posts, (1...30).map { .numbered($0, children: 1) })
    walk.press(.end, .right)
    #expect(
      walk.press(.character("a")) == [
        .cancelLevel(1), .cancelLevel(Walk.posts),
        .list(.loadRoot(level: Walk.posts, .mine)),
        .list(.storeAudience(.posts, .mine)),
      ])
    #expect(walk.state.current.navigator.depth == 0)
    #expect(walk.position == Navigator.ListPosition())
    #expect(walk.state.list.phase == .loading(since: walk.now))
    #expect(walk.row(0).contains("my posts"))
    walk.answer(Walk.posts, [])
    #expect(walk.state.list.phase == .loaded)
    #expect(
      walk.press(.character("a")).suffix(2) == [
        .list(.loadRoot(level: Walk.posts, .everyone)),
        .list(.storeAudience(.posts, .everyone)),
      ])
    #expect(walk.row(0).contains("everyone's posts"))
  }

  @Test
  func onlyMineNeedsSomebodySignedInAndUsersHaveNoOwner() {
    var nobody = Walk(Post.numbered([1]), email: nil)
    nobody.press(.function(2))
    #expect(nobody.press(.character("a")) == [])
    #expect(!nobody.state.current.showsOnlyMine)
    #expect(nobody.state.focus[SignIn.self]?.step == .email)
    var walk = Walk(Post.numbered([1]))
    walk.press(.function(3))
    #expect(walk.press(.character("a")) == [])
    #expect(!walk.state.current.showsOnlyMine)
  }

  /// Badges: asked for one's own searches, shown on card and tab, gone when one has looked.
  @Test
  func badgesAskedForOnesOwnSearchesShownOnCardAndTabGone() {
    var walk = Walk(Post.numbered([1]))
    let mine = Post.numbered(70, template: .query)
    let others = Post.numbered(71, email: "ben@example.org", template: .query)
    #expect(
      walk.answer(Walk.searches, [mine, others]) == [.badges(.load([70], level: Walk.searches))])
    #expect(!walk.reading.hasBadge(.searches))
    walk.send(.badges(.response([70: true])))
    #expect(walk.reading.hasBadge(.searches))
    #expect(walk.state.badges.hasNewMatches(mine))
    #expect(walk.row(23).contains("●"))
    walk.press(.function(2), .right)
    #expect(!walk.reading.hasBadge(.searches))
    #expect(!walk.state.badges.hasNewMatches(mine))
  }

  @Test
  func aBadgeThatTheFeedItselfTellsCountsUntilTheServerIsAsked() {
    var walk = Walk(Post.numbered([1]), email: nil)
    var query = Post.numbered(70, template: .query)
    query.feed = Post.FeedDetails(hasNewMatches: true)
    walk.answer(Walk.searches, [query])
    #expect(walk.state.badges.hasNewMatches(query))
    #expect(walk.reading.hasBadge(.searches))
    walk.send(.badges(.response([70: false])))
    #expect(!walk.reading.hasBadge(.searches))
  }

  /// What a list tells of its searches changes with it, and what was asked for counts more.
  @Test
  func badgesChangeWithTheListOfSearches() {
    func query(_ id: Int, _ isNew: Bool) -> Post {
      var query = Post.numbered(id, template: .query)
      query.feed = Post.FeedDetails(hasNewMatches: isNew)
      return query
    }
    var walk = Walk(Post.numbered([1]))
    walk.answer(Walk.searches, [query(70, false), query(71, true)])
    #expect(walk.reading.hasBadge(.searches))
    walk.answer(Walk.searches, [query(70, false)])
    #expect(!walk.reading.hasBadge(.searches))
    _ = walk.state.lists.change(70, walk.context) { $0.feed?.hasNewMatches = true }
    #expect(walk.reading.hasBadge(.searches))
    _ = walk.state.lists.change(70, walk.context) { $0.feed = nil }
    #expect(!walk.reading.hasBadge(.searches))
    // A number that comes twice is shown, and counted, as it came first.
    walk.answer(Walk.searches, [query(70, false), query(70, true), query(72, false)])
    #expect(!walk.reading.hasBadge(.searches))
    walk.perform(
      .list(
        .postsResponse(
          level: Walk.searches, .success(PostPage(posts: [query(73, true)])))))
    #expect(walk.reading.hasBadge(.searches))
    walk.send(.badges(.response([73: false, 74: false])))
    #expect(!walk.reading.hasBadge(.searches))
    walk.send(.badges(.response([74: true])))
    #expect(walk.reading.hasBadge(.searches))
    walk.send(.badges(.response([74: false])))
    #expect(!walk.reading.hasBadge(.searches))
  }

  /// However many searches there are, whether one has a badge is known at once.
  @Test
  func howeverManySearchesThereAre() {
    var walk = Walk(Post.numbered([1]))
    walk.answer(
      Walk.searches,
      (1...20_000).map { id in
        var query = Post.numbered(id, template: .query)
        query.feed = Post.FeedDetails(hasNewMatches: false)
        return query
      })
    let answers = (1...20_000).map { ($0, false) }
    walk.send(.badges(.response(Dictionary(uniqueKeysWithValues: answers))))
    let time = ProcessorTime.seconds {
      for _ in 1...1_000 { #expect(!walk.reading.hasBadge(.searches)) }
    }
    #expect(time < 10)
  }

  /// It begins with the user's own posts if there are any, else with everybody's (seed 004).
  @Test
  func listBeginsWithTheUsersOwnPosts() {
    for hasOwn in [true, false] {
      var walk = Walk()
      walk.tellsOfTabsBehind = true
      walk.state.begin(.posts, with: .mineIfAny)
      walk.state.begin(.searches, with: .mine)
      let effects = walk.send(.started(at: nil))
      #expect(effects.first == .list(.loadBeginning(level: Walk.posts, limit: 50)))
      #expect(effects.contains(.list(.loadRoot(level: Walk.searches, .mine))))
      #expect(effects.contains(.list(.loadRoot(level: Walk.users, .everyone))))
      // As long as it is not known, it is asked again.
      walk.send(.list(.beginningResponse(level: Walk.posts, onlyMine: true, .failure("No."))))
      #expect(
        walk.press(.character("r")).contains(.list(.loadBeginning(level: Walk.posts, limit: 50))))
      let page = PostPage(posts: Post.numbered([1, 2]))
      walk.send(.list(.beginningResponse(level: Walk.posts, onlyMine: hasOwn, .success(page))))
      #expect(walk.ids == [1, 2])
      #expect(walk.row(0).contains(hasOwn ? "my posts" : "everyone's posts"))
      #expect(
        walk.press(.character("r")).contains(
          .list(.loadRoot(level: Walk.posts, hasOwn ? .mine : .everyone))))
      // Who has turned it meanwhile has decided.
      walk.send(.list(.beginningResponse(level: Walk.posts, onlyMine: !hasOwn, .success(page))))
      #expect(walk.state.current.showsOnlyMine == hasOwn)
    }
  }

  @Test
  func signedOutAndOfUsersItBeginsWithEverybodys() {
    var walk = Walk(email: nil)
    for audience in [FirstAudience.mine, .mineIfAny] {
      for explorer in Explorer.allCases { walk.state.begin(explorer, with: audience) }
    }
    walk.tellsOfTabsBehind = true
    let effects = walk.send(.started(at: nil)) + walk.answer(Walk.posts, [])
    for level in [Walk.posts, Walk.searches, Walk.users] {
      #expect(effects.contains(.list(.loadRoot(level: level, .everyone))))
    }
    var undecided = Walk()
    undecided.state.begin(.posts, with: .mineIfAny)
    undecided.send(.started(at: nil))
    undecided.send(.signIn(.signedOut(complaint: nil)))
    #expect(!undecided.state.lists[.posts].isUndecided)
  }
}
