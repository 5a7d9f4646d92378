import FireflyCore
import FireflyModel
import Testing

@testable import FireflyApp

/// Lists of the last time: seen until the server tells them anew, or while it can't be asked.
@Suite struct KeptListTests {
  /// 5 November 2025, 14:05.
  private let time = 1_762_351_500

  private func started(width: Int = 80) -> Walk {
    var walk = Walk(width: width)
    walk.send(.started(at: nil))
    return walk
  }

  private func keep(_ posts: [Post], in walk: inout Walk, _ level: LevelID = Walk.posts) {
    walk.perform(.list(.cachedListResponse(level: level, CachedList(posts: posts, time: time))))
  }

  private func fail(_ kind: LoadFailure.Kind, in walk: inout Walk) -> [Effect] {
    walk.perform(
      .list(.postsResponse(level: Walk.posts, .failure(LoadFailure(kind, "It went wrong.")))))
  }

  @Test func everyFirstListIsLookedForOnTheDisk() {
    var walk = Walk(email: nil)
    let failure = Result<PostPage, LoadFailure>.failure("No.")
    let effects =
      reduce(&walk.state, .started(at: nil), at: walk.now)
      + reduce(
        &walk.state, .list(.postsResponse(level: Walk.posts, failure)), at: walk.now)
    for explorer in Explorer.allCases {
      let source = ListContent.root(explorer, .everyone)
      #expect(effects.contains(.list(.loadCached(source, level: LevelID(explorer)))))
    }
    walk.answer(Walk.posts, [Post(id: 1, title: "one", childCount: 2)])
    // What is there already isn't.
    let again = reduce(&walk.state, .list(.refreshPressed), at: walk.now)
    #expect(again.allSatisfy { if case .list(.loadCached) = $0 { false } else { true } })
    let below = reduce(&walk.state, .list(.childIndicatorPressed), at: walk.now)
    #expect(below.contains(.list(.loadCached(.level(.children(of: 1)), level: 1))))
  }

  @Test func keptListIsShownUntilTheServerAnswers() {
    var walk = started()
    keep([Post(id: 1, title: "one"), Post(id: 2, title: "two")], in: &walk)
    #expect(walk.row(0).contains("as of 5 Nov 14:05  n new post   1 of 2"))
    walk.press(.down)
    walk.answer(Walk.posts, [3, 1, 2].map { Post(id: $0, title: "number \($0)") })
    #expect(walk.selected == 2)
    #expect(!walk.row(0).contains("as of"))
    #expect(walk.row(0).contains("3 of 3"))
    // What comes late is older.
    keep([Post(id: 9, title: "late")], in: &walk)
    #expect(walk.ids == [3, 1, 2])
  }

  /// The server's list asks for the dots, and would replace the request.
  @Test func keptListAsksForNoDots() {
    var walk = started()
    let search = Post.numbered(70, template: .query)
    let level = Walk.searches
    let kept = CachedList(posts: [search], time: time)
    let effects = walk.send(.list(.cachedListResponse(level: level, kept)))
    #expect(effects.allSatisfy { if case .badges = $0 { false } else { true } })
    #expect(walk.answer(level, [search]).contains(.badges(.load([70], level: level))))
  }

  /// A list that the server has told in this run gets a time as soon as it can't be asked again; the disk knows
  /// which.
  @Test(arguments: [LoadFailure.Kind.offline, .timedOut])
  func keptListIsMarkedAsOld(_ kind: LoadFailure.Kind) {
    var walk = started()
    walk.answer(Walk.posts, [3, 1, 2].map { Post(id: $0, title: "number \($0)") })
    walk.press(.down)
    let failure = LoadFailure(kind, "It went wrong.")
    let effects = reduce(
      &walk.state, .list(.postsResponse(level: Walk.posts, .failure(failure))), at: walk.now)
    #expect(walk.state.note?.text == "It went wrong.")
    let source = ListContent.root(.posts, .everyone)
    #expect(effects.contains(.list(.loadCached(source, level: Walk.posts))))
    #expect(walk.row(0).contains("offline  n new post   2 of 3"))
    keep([Post(id: 9, title: "older")], in: &walk)
    #expect(walk.row(0).contains("offline, 5 Nov 14:05  n new post   2 of 3"))
    #expect(walk.ids == [3, 1, 2])
    walk.answer(Walk.posts, [3, 1, 2].map { Post(id: $0, title: "number \($0)") })
    #expect(!walk.row(0).contains("offline"))
    // What is no fault of the line is a sentence, and no more.
    _ = fail(.refused, in: &walk)
    #expect(!walk.row(0).contains("offline"))
    #expect(walk.ids == [3, 1, 2])
  }

