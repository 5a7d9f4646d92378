import FireflyCore
import FireflyModel
import FireflyScreen
import Foundation
import SeededRandom
import Testing

@testable import FireflyApp

/// Where one was is where one begins.
@Suite struct SavedPositionsTests {
  /// A text of several pages.
  private let words = (1...900).map { "word\($0)" }.joined(separator: " ")

  private func tree(_ walk: inout Walk) {
    walk.answer(Walk.posts, (1...30).map { Post(id: $0, title: "number \($0)", childCount: 2) })
  }

  /// Another run, that begins there.
  private func again(_ places: SavedPositions) throws -> Walk {
    var walk = Walk()
    let data = try JSONEncoder().encode(places)
    let saved = try JSONDecoder().decode(SavedPositions.self, from: data)
    _ = walk.state.lists.resume(saved, at: walk.state.site, walk.reading.date)
    return walk
  }

  @Test func oneBeginsWhereOneWas() throws {
    var walk = Walk([])
    tree(&walk)
    walk.press(.down, .down, .enter)
    for _ in 0..<20 { walk.press(.down) }
    let (row, selected) = (walk.position.scroll, walk.selected)

    var next = try again(walk.reading.savedPositions)
    let effects = next.send(.started(at: nil))
    #expect(effects.contains(.list(.loadRoot(level: Walk.posts, .everyone))))
    tree(&next)
    #expect(next.selected == selected)
    #expect(next.position.scroll == row)
    #expect(next.position.expandedID == walk.position.expandedID)
    #expect(next.text == walk.text)
  }

  /// An open card stands where it was read to, at the root and below it.
  @Test(arguments: [0, 1], [0, 1, 3])
  func anOpenCardIsReadOn(depth: Int, pages: Int) throws {
    let posts = (1...5).map { Post.numbered($0, body: words, children: 2) }
    let children = (40...42).map { Post.numbered($0, body: words) }
    func answer(_ walk: inout Walk) {
      if depth > 0 { walk.answer(1, children) }
      walk.answer(Walk.posts, posts)
    }
    var walk = Walk(posts)
    if depth > 0 {
      walk.press(.right)
      walk.answer(1, children)
    }
    walk.press(.down, .enter)
    for _ in 0..<pages { walk.press(.character(" ")) }
    #expect(walk.text.contains("word\([2, 200, 0, 600][pages])"), "\(walk.text)")

    // Left again before its text has come, it is still known.
    var between = try again(walk.reading.savedPositions)
    between.send(.started(at: nil))
    var next = try again(between.reading.savedPositions)
    next.send(.started(at: nil))
    answer(&next)
    #expect(next.text == walk.text)
    #expect(next.position == walk.position)
    // From there on it is scrolled as ever.
    walk.press(.down, .enter, .enter)
    next.press(.down, .enter, .enter)
    #expect(next.text == walk.text)
  }

