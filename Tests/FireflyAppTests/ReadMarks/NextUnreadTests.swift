import FireflyCore
import FireflyModel
import FireflyScreen
import Foundation
import Testing

@testable import FireflyApp

/// What the key for the next unread post visits is what is counted, in every list.
@Suite struct NextUnreadTests {
  private static let now = 1_763_208_000.0

  private static func post(
    _ id: Int, parent: Int? = nil, children: Int? = nil, by email: String = "ben"
  )
    -> Post
  {
    var post = Post.numbered(id, children: children, email: email + "@example.org")
    post.parentID = parent
    post.createdAt = Date(timeIntervalSince1970: now + Double(id))
    return post
  }

  /// Ada's post 5 with new replies 11 and 12, 13 below an old post of Ben's, 14 at the top level, and Ada's
  /// own 15.
  private static let new = [
    UnreadPost(id: 11, parent: 5), UnreadPost(id: 12, parent: 11), UnreadPost(id: 13, parent: 6),
    UnreadPost(id: 14, parent: nil),
  ]

  private func walk(_ posts: [Post], _ audience: Audience = .everyone) -> Walk {
    var walk = Walk()
    var marks = ReadMarks(since: 0)
    marks.apply(.firstContact(highest: 10))
    walk.state.setReadMarks(marks)
    walk.state.lists[.posts].audience = audience
    walk.send(.started(at: nil))
    walk.answer(Walk.posts, posts)
    walk.perform(.readMarks(.newPostsFound(Self.new)))
    walk.state.readMarks.isTold = nil
    return walk
  }

  /// Presses the key until there is no more; each post that it goes to is read at once.
  private func visited(_ walk: inout Walk, _ count: Int = 30) -> [Post.ID] {
    var visited: [Post.ID] = []
    for _ in 0..<count {
      let effects = walk.press(.character("N"))
      var target: Post.ID?
      for case .list(.loadPath(let id)) in effects { target = id }
      (walk.state.lists.awaitedPath, walk.state.lists.selectsPathEnd) = (nil, false)
      if target == nil {
        if walk.text.contains("Nothing new here") { break }
        target = walk.selected
      }
      guard let target, !visited.contains(target) else { break }
      visited.append(target)
      walk.state.readMarks.index.remove(target)
    }
    return visited.sorted()
  }

  /// However often the key was pressed, `u` leads to where the user was before; from where they went on
  /// themselves, there first.
  @Test(arguments: [1, 3]) func theUndoKeyLeadsBack(times: Int) {
    var walk = Walk()
    var marks = ReadMarks(since: 0)
    marks.apply(.firstContact(highest: 10))
    walk.state.setReadMarks(marks)
    walk.send(.started(at: nil))
    walk.answer(Walk.posts, (1...30).reversed().map { Self.post($0) })
    walk.press(.end, .up)
    let (selected, position) = (walk.selected, walk.position)
    for _ in 0..<times { walk.press(.character("N")) }
    let led = walk.selected
    #expect(led == 31 - times)
    walk.press(.down, .down)
    let other = walk.selected
    walk.press(.character("N"), .character("u"))
    #expect(walk.selected == other)
    #expect(walk.state.note?.text == "You are back.")
    walk.press(.character("u"))
    #expect(walk.selected == selected)
    #expect(walk.position == position)
  }

  /// The lists, and what is new in each.
  private enum Place: CaseIterable {
    case everyone, mine, threads, searches, cards, thread, results, profile, answers
  }

  @Test(arguments: Place.allCases.map { "\($0)" })
  func whatIsCountedIsWhatIsVisited(name: String) throws {
    let place = try #require(Place.allCases.first { "\($0)" == name })
    let own = Self.post(5, children: 1, by: "ada")
    let other = Self.post(6, children: 1)
    let fresh = Self.post(15, by: "ada")
    let all = [
      fresh, Self.post(14), Self.post(13, parent: 6), Self.post(12, parent: 11), other,
    ]
    var expected = [11, 12, 13, 14]
    var walk: Walk
    switch place {
    case .everyone: walk = self.walk(all)
    case .mine: walk = self.walk([own], .mine)
    case .threads: walk = self.walk([Self.post(14), own, other], .threads)
    case .searches:
      walk = self.walk(all)
      walk.press(.function(2))
      expected = []
    case .cards, .thread:
      walk = self.walk([own])
      walk.state.lists.chosenView = place == .cards ? .cards : .thread
      walk.press(.right)
      let deep = place == .thread ? [Self.post(12, parent: 11)] : []
      walk.answer(walk.level, [Self.post(11, parent: 5, children: 1)] + deep)
      expected = [11, 12]
    case .results:
      var query = Post.numbered(3, template: .query)
      query.summary = "words"
      walk = self.walk([query] + all)
      walk.press(.end, .home)
      walk.press(.right)
      walk.answer(walk.level, [other, Self.post(14)])
      expected = [13, 14]
    case .profile:
      walk = self.walk(all)
      walk.press(.down, .character("p"))
      walk.answer(walk.level, [Self.post(14), Self.post(13, parent: 6)])
      expected = [13, 14]
    case .answers:
      walk = self.walk(all)
      walk.press(.character("A"))
      walk.answer(walk.level, [Self.post(12, parent: 11), Self.post(11, parent: 5, children: 1)])
      expected = [11, 12]
    }
    #expect(walk.reading.unreadCount == expected.count, "\(walk.text)")
    #expect(visited(&walk, expected.count) == expected, "\(walk.text)")
    #expect(walk.reading.unreadCount == 0)
    // Then it goes on above.
    #expect(visited(&walk).count == (place == .searches ? 0 : 4 - expected.count))
  }

