import FireflyCore
import FireflyModel
import FireflyScreen
import OddInputs
import Testing

@testable import FireflyApp

@Suite("Navigation")
struct NavigationTests {
  private static let behind = [
    Effect.list(.loadRoot(level: Walk.searches, .everyone)),
    .list(.loadRoot(level: Walk.users, .everyone)),
  ]

  /// Enter goes into a search: it has no text to open, but for one that was written below its words.
  @Test(arguments: ["", "Why I look for it."]) func enterGoesIntoASearch(body: String) {
    var walk = Walk([])
    walk.press(.function(2))
    walk.answer(Walk.searches, [.numbered(70, body: body, children: 2, template: .query)])
    walk.press(.enter)
    #expect((walk.level == Walk.searches) == !body.isEmpty)
    #expect((walk.position.expandedID == 70) == !body.isEmpty)
  }

  /// At the start all lists are requested in the same turn, the visible one first (seed 004).
  @Test
  func atTheStartTheVisibleListLoadsAndTheOthersAtOnce() {
    for isFailure in [false, true] {
      var walk = Walk()
      walk.tellsOfTabsBehind = true
      #expect(
        walk.send(.started(at: nil))
          == [.list(.loadRoot(level: Walk.posts, .everyone))] + Self.behind
          + [.draft(.find(server: "", account: "ada@example.org"))])
      for explorer in Explorer.allCases {
        #expect(walk.state.lists[explorer].list.phase == .loading(since: walk.now))
      }
      #expect(
        walk.send(
          .list(
            .postsResponse(
              level: Walk.posts, isFailure ? .failure("No.") : .success(PostPage(posts: [])))))
          == [])
      #expect(walk.answer(Walk.posts, Post.numbered([1])) == [], "once")
    }
  }

  @Test
  func startedAtAPostItsPathComesFirstAndTabsAreRequestedOnce() {
    var walk = Walk()
    walk.tellsOfTabsBehind = true
    let effects = walk.send(.started(at: 5))
    #expect(
      effects.prefix(2) == [
        .list(.loadPath(to: 5)), .list(.loadRoot(level: Walk.posts, .everyone)),
      ])
    #expect(effects.dropFirst(2).prefix(2) == Self.behind[...])
    #expect(walk.press(.function(2)) == [])
    #expect(walk.answer(Walk.searches, []) == [])
  }

  /// Started at a post: its path is asked for, and one arrives among its children; it is
  /// not asked for again.
  @Test
  func startedAtAPostItsPathIsAskedFor() {
    var walk = Walk()
    let effects = walk.send(.started(at: 9))
    #expect(effects.first == .list(.loadPath(to: 9)))
    #expect(effects.count == 3)
    #expect(effects.last == .draft(.find(server: "", account: "ada@example.org")))
    walk.answer(Walk.posts, Post.numbered([6, 5]))
    let path = [Post.numbered(5), .numbered(8), .numbered(9)]
    #expect(
      walk.perform(.list(.pathResponse(.success(path)))) == [
        .list(.loadChildren(of: 9, level: 3))
      ])
    #expect(
      walk.state.current.navigator.path.map(\.destination)
        == [.children(of: 5), .children(of: 8), .children(of: 9)])
    walk.answer(3, Post.numbered([10]))
    // On the way back every list has the post selected that one came through.
    #expect(
      walk.press(.left) == [
        .cancelLevel(3), .list(.loadParent(8, level: 2)), .list(.loadChildren(of: 8, level: 2)),
      ])
    walk.answer(2, Post.numbered([11, 12, 9]))
    #expect(walk.selected == 9)
    walk.press(.left)
    walk.answer(1, Post.numbered([13, 8]))
    #expect(walk.selected == 8)
    #expect(walk.press(.left) == [.cancelLevel(1)])
    #expect(walk.selected == 5)
  }

  @Test
  func foundPostIsShownInItsTree() {
    var walk = Walk([.numbered(5)])
    walk.press(.function(2))
    walk.answer(Walk.searches, [.numbered(70, children: 1, template: .query)])
    walk.press(.right)
    var found = Post.numbered(9)
    found.parentID = 8
    walk.answer(walk.level, [found, .numbered(4)])
    walk.press(.down)
    #expect(walk.press(.character("w")).isEmpty)
    #expect(walk.state.note?.text == "It is at the top level.")
    walk.press(.up)
    #expect(walk.press(.character("w")) == [.list(.loadPath(to: 9))])
    walk.perform(.list(.pathResponse(.success([.numbered(5), .numbered(8), found]))))
    #expect(walk.state.explorer == .posts)
    #expect(
      walk.state.current.navigator.path.map(\.destination) == [.children(of: 5), .children(of: 8)])
    walk.answer(walk.level, [.numbered(10), found])
    #expect(walk.selected == 9)
    #expect(walk.press(.character("w")).isEmpty)
    #expect(walk.state.note?.text == "This is its place.")
    // The search is as it was left.
    walk.press(.function(2))
    #expect(walk.selected == 9)
  }

  @Test
  func aPathThatArrivesWhileTheUserWritesChangesNothing() {
    var walk = Walk([.numbered(5)])
    walk.press(.character("w"), .character("n"))
    let before = walk.state.lists[.posts]
    walk.perform(.list(.pathResponse(.success([.numbered(5), .numbered(9)]))))
    #expect(walk.state.lists[.posts] == before)
  }

  /// The path may come before the root's posts; then the way is selected when they come.
  @Test
  func thePathMayComeBeforeTheRootsPostsThenTheWayIsSelected() {
    var walk = Walk()
    walk.send(.started(at: 9))
    walk.perform(.list(.pathResponse(.success([.numbered(5), .numbered(9)]))))
    walk.answer(Walk.posts, Post.numbered([7, 6, 5]))
    walk.press(.left, .left)
    #expect(walk.selected == 5)
  }

  @Test
  func aPathThatCantBeHadLeavesOneAtTheRootWithANote() {
    var walk = Walk(Post.numbered([1]))
    let before = walk.state.lists[.posts]
    #expect(walk.send(.list(.pathResponse(.failure("There is no post 9.")))) == [])
    #expect(walk.state.lists[.posts] == before)
    #expect(walk.state.note?.text == "There is no post 9.")
    #expect(walk.state.note?.isError == true)
    #expect(walk.send(.list(.pathResponse(.success([])))) == [])
    #expect(walk.state.lists[.posts] == before)
  }

  @Test
  func downTheChildrenAndTheirParentAreAlwaysAskedForSeed000() {
    var walk = Walk([.numbered(6, children: 4)])
    #expect(
      walk.press(.right) == [
        .list(.loadParent(6, level: 1)), .list(.loadChildren(of: 6, level: 1)),
      ])
    #expect(walk.state.current.navigator.path.map(\.destination) == [.children(of: 6)])
    #expect(walk.state.list.phase == .loading(since: walk.now))
    #expect(walk.state.list.parent?.title == "post 6")
    walk.answer(1, Post.numbered([7, 8]))
    #expect(walk.ids == [7, 8])
    #expect(walk.selected == 7)
    // Again, although they were there before.
    #expect(walk.press(.left) == [.cancelLevel(1)])
    #expect(
      walk.press(.right) == [
        .list(.loadParent(6, level: 2)), .list(.loadChildren(of: 6, level: 2)),
      ])
  }

  /// Back at the root nothing is asked for; back at a child level its children are.
  @Test
  func backAtTheRootNothingIsAskedFor() {
    var walk = Walk([.numbered(6, children: 1)])
    walk.press(.right)
    walk.answer(1, [.numbered(7, children: 1)])
    walk.press(.right)
    #expect(
      walk.press(.left) == [
        .cancelLevel(2), .list(.loadParent(6, level: 1)), .list(.loadChildren(of: 6, level: 1)),
      ])
    // What was there stays to be seen meanwhile.
    #expect(walk.state.list.phase == .loaded)
    #expect(walk.ids == [7])
    #expect(walk.press(.left) == [.cancelLevel(1)])
  }

  @Test
  func aRootThatCouldNotBeLoadedIsAskedForAgainOnTheWayBack() {
    var walk = Walk()
    walk.send(.started(at: 9))
    walk.perform(.list(.pathResponse(.success([.numbered(9)]))))
    walk.perform(.list(.postsResponse(level: Walk.posts, .failure("No."))))
    #expect(
      walk.press(.left).contains(
        .list(.loadRoot(level: Walk.posts, .everyone))))
  }

  @Test
  func backRestoresSelectionScrollAndTheExpandedCardExactly() {
    var walk = Walk((1...40).map { .numbered($0, children: 1) })
    for _ in 0..<17 { walk.press(.down) }
    walk.press(.enter, .down, .down)
    walk.mouse(.wheelDown, x: 9, y: 9)
    let left = walk.position
    #expect(left.expandedID == 18)
    #expect(left.scroll > 0)
    walk.press(.right)
    walk.answer(1, [.numbered(99, children: 2)])
    walk.press(.right)
    walk.answer(2, Post.numbered(100...200))
    walk.press(.end)
    walk.press(.left, .left)
    #expect(walk.position == left)
    #expect(walk.state.list.expansion(of: 18, at: walk.now) == 1)
  }

  /// The indicator leads to children, results, or a first child, or nowhere (seed 001).
  @Test
  func theIndicatorLeadsToChildrenResultsOrAFirstChild() {
    func effects(_ post: Post, email: String? = "ada@example.org") -> [Effect] {
      var walk = Walk([post], email: email)
      return walk.press(.right)
    }
    let children: [Effect] = [
      .list(.loadParent(1, level: 1)), .list(.loadChildren(of: 1, level: 1)),
    ]
    #expect(effects(.numbered(1, children: 3, email: "ben@example.org")) == children)
    let draft = Draft.Key(server: "", account: "ada@example.org", target: .newPost(below: 1))
    let first = children + [.draft(.open(draft)), .writing(.loadTemplate("post"))]
    #expect(effects(.numbered(1, children: 0)) == first)
    #expect(effects(.numbered(1, children: nil, email: "ADA@EXAMPLE.ORG")) == first)
    #expect(effects(.numbered(1, children: 0, email: "ben@example.org")) == [])
    #expect(effects(.numbered(1, children: 0), email: nil) == [])
    for count in [nil, 0, 5] {
      #expect(
        effects(.numbered(1, children: count, template: .query)) == [
          .list(.loadParent(1, level: 1)),
          .list(.loadResults(query: 1, level: 1)),
        ])
    }
  }

  /// The empty list below one's own post is believed at once; others' is doubted once.
  @Test
  func theEmptyListBelowOnesOwnPostIsBelievedAtOnce() {
    var own = Walk([.numbered(1, children: 0)])
    own.press(.right)
    #expect(own.answer(1, []) == [])
    #expect(own.state.list.phase == .loaded)
    var other = Walk([.numbered(1, children: 3, email: "ben@example.org")])
    other.press(.right)
    #expect(other.answer(1, []) == [.list(.loadChildren(of: 1, level: 1))])
    #expect(other.answer(1, []) == [])
    #expect(other.state.list.phase == .loaded)
  }

  @Test
  func toTheAuthorsProfileAPostWithoutAnAuthorLeadsNowhere() {
    var walk = Walk([.numbered(1, email: "ben@example.org")])
    #expect(
      walk.press(.character("p")) == [.list(.loadProfile(email: "ben@example.org", level: 1))])
    // Back leads to the list, so that is what the capsule says.
    #expect(walk.row(0).hasPrefix(" ▐ ❮ posts ▌"))
    walk.answer(1, [.numbered(9, children: 2, template: .profile)])
    walk.press(.right)
    #expect(walk.row(0).hasPrefix(" ▐ ❮ post 9 ▌"))
    var nobody = Walk([Post(id: 1, title: "found")])
    #expect(nobody.press(.character("p")) == [])
    #expect(nobody.state.note?.text == "This post has no author.")
    #expect(nobody.state.current.navigator.depth == 0)
  }

  @Test
  func aCycleInTheTreeIsWalkedLikeAnyOtherPath() {
    var walk = Walk([.numbered(1, children: 1)])
    for level in 1...20 {
      walk.press(.right)
      walk.answer(LevelID(.posts, level), [.numbered(level % 2 + 1, children: 1)])
    }
    #expect(walk.state.current.navigator.depth == 20)
    for _ in 1...20 { walk.press(.left) }
    #expect(walk.state.current.navigator.depth == 0)
    #expect(walk.state.current.lists.count == 1)
  }

  @Test
  func atTheRootBackCollapsesTheExpandedCardAndThenDoesNothing() {
    var walk = Walk(Post.numbered([1, 2]))
    walk.press(.enter)
    #expect(walk.position.expandedID == 1)
    #expect(walk.press(.escape) == [])
    #expect(walk.position.expandedID == nil)
    let before = walk.state
    #expect(walk.press(.escape) == [])
    #expect(walk.state == before)
  }

  @Test
  func childrenThatTheServerNestedAreSeenWhileTheyAreFetchedAnew() {
    var post = Post.numbered(1, children: 2)
    post.children = Post.numbered([5, 6])
    var walk = Walk([post])
    #expect(
      walk.press(.right) == [
        .list(.loadParent(1, level: 1)), .list(.loadChildren(of: 1, level: 1)),
      ])
    #expect(walk.state.list.phase == .loaded)
    #expect(walk.selected == 5)
  }

  @Test
  func theCapsuleNamesTheParentAndSaysUntilItKnowsItSeed000() {
    var walk = Walk([.numbered(6, children: 4)])
    walk.press(.right)
    #expect(walk.row(0).contains("❮ post 6"))
    var known = Post.numbered(6)
    known.title = "learning to sail"
    walk.send(.list(.parentResponse(level: 1, .success(known))))
    #expect(walk.row(0).contains("❮ learning to sail"))
    walk.send(.list(.parentResponse(level: 1, .failure("No."))))
    #expect(walk.row(0).contains("❮ learning to sail"))
    #expect(walk.state.note == nil)
  }

  /// Three levels down, below posts of these titles.
  private func deep(_ titles: [String], width: Int, unicode: Bool = true) -> Walk {
    var posts = titles.indices.map { Post.numbered($0 + 1, children: 3) }
    for (index, title) in titles.enumerated() { posts[index].title = title }
    var walk = Walk([posts[0]], width: width, abilities: ScreenAbilities(unicode: unicode))
    for (index, post) in posts.enumerated() {
      walk.press(.right)
      let below = index + 1 < posts.count ? posts[index + 1] : Post.numbered(50)
      let level = LevelID(.posts, index + 1)
      walk.answer(level, [below])
      walk.send(.list(.parentResponse(level: level, .success(post))))
    }
    return walk
  }

  /// The list above still has the text of a post that was deleted meanwhile.
  @Test func aParentThatWasDeletedShowsItsOldTextNowhere() {
    var old = Post.numbered(1, children: 1)
    old.title = "doomed"
    var walk = Walk([old, .numbered(2)])
    walk.press(.right)
    var gone = Post.numbered(1, children: 1)
    (gone.template, gone.title, gone.body) = (.deleted, "deleted", "")
    walk.send(.list(.parentResponse(level: 1, .success(gone))))
    walk.press(.left)
    #expect(walk.state.list.posts[0].template == .deleted && !walk.text.contains("doomed"))
  }

  @Test
  func theCapsuleSaysForTheTitlesThatItLeavesOut() {
    let titles = ["learning to sail", "knots and bruises", "the bowline"]
    #expect(
      deep(titles, width: 80).row(0)
        .contains("❮ learning to sail › knots and bruises › the bowline ▌"))
    // The title above those that fit gets the rest of the room, beside the key that is needed most.
    #expect(deep(titles, width: 64).row(0).contains("❮ … › knots and bruises › the bow"))
    #expect(deep(titles, width: 64).row(0).contains("n reply "))
    #expect(deep(titles, width: 44).row(0).contains("❮ … › knots and… › the bowline ▌"))
    #expect(deep(titles, width: 34).row(0).contains("❮ … › the bowline ▌"))
    #expect(deep(titles, width: 44, unicode: false).row(0).contains("< ~ > knots and~ > the bowl"))
  }

  /// The parent's title is always there: cut, and before little is left, without the sign.
  @Test
  func theParentsTitleIsAlwaysThereCutAndBeforeLittleIsLeft() {
    let titles = ["sailing", "week one", "what the first lesson has taught me about knots"]
    #expect(deep(titles, width: 40).row(0).contains("❮ … › what the first less… ▌"))
    #expect(deep(titles, width: 18).row(0).contains("❮ … › what th… ▌"))
    #expect(deep(titles, width: 17).row(0).contains("❮ what the f… ▌"))
    for width in 1...100 { #expect(deep(titles, width: width).frame.size.width == width) }
    var walk = deep(["sailing", "week one", "knots"], width: 15)
    walk.press(.right)
    #expect(walk.row(0).contains("❮ "))
  }

  @Test
  func thePathToThePostOfTheStartLeavesHelpAndComplaintsOpen() {
    let sheets = [
      Sheet(.help), Sheet(.complaints([SettingsError(place: "a file", text: "No.")])),
    ]
    for sheet in sheets {
      var walk = Walk()
      walk.send(.started(at: 9))
      walk.state.focus.push(sheet)
      walk.perform(.list(.pathResponse(.success([.numbered(5), .numbered(9)]))))
      #expect(walk.state.focus[Sheet.self] == sheet)
      #expect(walk.state.current.navigator.depth == 2)
    }
  }

  @Test
  func aPathOfHundredsOfLevelsIsDrawnAsFastAsAShortOne() {
    let title = String(repeating: "very long title ", count: 12)
    var walk = Walk(Post.numbered([1]))
    let path = (2...513).map { Post(id: $0, title: title) }
    walk.perform(.list(.pathResponse(.success(path))))
    let time = ProcessorTime.seconds {
      for _ in 1...20 { #expect(walk.row(0).contains("❮ …")) }
    }
    #expect(time < 20)
  }

  /// An own post that only seems to have children has its first one begun, after asking twice.
  @Test
  func anOwnPostThatOnlySeemsToHaveChildrenHasItsFirstOneBegun() {
    var walk = Walk([.numbered(1, children: 2)])
    walk.press(.right)
    #expect(walk.answer(1, []) == [.list(.loadChildren(of: 1, level: 1))])
    #expect(walk.state.focus.editor == nil)
    walk.answer(1, [])
    #expect(walk.state.focus.editor?.target == .newPost(below: 1))
    walk.open(.newPost(below: 1))
    // Nothing written, it leads back; and what comes later begins none.
    walk.press(.escape)
    #expect(walk.state.current.navigator.depth == 0)
  }

  @Test
  func anothersPostOrOneWithChildrenAfterAllBeginsNone() {
    for (email, children) in [("ben@example.org", []), ("ada@example.org", Post.numbered([5]))] {
      var walk = Walk([.numbered(1, children: 2, email: email)])
      walk.press(.right)
      walk.answer(1, [])
      walk.answer(1, children)
      #expect(walk.state.focus.editor == nil)
      walk.press(.character("r"))
      walk.answer(1, [])
      walk.answer(1, [])
      #expect(walk.state.focus.editor == nil)
    }
  }
}
