import FireflyCore
import FireflyModel
import FireflyScreen
import Foundation
import Testing

@testable import FireflyApp

/// By ear the next unread post is said whole wherever it is, and only what was said is read.
@Suite struct NextUnreadByEarTests {
  private static let words = "New words, and the last one is TIGER."

  private static func reply(_ id: Int, _ body: String = "Old words.") -> Post {
    var post = Post.numbered(id, body: body, email: "ben@example.org")
    (post.parentID, post.title, post.summary) = (5, "", "")
    return post
  }

  /// Ada's post 5 with an old reply and a new one, 11, among her own posts.
  private func walk(_ view: RepliesView) -> Walk {
    var walk = Walk()
    walk.state.isSpoken = true
    walk.state.lists.chosenView = view
    var marks = ReadMarks(since: 0)
    marks.apply(.firstContact(highest: 10))
    walk.state.setReadMarks(marks)
    walk.state.lists[.posts].audience = .mine
    walk.send(.started(at: nil))
    walk.answer(Walk.posts, [.numbered(5, children: 2)])
    walk.perform(.readMarks(.newPostsFound([UnreadPost(id: 11, parent: 5)])))
    walk.state.readMarks.isTold = nil
    return walk
  }

  /// A list that was visited before is kept, without what came since.
  @Test(arguments: [RepliesView.cards, .thread], [true, false])
  func itsTextIsSaidInAnotherList(view: RepliesView, isVisited: Bool) {
    var walk = walk(view)
    var heard = Heard()
    _ = walk.reading.sentences(since: &heard)
    heard.readsOn = true
    let effects = walk.press(.character("N"))
    #expect(effects.contains(.list(.loadPath(to: 11))), "\(effects)")
    let (top, new) = (Post.numbered(5, children: 2), Self.reply(11, Self.words))
    walk.perform(.list(.pathResponse(.success([top, new]))))
    if isVisited {
      let kept = CachedList(posts: [Self.reply(7)], time: 1_763_200_000)
      walk.perform(.list(.cachedListResponse(level: walk.level, kept)))
    }
    walk.answer(walk.level, [Self.reply(7), new])
    #expect(walk.selected == 11)
    let said = walk.reading.sentences(since: &heard)
    #expect(said.first == "In: post 5.", "\(said)")
    #expect(said.dropFirst().first?.contains(", new. Ada Linden, ") == true, "\(said)")
    #expect(heard.spoken == 11 && (view == .thread || said.last == "End of the post."), "\(said)")
    #expect(!said.contains { $0.contains("Old words.") || $0.contains("It is open.") })
  }

  /// An open post whose text was not said stays unread, and is the next one.
  @Test func whatWasNotSaidIsNotRead() throws {
    var walk = Walk([.numbered(1), .numbered(2), .numbered(3)], email: nil)
    walk.state.isSpoken = true
    walk.state.setReadMarks(ReadMarks(since: 0))
    let id = try #require(walk.selected)
    walk.state.readMarks.index.insert(id)
    walk.perform(.list(.cardPressed))
    var heard = Heard()
    // As at the start, where only its item is said.
    _ = walk.reading.sentences(since: &heard)
    #expect(heard.spoken == nil)
    walk.wait(5)
    walk.press(.down)
    walk.press(.up)
    #expect(walk.state.readMarks.index.posts == [id])
    _ = walk.reading.sentences(since: &heard)
    heard.readsOn = true
    walk.press(.character("N"))
    let said = walk.reading.sentences(since: &heard)
    #expect(said.last == "End of the post." && heard.spoken == id, "\(said)")
  }

  /// There is nothing but the title to hear.
  @Test func aPostWithoutATextIsReadByItsItem() {
    let walk = Walk([Post(id: 1, title: "only a title")], email: nil)
    var heard = Heard()
    _ = walk.reading.sentences(since: &heard)
    #expect(heard.spoken == 1)
  }
}
