import FireflyCore
import FireflyModel
import FireflyScreen
import Foundation
import Testing

@testable import FireflyApp

/// With the key for the next unread post alone all that is new is read, a key for each post, wherever one
/// begins.
@Suite struct EveryNewPostTests {
  /// A server: posts by their numbers, which answers what a walk asks for.
  private struct Server {
    var posts: [Post.ID: Post] = [:]

    /// Threads of mails: ten old ones, half of them the user's own, with new answers on three levels, and four
    /// new ones with answers.
    init() {
      for id in 1...10 { add(id, below: nil, by: id % 2 == 0 ? "ada" : "ben") }
      for id in 1...10 { add(10 + id, below: id) }
      var id = 100
      for thread in 1...10 {
        for step in 0..<(thread % 5) {
          id += 1
          add(id, below: step == 0 ? thread : step == 1 ? thread + 10 : id - 1)
        }
      }
      for _ in 1...4 {
        add(id + 1, below: nil)
        add(id + 2, below: id + 1)
        id += 2
      }
    }

    mutating func add(_ id: Post.ID, below parent: Post.ID?, by name: String = "ben") {
      var post = Post.numbered(id, email: name + "@example.org")
      post.parentID = parent
      if parent != nil { (post.title, post.summary) = ("", "") }
      post.body = "Words of \(id)."
      posts[id] = post
      guard let parent else { return }
      let count = posts[parent]?.childCount ?? 0
      posts[parent]?.childCount = count + 1
    }

    func children(_ id: Post.ID?) -> [Post] {
      posts.values.filter { $0.parentID == id }.sorted { $0.id < $1.id }
    }

    func branch(_ id: Post.ID) -> [Post] { children(id).flatMap { [$0] + branch($0.id) } }

    func path(_ id: Post.ID) -> [Post] {
      guard let post = posts[id] else { return [] }
      return (post.parentID.map(path) ?? []) + [post]
    }

    /// Answers what a walk asks for, and what follows from that.
    func answer(_ effects: [Effect], _ walk: inout Walk) {
      for effect in effects {
        var action: Action?
        switch effect {
        case .list(.loadPath(let id)): action = .list(.pathResponse(.success(path(id))))
        case .list(.loadChildren(let id, let level)): action = page(children(id), level)
        case .list(.loadBranch(let id, let level, nil, _)): action = page(branch(id), level)
        case .list(.loadReplies(let id, let level)):
          action = .list(
            .repliesResponse(level: level, to: id, .success(PostPage(posts: branch(id)))))
        case .list(.loadThreads(let level, nil)): action = page(children(nil), level)
        case .list(.loadRoot(let level, let list, nil, _)) where level.explorer == .posts:
          let all = posts.values.sorted { $0.id > $1.id }
          action = page(all.filter { list != .mine || $0.isOwned(by: "ada@example.org") }, level)
        case .readMarks(.findReplies(let story, let level)):
          action = .readMarks(.repliesFound(branch(story), level: level))
        case .readMarks(.findOrder(let top, _)):
          action = .readMarks(.orderFound(below: top, branch(top).map(\.id)))
        default: break
        }
        if let action { answer(walk.perform(action), &walk) }
      }
    }

    private func page(_ posts: [Post], _ level: LevelID) -> Action {
      .list(.postsResponse(level: level, .success(PostPage(posts: posts))))
    }

    /// A walk that begins at a list of the server.
    func walk(_ audience: Audience, _ view: RepliesView, _ density: Density) -> Walk {
      var walk = Walk()
      var marks = ReadMarks(since: 0)
      marks.apply(.firstContact(highest: 100))
      walk.state.setReadMarks(marks)
      walk.state.lists[.posts].audience = audience
      (walk.state.lists.chosenView, walk.state.lists.chosenDensity) = (view, density)
      answer(walk.send(.started(at: nil)), &walk)
      let new = posts.values.filter { $0.id > 100 }.map {
        UnreadPost(id: $0.id, parent: $0.parentID)
      }
      answer(walk.perform(.readMarks(.newPostsFound(new))), &walk)
      return walk
    }
  }

  private static let places = [Audience.everyone, .mine, .threads].flatMap { audience in
    [RepliesView.cards, .thread].flatMap { view in
      [Density.cards, .compact, .lines].map { (audience, view, $0) }
    }
  }

  private func unread(_ walk: Walk) -> Set<Post.ID> { walk.state.readMarks.index.posts }