  /// In a list of what is unread, the card that one reads stays open while it is loaded again, and after leaving.
  @Test(arguments: [
    "read again", "another run", "another list", "the list of unread ones",
    "nothing else unread",
  ])
  func whatIsReadStaysOpenAmongTheUnread(way: String) throws {
    func post(_ id: Int) -> Post {
      var post = Post.numbered(id, body: words)
      post.createdAt = Date(timeIntervalSince1970: 1_763_000_000 - Double(id) * 3_600)
      post.facts.link = "https://example.org/\(id)"
      return post
    }
    func unread(_ walk: inout Walk) {
      walk.state.site = Site(
        .feeds, name: "Feeds", lists: ["unread", "all"], unread: ["unread"],
        as: walk.state.account)
    }
    var walk = Walk([])
    unread(&walk)
    if way == "the list of unread ones" { walk.press(.character("a")) }
    walk.answer(Walk.posts, (1...6).map(post))
    walk.press(.down, .down, .enter, .character(" "))
    let left = walk.reading.savedPositions
    let (text, read) = (walk.text, walk.state.list.posts[2])
    #expect(walk.position.expandedID == 3)
    // The third one is read by now.
    let rest = way == "nothing else unread" ? [] : [1, 2, 5, 6].map(post)
    switch way {
    case "another run":
      walk = try again(left)
      unread(&walk)
      walk.send(.started(at: nil))
      // Left again before the list has come, it is still known.
      let next = walk.reading.savedPositions
      #expect(next.paths["posts"]?.open == left.paths["posts"]?.open)
    case "another list":
      walk.press(.character("a"))
      walk.answer(Walk.posts, (1...6).map(post))
      walk.send(.list(.returned(to: try #require(left.paths["posts"]), in: .everyone, of: .posts)))
    case "the list of unread ones": walk.press(.character("a"))
    default: walk.press(.character("r"))
    }
    walk.answer(Walk.posts, rest)
    if rest.isEmpty { walk.answer(Walk.posts, rest) }
    #expect(walk.ids == (rest.isEmpty ? [3] : [1, 2, 3, 5, 6]))
    #expect(walk.position.expandedID == 3 && walk.selected == 3)
    #expect(walk.state.list.posts.first { $0.id == 3 } == read)
    func place(in text: String) -> Substring? { text.firstMatch(of: /word[0-9]+ word/)?.output }
    #expect(place(in: walk.text) == place(in: text))
    // When one has gone on, it goes.
    walk.press(.escape, .home, .character("r"))
    walk.answer(Walk.posts, [1, 2, 5, 6].map(post))
    #expect(rest.isEmpty || walk.ids == [1, 2, 5, 6])
  }

  /// The file of the positions stays small: a long text is asked for again.
  @Test func aLongTextIsNotKeptWithThePositions() throws {
    var post = Post.numbered(1, body: String(repeating: "words ", count: 100_000))
    post.facts.link = "https://example.org/"
    var walk = Walk([])
    walk.state.site = Site(
      .feeds, name: "Feeds", lists: ["unread", "all"], unread: ["unread"], as: walk.state.account)
    walk.answer(Walk.posts, [post, .numbered(2)])
    walk.press(.enter)
    let left = walk.reading.savedPositions
    #expect(try JSONEncoder().encode(left).count < 10_000)
    let open = try #require(left.paths["posts"]?.open)
    #expect(open.isExcerpt && open.facts.link == post.facts.link)
    var next = try again(left)
    next.state.site = walk.state.site
    next.send(.started(at: nil))
    let effects = next.answer(Walk.posts, [.numbered(2)])
    #expect(next.ids == [1, 2] || next.ids == [2, 1])
    #expect(effects.contains(.list(.loadText(of: 1, level: Walk.posts))))
  }

  /// A list of somebody may be called as one of the place; only that of the place leaves out what is read.
  @Test func aFurtherListOfThatNameIsAnother() {
    var site = Site(
      .feeds, name: "Feeds", lists: ["unread", "all"], unread: ["unread"], as: .signedOut)
    site.round = [NamedList(id: 7, name: "unread")]
    #expect(site.unreadList == .everyone)
    #expect(site.hasOnlyUnread(.everyone, in: .posts))
    #expect(!site.hasOnlyUnread(.list(7), in: .posts) && !site.hasOnlyUnread(.everyone, in: .users))
  }

  /// A card that is closed by mistake opens where it was; one that was read to its end, or left, at its top.
  @Test func aClosedCardOpensWhereItWas() {
    var walk = Walk((1...5).map { .numbered($0, body: words) })
    walk.press(.down, .enter)
    let top = walk.text
    walk.press(.character(" "))
    let page = walk.text
    walk.press(.enter, .enter)
    #expect(walk.text == page && page != top)
    walk.press(.enter, .down, .up, .enter)
    #expect(walk.text == top)
    walk.press(.end, .enter, .enter)
    #expect(walk.text == top)
  }

  /// The keys for the ends of the list go to those of a card that is taller than the screen first.
  @Test func theEndsOfAnOpenCardComeFirst() {
    var walk = Walk((1...9).map { .numbered($0, body: words) })
    walk.press(.down, .enter)
    let top = walk.text
    walk.press(.character("G"))
    #expect(walk.selected == 2 && walk.text.contains("word900"))
    walk.press(.home)
    #expect(walk.selected == 2 && walk.text == top)
    walk.press(.home)
    #expect(walk.selected == 1)
    walk.press(.down, .end, .end)
    #expect(walk.selected == 9)
  }

  @Test func itsLevelsStandOverEachOther() throws {
    var walk = Walk([])
    tree(&walk)
    walk.press(.down, .right)
    walk.answer(
      1, [40, 41].map { Post(id: $0, parentID: 2, title: "number \($0)", childCount: 1) })
    walk.press(.down, .right)
    walk.answer(2, [Post(id: 50, parentID: 41, title: "the deepest")])
    let text = walk.text

    var next = try again(walk.reading.savedPositions)
    let effects = next.send(.started(at: nil))
    // The level one is at, and the roots; what lies between, on the way back.
    #expect(effects.contains(.list(.loadChildren(of: 41, level: 2))))
    #expect(!effects.contains(.list(.loadChildren(of: 2, level: 1))))
    next.answer(2, [Post(id: 50, parentID: 41, title: "the deepest")])
    tree(&next)
    next.answer(Walk.searches, [])
    next.answer(Walk.users, [])
    #expect(next.text == text)
    #expect(next.press(.left).contains(.list(.loadChildren(of: 2, level: 1))))
    next.answer(
      1, [40, 41].map { Post(id: $0, parentID: 2, title: "number \($0)", childCount: 1) })
    #expect(next.selected == 41)
    next.press(.left)
    #expect(next.selected == 2)
  }

  /// Results of a search come one after the other: what one stood at may be the last of them.
  @Test func aPlaceAmongResultsIsFoundAgain() throws {
    let posts = (1...9).map { Post(id: $0, title: "number \($0)") }
    var walk = Walk([])
    walk.press(.function(2))
    walk.answer(Walk.searches, [Post(id: 90, title: "a search", template: .query)])
    walk.press(.right)
    walk.answer(walk.level, posts)
    for _ in 0..<6 { walk.press(.down) }
    #expect(walk.selected == 7)
    for movesMeanwhile in [false, true] {
      var next = try again(walk.reading.savedPositions)
      next.send(.started(at: nil))
      for count in 1...8 {
        let page = PostPage(posts: Array(posts.prefix(count)), isCut: true)
        next.perform(.list(.postsResponse(level: next.level, .success(page))))
        if movesMeanwhile, count == 3 { next.press(.down) }
      }
      next.answer(next.level, posts)
      #expect(next.selected == (movesMeanwhile ? 2 : 7))
    }
  }

  @Test func savedPositionFarDownIsLoadedAtOnce() throws {
    var walk = Walk([])
    walk.answer(Walk.posts, (1...300).map { Post(id: $0, title: "number \($0)") })
    walk.press(.end)
    var next = try again(walk.reading.savedPositions)
    let effects = next.send(.started(at: nil))
    #expect(effects.contains(.list(.loadRoot(level: Walk.posts, .everyone, limit: 309))))
  }

  /// Whatever a random walk has come to, a run that begins there stands there, and says the same.
  @Test(arguments: 0..<20) func everyPlaceIsFoundAgain(_ seed: Int) throws {
    var generator = SplitMix(seed: UInt64(seed))
    var walk = Walk([])
    tree(&walk)
    let keys: [Key] = [
      .down, .down, .up, .enter, .right, .left, .end, .home, .function(1), .function(2),
      .function(3),
    ]
    for _ in 0..<40 {
      for effect in walk.press(keys.randomElement(using: &generator) ?? .down) {
        guard case .list(.loadChildren(let id, let level)) = effect else { continue }
        walk.answer(
          level,
          (1...3).map { Post(id: id * 10 + $0, parentID: id, title: "below", childCount: 1) })
      }
    }
    let places = walk.reading.savedPositions
    let next = try again(places)
    #expect(next.reading.savedPositions == places)
    #expect(next.state.explorer == walk.state.explorer)
  }

  /// A link leads to a post without replies; the program may end before its list has answered.
  @Test func aPostThatStandsAloneIsShownAgain() throws {
    let parent =
      #"{"id":7,"title":"the boat","summary":"","body":"All of its text.","child_count":0}"#
    let json = """
      {"explorer":"posts","paths":{"posts":{"root":{"scroll":0},"length":50,"levels":[
      {"destination":{"children":{"of":7}},"position":{"scroll":0},"parent":\(parent)}]}}}
      """
    let places = try JSONDecoder().decode(SavedPositions.self, from: Data(json.utf8))
    var walk = Walk()
    _ = walk.state.lists.resume(places, at: walk.state.site, walk.reading.date)
    walk.send(.started(at: nil))
    #expect(walk.state.list.isThread)
    let level = walk.state.lists.level
    walk.answer(level, [])
    #expect(walk.text.contains("❮ the boat") && walk.text.contains("All of its text."))
  }

  @Test(arguments: [
    "{}", #"{"explorer":"posts"}"#, #"{"explorer":"nowhere","paths":{}}"#,
    #"{"paths":{"posts":{"root":{"scroll":1e300},"length":50,"levels":[{"position":{}}]}}}"#,
    #"{"paths":{"posts":{"root":{"scroll":1e300,"selectedID":-5},"length":-1,"levels":[]}}}"#,
  ])
  func invalidSavedPositionLeadsToTheTop(_ json: String) throws {
    let places = try? JSONDecoder().decode(SavedPositions.self, from: Data(json.utf8))
    var walk = Walk()
    _ = walk.state.lists.resume(places ?? SavedPositions(), at: walk.state.site, 0)
    walk.send(.started(at: nil))
    tree(&walk)
    #expect(walk.state.current.navigator.depth == 0)
    #expect(walk.selected == 1)
    #expect(walk.text.contains("1 of 30"))
  }
}