  @Test func ownPostsCountOnlyIfTheyWereMarked() {
    let own = Self.post(15, by: "ada")
    var walk = walk([own])
    #expect(!walk.state.readMarks.index.posts.contains(15))
    walk.press(.character("U"))
    #expect(walk.reading.unreadCount == 5)
    // It is where the user is already.
    #expect(visited(&walk) == [11, 12, 13, 14, 15])
    walk = self.walk([own])
    walk.state.readMarks.index.removeAll()
    walk.press(.character("U"), .character("N"))
    #expect(walk.text.contains("Nothing else is new."), "\(walk.text)")
  }

  /// The new post of someone else is at the top level; "my posts" don't have it.
  @Test func aTopLevelPostIsShownAloneIfTheListIsAnothers() {
    var walk = walk([Self.post(5, by: "ada")], .mine)
    walk.state.readMarks.index.removeAll()
    walk.perform(.readMarks(.newPostsFound([UnreadPost(id: 14, parent: nil)])))
    #expect(walk.press(.character("N")) == [.list(.loadPath(to: 14))])
    let effects = walk.perform(.list(.pathResponse(.success([Self.post(14)]))))
    #expect(walk.text.contains("post 14"))
    #expect(effects.contains(.list(.loadBranch(of: 14, level: walk.level))))
    walk.answer(walk.level, [])
    #expect(walk.selected == 14)
    #expect(walk.text.contains("Some words."))
    walk.wait(1.1)
    walk.wait(1.1)
    #expect(walk.reading.unreadCount == 0)
    walk.press(.left)
    #expect(walk.selected == 5)
    walk.press(.character("N"))
    #expect(walk.text.contains("Nothing new here."))
  }

  /// On a level to which the key has led it goes on to the next new post, wherever that is.
  @Test func fromWhereItHasLedItGoesOn() {
    var walk = walk([Self.post(5, by: "ada")], .mine)
    walk.state.readMarks.index.removeAll()
    walk.perform(
      .readMarks(
        .newPostsFound([
          UnreadPost(id: 24, parent: nil), UnreadPost(id: 23, parent: nil),
          UnreadPost(id: 22, parent: 7), UnreadPost(id: 21, parent: 7),
        ])))
    #expect(walk.press(.character("N")) == [.list(.loadPath(to: 24))])
    walk.perform(.list(.pathResponse(.success([Self.post(24)]))))
    walk.answer(walk.level, [])
    #expect(walk.press(.character("N")).contains(.list(.loadPath(to: 23))))
    walk.perform(.list(.pathResponse(.success([Self.post(23)]))))
    walk.answer(walk.level, [])
    // Of a thread with several new replies, the first in reading order.
    let effects = walk.press(.character("N"))
    #expect(
      effects.contains { if case .readMarks(.findOrder(below: 7, _)) = $0 { true } else { false } },
      "\(effects)")
    #expect(
      walk.perform(.readMarks(.orderFound(below: 7, [21, 22]))) == [.list(.loadPath(to: 21))])
    #expect(!walk.text.contains("Nothing else is new"))
  }

  @Test func aTopLevelPostOfTheListIsSelectedInIt() {
    var walk = walk([Self.post(6), Self.post(5, by: "ada")])
    walk.state.lists.selectsPathEnd = true
    walk.perform(.list(.pathResponse(.success([Self.post(6)]))))
    #expect(walk.selected == 6)
    #expect(walk.state.current.navigator.depth == 0)
  }

  @Test func theBranchOfTheSelectedCardComesFirst() {
    var walk = walk([
      Self.post(14), Self.post(6, children: 1), Self.post(5, children: 1, by: "ada"),
    ])
    walk.press(.end)
    #expect(walk.press(.character("N")) == [.list(.loadPath(to: 12))])
  }

  @Test func inTheOtherTabsItSaysWhereToGo() {
    var walk = walk([Self.post(14)])
    walk.press(.function(2))
    walk.press(.character("N"))
    #expect(walk.text.contains("Nothing new here. F1, then N: 4 more there."))
  }

  // MARK: Sources

  @Test func aStoryCountsWhatItsTreeHasThatIsNew() {
    var walk = Walk(email: "reader")
    walk.state.site = Site(
      .reading, name: "Hacker News", lists: ["front page", "newest"], as: walk.state.account)
    var marks = ReadMarks(since: Self.now - 50)
    marks.apply(.story(1, .init(since: Self.now - 20, count: 2)))
    walk.state.setReadMarks(marks)
    walk.send(.started(at: nil))
    var story = Post(
      id: 1, title: "story", body: "https://example.org/", authorEmail: "ada", childCount: 9)
    story.state(author: "ada", replies: 9)
    walk.answer(Walk.posts, [story])
    #expect(walk.reading.unreadCount == 7)
    func reply(_ id: Int, at time: Double) -> Post {
      Post(
        id: id, parentID: 1, title: "", summary: "reply \(id)", body: "reply \(id)",
        createdAt: Date(timeIntervalSince1970: Self.now + time), authorEmail: "ben")
    }
    walk.press(.right)
    // Of the nine, four were deleted; three are new.
    let replies = [reply(11, at: -90), reply(12, at: -5), reply(13, at: -4), reply(14, at: -3)]
    walk.answer(walk.level, replies)
    #expect(walk.reading.unreadCount == 3)
    #expect(visited(&walk) == [12, 13, 14])
    walk.press(.left)
    #expect(!walk.text.contains("7 new"))
  }
}
