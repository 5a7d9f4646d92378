import FireflyCore
import FireflyScreen
import SeededRandom
import Testing

@testable import FireflyApp

/// What others write moves nothing: the selection, the open post and the pages stay.
@Suite struct StayingTests {
  private func other(_ ids: some Sequence<Int>) -> [Post] {
    ids.map { .numbered($0, email: "ben@example.org") }
  }

  private func next(_ posts: [Post]) -> Action {
    .list(.nextPageResponse(level: Walk.posts, .success(PostPage(posts: posts))))
  }

  private func request(after id: Post.ID, limit: Int = 50) -> Effect {
    .list(.loadRoot(level: Walk.posts, .everyone, before: id, limit: limit))
  }

  /// A walk with 144 posts in three pages, at the last one, which is open.
  private func atTheEnd() -> Walk {
    var walk = Walk(other((95...144).reversed()), height: 30)
    walk.press(.end)
    walk.perform(next(other((1...94).reversed())))
    walk.perform(next([]))
    walk.press(.end, .enter)
    #expect(walk.row(0).hasSuffix("144 of 144") && walk.position.expandedID == 1)
    return walk
  }

  @Test func moreThanAPageArrivesWhileTheLastPostIsRead() {
    var walk = atTheEnd()
    let rows = (2..<28).map { walk.row($0) }
    // The posts stay until it is known what lies between.
    let effects = walk.perform(
      .list(
        .postsResponse(level: Walk.posts, .success(PostPage(posts: other((150...199).reversed())))))
    )
    #expect(effects == [request(after: 150)])
    #expect(walk.ids.count == 144)
    walk.perform(next(other((100...149).reversed())))
    #expect(walk.ids == Array((1...199).reversed()))
    #expect(walk.selected == 1 && walk.position.expandedID == 1)
    #expect(walk.row(0).hasSuffix("55 new ↑  n new post   199 of 199"), "\(walk.row(0))")
    #expect((2..<28).map { walk.row($0) } == rows)
  }

  /// The last post of the page is one that has come late, so that it was not in the list before.
  @Test func latePostsAreInTheMiddle() {
    var walk = atTheEnd()
    let late = other([500])
    #expect(walk.answer(Walk.posts, other((96...144).reversed()) + late) == [])
    #expect(walk.ids == Array((96...144).reversed()) + [500] + Array((1...95).reversed()))
    #expect(walk.selected == 1 && walk.position.expandedID == 1)
  }

  @Test func whatLiesBetweenCanNotBeLoaded() {
    var walk = atTheEnd()
    walk.answer(Walk.posts, other((150...199).reversed()))
    walk.perform(.list(.nextPageResponse(level: Walk.posts, .failure("No."))))
    #expect(walk.ids == Array((1...144).reversed()))
    #expect(walk.selected == 1 && walk.position.expandedID == 1)
    // Once more.
    #expect(walk.answer(Walk.posts, other((150...199).reversed())) == [request(after: 150)])
  }

  /// A service that was interrupted sends less than a page.
  @Test func aShortPageIsNotTheEnd() {
    var walk = atTheEnd()
    #expect(walk.answer(Walk.posts, other((106...145).reversed())) == [request(after: 106)])
    walk.perform(next(other((56...105).reversed())))
    #expect(walk.ids == Array((1...145).reversed()))
    // What the server has no more is gone.
    #expect(walk.answer(Walk.posts, other((106...145).reversed())) == [request(after: 106)])
    walk.perform(next([]))
    #expect(walk.ids == Array((106...145).reversed()))
  }

  /// A post that was read has left the first page of a list that is not in order of age.
  @Test func aPostThatIsReadStaysWhenOthersPassIt() {
    var walk = Walk(other(1...100))
    for _ in 1..<45 { walk.press(.down) }
    walk.press(.enter)
    #expect(walk.selected == 45)
    walk.answer(Walk.posts, other((1...44).map { $0 } + (46...51)))
    #expect(walk.selected == 45 && walk.position.expandedID == 45)
    #expect(walk.ids == Array(1...100))
  }

  /// A list on a server, of which the program knows some pages.
  private struct Server {
    var posts: [Post]
    var pageLength = 50

    func page(after id: Post.ID?, limit: Int) -> [Post] {
      let start = id.map { id in posts.firstIndex { $0.id == id }.map { $0 + 1 } ?? posts.count }
      return Array(posts[(start ?? 0)...].prefix(limit))
    }

    /// A page of a thread in reading order, after the post of a key.
    func page(after key: String?) -> PostPage {
      let posts = page(after: key.flatMap { Int($0) }, limit: pageLength)
      let isLast = posts.last?.id == self.posts.last?.id
      return PostPage(posts: posts, next: isLast ? nil : posts.last.map { "\($0.id)" })
    }

    /// Answers what is asked for, until nothing is.
    func answer(_ effects: [Effect], _ walk: inout Walk) {
      var pending = effects
      while !pending.isEmpty {
        switch pending.removeFirst() {
        case .list(.loadRoot(let level, _, let before, let limit)):
          let page = PostPage(posts: page(after: before, limit: limit))
          pending += walk.perform(
            before == nil
              ? .list(.postsResponse(level: level, .success(page)))
              : .list(.nextPageResponse(level: level, .success(page))))
        case .list(.loadBranch(_, let level, let key, let skipped)):
          let page = page(after: key)
          pending += walk.perform(
            key == nil
              ? .list(.postsResponse(level: level, .success(page)))
              : .list(.nextBranchResponse(level: level, skipped: skipped, .success(page))))
        default: break
        }
      }
    }
  }

