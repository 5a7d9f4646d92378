import FireflyCore
import FireflyModel
import FireflyScreen
import Foundation
import Testing

@testable import FireflyApp

/// What is muted by words, by person or by a filter of the account is not new.
@Suite struct MutedNewsTests {
  private func post(_ id: Int, _ title: String = "words", by name: String = "ben") -> Post {
    var post = Post.numbered(id, body: "Some text.", email: name + "@example.org")
    (post.title, post.authorName) = (title, name)
    return post
  }

  private var posts: [Post] {
    [
      post(15, by: "cleo"), post(14, "The ferry is late"), post(13), post(12, by: "cleo"),
      post(11, "A ferry, again", by: "dan"), post(9, "An old ferry"),
    ]
  }

  private func walk(_ posts: [Post]) -> Walk {
    var walk = Walk(width: 100)
    var marks = ReadMarks(since: 0)
    marks.apply(.firstContact(highest: 10))
    walk.state.setReadMarks(marks)
    walk.send(.started(at: nil))
    walk.answer(Walk.posts, posts)
    walk.perform(.readMarks(.newPostsFound([])))
    return walk
  }

  private func unread(_ walk: Walk) -> [Int] { walk.state.readMarks.index.posts.sorted() }

  private func mute(_ walk: inout Walk, words: [String] = [], people: [String] = []) -> [Effect] {
    walk.perform(.mute(.response(.words("", isMuted: true), .success(.words(words)))))
      + walk.perform(.mute(.response(.person("", isMuted: true), .success(.people(people)))))
  }

  @Test func whatIsMutedIsNotNewUntilItIsShownAgain() {
    var walk = walk(posts)
    #expect(unread(walk) == [11, 12, 13, 14, 15])
    _ = mute(&walk, words: ["ferry"])
    #expect(unread(walk) == [12, 13, 15] && walk.row(0).contains("N 3 new"), "\(walk.text)")
    _ = mute(&walk, words: ["ferry"], people: ["cleo@example.org"])
    #expect(unread(walk) == [13])
    #expect(!walk.text.contains("• muted"), "\(walk.text)")
    // The list comes once more, and so do the numbers of all new posts.
    walk.answer(Walk.posts, posts)
    walk.perform(.readMarks(.newPostsFound(posts.map { UnreadPost(id: $0.id, parent: nil) })))
    #expect(unread(walk) == [13])
    walk.press(.character("N"))
    #expect(walk.selected == 13)
    walk.press(.character("N"))
    #expect(walk.text.contains("Nothing else is new."), "\(walk.text)")
    _ = mute(&walk, people: ["cleo@example.org"])
    #expect(unread(walk).contains(11) && unread(walk).contains(14) && !unread(walk).contains(15))
    _ = mute(&walk)
    #expect(Set(unread(walk)).isSuperset(of: [11, 12, 14, 15]))
  }

  /// Muted from the beginning, in the configuration, and by a filter.
  @Test func whatWasMutedBeforeIsNotNew() {
    var posts = posts
    posts[0].facts.service = ServiceFacts(readers: .everyone)
    posts[0].facts.service?.filter = "boats"
    var walk = Walk()
    walk.state.settings.muted = Muted(words: ["ferry"])
    var marks = ReadMarks(since: 0)
    marks.apply(.firstContact(highest: 10))
    walk.state.setReadMarks(marks)
    walk.send(.started(at: nil))
    walk.answer(Walk.posts, posts)
    #expect(unread(walk) == [12, 13])
    // Nor can it be marked so.
    walk.perform(.list(.postSelected(14)))
    walk.press(.character("U"))
    #expect(walk.text.contains("What is muted or silenced is never new."), "\(walk.text)")
    walk.press(.character("R"))
    #expect(walk.text.contains("Marked 2 posts read."), "\(walk.text)")
    var settings = walk.state.settings
    settings.muted = Muted()
    walk.perform(.settings(.changed(settings)))
    // All was read.
    #expect(unread(walk) == [])
  }