  /// One failure tells it of all lists; one answer has all of them asked for again.
  @Test func oneAnswerEndsItForAll() {
    var walk = started()
    for level in [Walk.posts, Walk.searches, Walk.users] {
      walk.answer(level, [Post(id: 1, title: "one")])
    }
    _ = fail(.offline, in: &walk)
    walk.press(.function(3))
    #expect(walk.row(0).contains("offline  e write your profile   1 of 1"))
    let effects = walk.send(
      .list(
        .postsResponse(level: Walk.posts, .success(PostPage(posts: [Post(id: 1, title: "one")])))))
    let asked = effects.compactMap {
      if case .list(.loadRoot(let level, _, _, _)) = $0 { level } else { nil }
    }
    #expect(asked == [Walk.searches, Walk.users])
    walk.answer(Walk.users, [Post(id: 1, title: "one")])
    #expect(!walk.row(0).contains("offline"))
  }

  @Test(arguments: [LoadFailure.Kind.offline, .timedOut])
  func keptListStaysWhileTheServerIsAway(_ kind: LoadFailure.Kind) {
    for isLate in [false, true] {
      var walk = started()
      if isLate {
        _ = fail(kind, in: &walk)
        #expect(walk.text.contains("Error: It went wrong."))
      }
      keep([Post(id: 1, title: "one")], in: &walk)
      if !isLate { _ = fail(kind, in: &walk) }
      #expect(walk.ids == [1])
      #expect(walk.row(0).contains("offline, 5 Nov 14:05  n new post   1 of 1"))
      walk.perform(.list(.refreshPressed))
      walk.answer(Walk.posts, [Post(id: 1, title: "one")])
      #expect(!walk.row(0).contains("offline"))
    }
  }

  @Test func listStaysWhileTheServerFails() {
    for isLate in [false, true] {
      var walk = started()
      let failure = LoadFailure(.refused, "The server failed (500).", isTemporary: true)
      let response = Action.list(.postsResponse(level: Walk.posts, .failure(failure)))
      if isLate { walk.perform(response) }
      keep([Post(id: 1, title: "one")], in: &walk)
      if !isLate { walk.perform(response) }
      #expect(walk.ids == [1])
      #expect(
        walk.row(0).contains("as of 5 Nov 14:05  n new post   1 of 1")
          && !walk.row(0).contains("offline"))
      if !isLate { #expect(walk.state.note?.text == "The server failed (500).") }
    }
  }

  /// Who may not read it any more doesn't go on reading it.
  @Test(arguments: [
    LoadFailure.Kind.signedOut, .forbidden, .missing, .conflict, .refused, .unreadable,
  ])
  func sentenceOfTheServerTakesPrecedence(_ kind: LoadFailure.Kind) {
    for isLate in [false, true] {
      var walk = started()
      if isLate { _ = fail(kind, in: &walk) }
      keep([Post(id: 1, title: "a secret")], in: &walk)
      if !isLate { _ = fail(kind, in: &walk) }
      #expect(walk.ids.isEmpty)
      #expect(!walk.text.contains("a secret"))
      let isOver = kind == .signedOut
      #expect(
        walk.text.contains(isOver ? "You are no longer signed in to" : "Error: It went wrong."))
    }
  }

  @Test func ageOfAKeptListFitsItsRow() {
    for width in 20...120 {
      var walk = started(width: width)
      keep([Post(id: 1, title: "one")], in: &walk)
      _ = fail(.offline, in: &walk)
      if width >= 30 { #expect(walk.row(0).contains("offline"), "\(width)") }
      #expect(walk.row(0).contains("1 of 1"), "\(width)")
    }
  }

  @Test func pagesAreAskedForOnlyBehindWhatTheServerHasTold() {
    var walk = started()
    keep((1...60).map { Post(id: $0, title: "\($0)") }, in: &walk)
    #expect(walk.press(.end).allSatisfy { $0.level == nil })
    #expect(walk.selected == 60)
  }

  @Test func aHitThatCantBeLoadedAgainKeepsItsCopy() {
    var walk = Walk([.numbered(1, template: .query)])
    walk.press(.right)
    keep(Post.numbered([5, 6, 7]), in: &walk, 1)
    let page = PostPage(
      posts: Post.numbered([8, 7]), skipped: ["result 6: gone", "result 9: gone"],
      hits: [8, 6, 7, 9])
    walk.perform(.list(.postsResponse(level: 1, .success(page))))
    #expect(walk.ids == [8, 6, 7])
    #expect(walk.state.list.skipped == 1)
  }
}