  /// What is seen and acted on, before and after news.
  private func expectNothingMoves(
    _ walk: inout Walk, _ words: String, gone: Set<Post.ID> = [], _ news: (inout Walk) -> Void
  ) {
    let (selected, expanded, ids) = (walk.selected, walk.position.expandedID, walk.ids)
    news(&walk)
    #expect(walk.selected == selected, "\(words)")
    #expect(walk.position.expandedID == expanded, "\(words)")
    let now = Set(walk.ids)
    let lost = ids.filter { !now.contains($0) && !gone.contains($0) }
    #expect(lost.isEmpty, "\(words): \(lost)")
  }

  private static let shapes: [(width: Int, isSpoken: Bool)] = [
    (80, false), (220, false), (80, true),
  ]

  @Test(arguments: 0..<3) func randomNewsMovesNothingInAList(shape: Int) {
    var random = SplitMix(seed: UInt64(610 + shape))
    func int(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &random) }
    for round in 0..<12 {
      var server = Server(posts: other((1...int(40...220)).reversed()))
      var (newest, late) = (server.posts.count, 10_000)
      let (width, isSpoken) = Self.shapes[shape]
      var walk = Walk(server.page(after: nil, limit: 50), width: width, height: 30)
      walk.state.isSpoken = isSpoken
      var gone: Set<Post.ID> = []
      for step in 0..<25 {
        let words = "round \(round), step \(step)"
        let keys: [Key] = [.down, .up, .pageDown, .end, .home, .enter, .down]
        for _ in 0..<int(0...6) { server.answer(walk.press(keys[int(0...6)]), &walk) }
        switch int(1...4) {
        case 1: break
        case 2:
          for _ in 0..<int(1...5) {
            late += 1
            server.posts.insert(contentsOf: other([late]), at: int(0...server.posts.count))
          }
        case 3:
          for _ in 0..<int(1...3) where server.posts.count > 1 {
            let post = server.posts.remove(at: int(0...(server.posts.count - 1)))
            if [walk.selected, walk.position.expandedID].contains(post.id) {
              server.posts.insert(post, at: 0)
            } else {
              gone.insert(post.id)
            }
          }
        default:
          let count = int(1...130)
          server.posts.insert(contentsOf: other((newest + 1...newest + count).reversed()), at: 0)
          newest += count
        }
        expectNothingMoves(&walk, words, gone: gone) { walk in
          server.answer(walk.state.lists.reloadRoot(.posts), &walk)
        }
        let first = server.page(after: nil, limit: 50).map(\.id)
        #expect(Array(walk.ids.prefix(first.count)) == first, "\(words)")
      }
    }
  }

  /// A thread with some replies, in reading order.
  private func thread(_ count: Int, _ int: (ClosedRange<Int>) -> Int) -> [Post] {
    var posts = [reply(11, below: 10)]
    for id in 12..<(12 + count) { add(id, to: &posts, int) }
    return posts
  }

  private func reply(_ id: Int, below parent: Int) -> Post {
    var post = Conversation.post(id, below: parent, "Reply \(id).", by: "Ben")
    post.childCount = 0
    return post
  }

  /// Adds a reply to any post, as the last one below it.
  private func add(_ id: Int, to posts: inout [Post], _ int: (ClosedRange<Int>) -> Int) {
    let place = int(-1...(posts.count - 1))
    guard place >= 0 else { return posts.append(reply(id, below: 10)) }
    var branch: Set<Post.ID> = [posts[place].id]
    var end = place + 1
    while end < posts.count, let parent = posts[end].parentID, branch.contains(parent) {
      branch.insert(posts[end].id)
      end += 1
    }
    posts.insert(reply(id, below: posts[place].id), at: end)
  }

  @Test(arguments: 0..<3) func randomNewsMovesNothingInAThread(shape: Int) {
    var random = SplitMix(seed: UInt64(620 + shape))
    let (width, isSpoken) = Self.shapes[shape]
    for round in 0..<12 {
      var source = random
      func int(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &source) }
      var server = Server(posts: thread(int(5...120), int), pageLength: 30)
      var newest = 1_000
      var walk = Walk([Conversation.parent], width: width, height: 30)
      (walk.state.lists.chosenView, walk.state.isSpoken) = (.thread, isSpoken)
      server.answer(walk.press(.right), &walk)
      for step in 0..<25 {
        let keys: [Key] = [.down, .up, .pageDown, .end, .home, .enter, .down]
        for _ in 0..<int(0...6) { server.answer(walk.press(keys[int(0...6)]), &walk) }
        for _ in 0..<int(0...50) {
          newest += 1
          add(newest, to: &server.posts, int)
        }
        let words = "round \(round), step \(step)"
        expectNothingMoves(&walk, words) { walk in
          let level = walk.state.current.navigator.current
          server.answer([.list(walk.state.lists.request(for: level))], &walk)
        }
        let known = Set(walk.ids)
        let order = [10] + server.posts.map(\.id)
        #expect(walk.ids == order.filter(known.contains), "\(words)")
      }
      random = source
    }
  }
}