  /// Of posts that no list has, the text is asked for, once.
  @Test func theTextOfOthersIsAskedFor() {
    var walk = walk([post(13)])
    _ = mute(&walk, words: ["ferry"])
    let numbers = [20, 21, 13].map { UnreadPost(id: $0, parent: nil) }
    let asked = Effect.readMarks(.findTexts(of: [21, 20], isNews: false))
    #expect(walk.perform(.readMarks(.newPostsFound(numbers))).contains(asked))
    #expect(!walk.perform(.readMarks(.newPostsFound(numbers))).contains(asked))
    #expect(unread(walk) == [13, 20, 21])
    walk.perform(.readMarks(.textsFound([post(20, "A ferry"), post(21)], isNews: false)))
    #expect(unread(walk) == [13, 21] && walk.reading.unreadCount == 2)
    // Nor is it asked for again when the marks are read, such as each time that the terminal gets the focus.
    let marks = walk.state.readMarks.marks ?? ReadMarks(since: 0)
    #expect(!walk.perform(.readMarks(.loaded(marks))).contains(asked))
    #expect(!walk.perform(.readMarks(.newPostsFound(numbers))).contains(asked))
    #expect(unread(walk) == [13, 21])
    // Without mutes nothing is asked.
    let effects = mute(&walk)
    #expect(!effects.contains { if case .readMarks(.findTexts) = $0 { true } else { false } })
  }

  /// A post whose text comes only when the key leads there is passed over.
  @Test func theKeyPassesWhatTurnsOutToBeMuted() {
    var walk = walk([post(9)])
    _ = mute(&walk, words: ["ferry"])
    walk.perform(.readMarks(.newPostsFound([20, 21].map { UnreadPost(id: $0, parent: nil) })))
    #expect(walk.press(.character("N")).contains(.list(.loadPath(to: 21))))
    let effects = walk.perform(.list(.pathResponse(.success([post(21, "A ferry")]))))
    #expect(effects.contains(.list(.loadPath(to: 20))), "\(effects)")
  }

  /// The tab of the posts gets its dot only for what is not muted.
  @Test(arguments: [true, false]) func theTabHasNoDotForWhatIsMuted(isMuted: Bool) {
    var walk = walk(posts)
    walk.answer(Walk.users, [])
    _ = mute(&walk, words: ["ferry"])
    walk.press(.function(3))
    let event = ServerEvent.post(.init(id: 30, parent: nil, template: .post, isOwn: false))
    let effects = walk.perform(.badges(.eventsArrived([event], last: 1)))
    #expect(effects.contains(.readMarks(.findTexts(of: [30], isNews: true))), "\(effects)")
    #expect(!walk.state.badges.news.contains(.posts))
    let title = isMuted ? "A ferry" : "A boat"
    walk.perform(.readMarks(.textsFound([post(30, title)], isNews: true)))
    #expect(walk.state.badges.news.contains(.posts) == !isMuted)
  }

  /// Numbers of feeds and folders leave out entries that no list has.
  @Test func feedsCountNoMutedEntries() {
    var walk = FeedsTabTests().walk([FeedsTabTests.entry(5, of: 72)])
    #expect(walk.reading.unreadCount == 4)
    let effects = mute(&walk, words: ["ferry"])
    #expect(effects.contains(.readMarks(.findTexts(of: [4, 3, 2], isNews: false))), "\(effects)")
    var ferry = FeedsTabTests.entry(3, of: 71)
    ferry.title = "A ferry"
    let others = [2, 4].map { FeedsTabTests.entry($0, of: $0 == 4 ? 72 : 71) }
    walk.perform(.readMarks(.textsFound([ferry] + others, isNews: false)))
    #expect(walk.reading.unreadCount == 3)
    let index = walk.state.readMarks.index
    #expect(index.count(below: 70) == 1 && index.count(below: 72) == 2)
  }
}