  @Test(arguments: places.indices)
  func aKeyForEach(place: Int) {
    let (audience, view, density) = Self.places[place]
    let server = Server()
    var walk = server.walk(audience, view, density)
    let count = unread(walk).count
    #expect(count == 28 && walk.reading.unreadCount == count)
    for key in 1...count {
      server.answer(walk.press(.character("N")), &walk)
      walk.wait(0.1)
      walk.wait(1.1)
      #expect(
        unread(walk).count == count - key,
        "key \(key) at \(walk.state.current.navigator.path.count):\n\(walk.text)")
      guard unread(walk).count == count - key else { return }
    }
    server.answer(walk.press(.character("N")), &walk)
    #expect(walk.text.contains("Nothing new here."), "\(walk.text)")
  }

  /// Whoever presses faster than a second goes on, too.
  @Test(arguments: places.indices)
  func asFastAsOnePresses(place: Int) {
    let (audience, view, density) = Self.places[place]
    let server = Server()
    var walk = server.walk(audience, view, density)
    for _ in 0...28 {
      server.answer(walk.press(.character("N")), &walk)
      walk.wait(0.3)
    }
    #expect(unread(walk) == [], "\(walk.text)")
  }

  /// The way back goes on as well, from what the key has led to.
  @Test(arguments: [RepliesView.cards, .thread])
  func backAndOnAgain(view: RepliesView) {
    let server = Server()
    var walk = server.walk(.threads, view, .cards)
    for _ in 0..<60 where !unread(walk).isEmpty {
      server.answer(walk.press(.character("N")), &walk)
      walk.wait(0.3)
      server.answer(walk.press(.left), &walk)
      walk.wait(0.3)
    }
    #expect(unread(walk) == [], "\(walk.text)")
  }

  // MARK: Sources

  private static let time = 1_763_208_000.0

  /// Adds a comment with a date, in seconds from the first visit.
  private func comment(
    _ id: Post.ID, _ parent: Post.ID, at seconds: Double, in server: inout Server
  ) {
    server.add(id, below: parent)
    server.posts[id]?.createdAt = Date(timeIntervalSince1970: Self.time + seconds)
  }

  /// Stories of a source with comments on two levels.
  private func stories() -> Server {
    var server = Server()
    server.posts = [:]
    for story in 1...4 {
      server.add(story, below: nil)
      server.posts[story]?.body = "https://example.org/\(story)"
      server.posts[story]?.createdAt = Date(timeIntervalSince1970: Self.time - 9_000)
      for step in 0..<4 {
        let id = story * 1_000 + step
        comment(id, step < 2 ? story : id - 2, at: -600 + Double(step), in: &server)
      }
    }
    count(&server)
    return server
  }

  /// Lets the list of stories count all comments, as services do.
  private func count(_ server: inout Server) {
    for story in 1...4 {
      let count = server.branch(story).count
      server.posts[story]?.facts.replies = count
    }
  }

  private func visit(
    _ server: Server, _ view: RepliesView, _ density: Density, _ marks: ReadMarks
  )
    -> Walk
  {
    var walk = Walk(email: "reader")
    walk.state.site = Site(
      .reading, name: "Hacker News", lists: ["front page", "newest"], as: walk.state.account)
    walk.state.setReadMarks(marks)
    (walk.state.lists.chosenView, walk.state.lists.chosenDensity) = (view, density)
    walk.send(.started(at: nil))
    server.answer(walk.answer(Walk.posts, server.children(nil)), &walk)
    return walk
  }

  @Test(arguments: [RepliesView.cards, .thread], [Density.cards, .compact, .lines])
  func aKeyForEachCommentOfASource(view: RepliesView, density: Density) throws {
    var server = stories()
    var walk = visit(server, view, density, ReadMarks(since: Self.time - 60))
    #expect(walk.reading.unreadCount == 0)
    for _ in 1...3 {
      server.answer(walk.press(.right), &walk)
      server.answer(walk.press(.left, .down), &walk)
    }
    // Comments below comments: some were listed late, with dates before the visit.
    comment(5_001, 1_001, at: 300, in: &server)
    comment(5_002, 1_003, at: -90, in: &server)
    comment(5_003, 1_003, at: 400, in: &server)
    comment(5_004, 3_002, at: -30, in: &server)
    comment(5_005, 4_000, at: 500, in: &server)
    count(&server)
    let marks = try #require(walk.state.readMarks.marks)
    walk = visit(server, view, density, marks)
    // The fourth story was not opened.
    #expect(walk.reading.unreadCount == 4, "\(walk.text)")
    for key in 1...4 {
      server.answer(walk.press(.character("N")), &walk)
      walk.wait(0.1)
      walk.wait(1.1)
      #expect(!walk.text.contains("Nothing new"), "key \(key):\n\(walk.text)")
    }
    server.answer(walk.press(.character("N")), &walk)
    #expect(walk.text.contains("Nothing new here."), "\(walk.text)")
    let read = try #require(walk.state.readMarks.marks)
    for id in 5_001...5_004 {
      let date = server.posts[id]?.createdAt
      #expect(!read.isUnread(id, createdAt: date, story: id == 5_004 ? 3 : 1, byDate: true))
    }
    walk = visit(server, view, density, read)
    #expect(walk.reading.unreadCount == 0, "\(walk.text)")
  }
}
