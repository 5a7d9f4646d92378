import FireflyCore
import FireflyModel
import FireflyScreen
import Testing

@testable import FireflyApp

/// A place that keeps itself what is read and starred.
@Suite struct ToldMarksTests {
  private func walk(unread: [Int]) -> Walk {
    var walk = Walk(email: nil)
    walk.state.account = .signedIn(User(id: "ada", handle: "ada", name: "ada"))
    walk.state.site = Site(
      .reader, name: "rss.example", lists: ["unread", "all"], as: walk.state.account)
    var marks = ReadMarks(since: 0)
    marks.apply(.told(unread: unread))
    walk.state.setReadMarks(marks)
    walk.send(.started(at: nil))
    walk.answer(
      Walk.posts,
      (1...3).map { id in
        var post = Post.numbered(id, body: "Words.", email: "feed")
        post.facts.service = ServiceFacts()
        return post
      })
    return walk
  }

  /// All that the place says is unread counts, whether it is loaded or not; what is not is not marked.
  @Test func theWholeListIsMarkedByItsNumbers() {
    var walk = walk(unread: [2, 3, 77])
    #expect(walk.reading.unreadCount == 3)
    let effects = walk.press(.character("R"))
    #expect(
      effects.contains { effect in
        guard case .readMarks(.store(let changes)) = effect else { return false }
        return changes.first == .read([2, 3, 77])
      }, "\(effects)")
    #expect(walk.text.contains("Marked 3 entries read.") && walk.reading.unreadCount == 0)
    let undone = walk.press(.character("u"))
    #expect(undone.contains(.readMarks(.store([.unread([2, 3, 77])]))), "\(undone)")
    #expect(walk.reading.unreadCount == 3)
  }

  /// A further list, such as the starred ones, is marked alone.
  @Test func aFurtherListIsMarkedAlone() {
    var walk = walk(unread: [2, 3, 77])
    walk.state.lists.current.audience = .list(9)
    #expect(walk.reading.unreadCount == 2)
    let effects = walk.press(.character("R"))
    #expect(
      effects.contains { effect in
        guard case .readMarks(.store(let changes)) = effect else { return false }
        return changes.first == .read([3, 2]) || changes.first == .read([2, 3])
      }, "\(effects)")
  }

  @Test func whatIsReadElsewhereIsReadHere() {
    var walk = walk(unread: [1, 2, 3])
    #expect(walk.reading.unreadCount == 3)
    var marks = ReadMarks(since: 0)
    marks.apply(.told(unread: [3]))
    walk.perform(.readMarks(.changedElsewhere(marks)))
    #expect(walk.reading.unreadCount == 1)
  }

  /// Its folders are those of its feeds; the list of local feeds is not named.
  @Test(arguments: ["e", "d"]) func foldersAreNotChanged(key: Character) {
    var walk = walk(unread: [])
    walk.press(.function(3))
    var folder = Post(id: 9, title: "Sea", template: .profile)
    folder.facts.contents = FeedContents(isFolder: true, items: [])
    walk.answer(Walk.users, [folder])
    #expect(walk.text.contains("Sea"))
    walk.press(.character(key))
    #expect(!walk.text.contains("feeds.txt"), "\(walk.text)")
    #expect(walk.text.contains("feeds another folder."), "\(walk.text)")
  }

  /// What is read elsewhere changes the counts of feeds: they are asked for again.
  @Test func feedsAreCountedAgain() {
    var walk = walk(unread: [1])
    walk.press(.function(3))
    var feed = Post(id: 9, title: "Harbour notes", template: .profile)
    feed.facts.contents = FeedContents(
      isFolder: false, items: [.init(id: 1, parent: 9, arrivedAt: nil)])
    walk.answer(Walk.users, [feed])
    #expect(walk.text.contains("1 new"))
    var marks = ReadMarks(since: 0)
    marks.apply(.told(unread: []))
    let effects = walk.perform(.readMarks(.changedElsewhere(marks)))
    #expect(!walk.text.contains("1 new"))
    #expect(
      effects.contains { effect in
        guard case .list(.loadRoot(let level, _, _, _)) = effect else { return false }
        return level == Walk.users
      }, "\(effects)")
  }

  /// A list that is refused while another is on the screen names the key that helps, which signs in again.
  @Test func aRefusedAccountNamesTheWay() {
    var walk = walk(unread: [])
    walk.press(.character("r"))
    let failure = LoadFailure(.signedOut, "You are not signed in there, or no longer (401).")
    walk.perform(.list(.postsResponse(level: walk.state.lists.level, .failure(failure))))
    #expect(walk.text.contains("i signs in again."), "\(walk.text)")
    let effects = walk.press(.character("i"))
    #expect(!walk.text.contains("Signed in to"), "\(walk.text) \(effects)")
  }

  @Test func theKeyForLaterStars() {
    var walk = walk(unread: [])
    #expect(walk.press(.character("s")) == [.mark(.set(1, .star, true))])
    var starred = walk.state.list.posts[0]
    starred.facts.service?.marks = [.star]
    walk.perform(.mark(.response(1, .star, true, .success(starred))))
    #expect(walk.text.contains("starred"))
    #expect(walk.press(.character("s")) == [.mark(.set(1, .star, false))])
    // There are no other marks.
    walk.press(.character("f"))
    #expect(walk.text.contains("No favourites, boosts, bookmarks or polls here."))
  }
}
