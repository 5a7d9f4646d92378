import FireflyCore
import FireflyModel
import FireflyScreen
import Foundation
import Testing

@testable import FireflyApp

/// A server that goes away: what is said of it, what stays, and when it is asked again.
@Suite struct AwayTests {
  private let lost = LoadFailure(.offline, "Can't reach far.example.")

  /// A walk in the results of a search.
  private func searching(width: Int = 80) -> Walk {
    var walk = Walk([], width: width)
    walk.press(.function(2))
    let search = Post(id: 7, title: "the search", createdAt: .distantPast, template: .query)
    walk.answer(Walk.searches, [search])
    walk.press(.right)
    return walk
  }

  private func posts(_ count: Int) -> [Post] {
    (1...count).map { Post(id: $0, title: "hit \($0)") }
  }

  private func keep(_ posts: [Post], in walk: inout Walk) {
    walk.perform(
      .list(
        .cachedListResponse(level: walk.level, CachedList(posts: posts, time: 1_762_351_500))))
  }

  private func find(_ page: PostPage, in walk: inout Walk) {
    walk.perform(.list(.postsResponse(level: walk.level, .success(page))))
  }

  /// The fuller list of the last time is worth more than what came before the way broke off.
  @Test func aSearchThatBreaksOffLeavesTheFullerList() {
    var walk = searching()
    keep(posts(5), in: &walk)
    let few = PostPage(
      posts: posts(2), skipped: ["a", "b", "c"], isBroken: true)
    find(few, in: &walk)
    #expect(walk.ids == [1, 2, 3, 4, 5])
    #expect(walk.row(0).contains("offline, as of 5 Nov 14:05 · 1 of 5"))
    #expect(walk.state.note?.text == "The connection was lost before the response was complete.")
    // The same with one that was told in this run.
    find(PostPage(posts: posts(4)), in: &walk)
    #expect(walk.row(0).contains("1 of 4") && !walk.row(0).contains("offline"))
    find(few, in: &walk)
    #expect(walk.ids == [1, 2, 3, 4])
    #expect(walk.row(0).contains("offline"))
    // More than was there before is taken.
    find(PostPage(posts: posts(6), skipped: ["a"], isBroken: true), in: &walk)
    #expect(walk.ids.count == 6)
    // So is less, where the server only denies some of it.
    find(PostPage(posts: posts(3), skipped: ["a"]), in: &walk)
    #expect(walk.ids.count == 3)
  }

  @Test func loadedListStaysWithoutAKeptOne() {
    var walk = searching()
    find(PostPage(posts: posts(1), isCut: true), in: &walk)
    find(PostPage(posts: posts(2), skipped: ["a"], isBroken: true), in: &walk)
    #expect(walk.ids == [1, 2])
    #expect(walk.row(0).contains("1 not loaded, r tries again · 1 of 2"))
  }

  /// What is missing of a search is said for as long as it is.
  @Test func missingResultsAreReportedUntilLoaded() {
    for width in 24...120 {
      var walk = searching(width: width)
      find(PostPage(posts: posts(3), skipped: ["a", "b"]), in: &walk)
      #expect(walk.state.note?.text.contains("2 results could not be loaded") == true)
      walk.wait(60)
      #expect(walk.state.note == nil)
      #expect(walk.row(0).contains("1 of 3"), "\(width)")
      if width < 40 { continue }
      let words = width < 60 ? "2 " : "2 not loaded, r tries again"
      #expect(walk.row(0).contains(words), "\(width)")
    }
    var walk = searching(width: 52)
    find(PostPage(posts: posts(3), skipped: ["a", "b"]), in: &walk)
    #expect(walk.row(0).contains("2 missing, r tries again · 1 of 3"))
    walk = searching()
    find(PostPage(posts: posts(3), skipped: ["a", "b"]), in: &walk)
    let asked = walk.click(x: 50, y: 0)
    #expect(asked.contains(.list(.loadResults(query: 7, level: walk.level))))
    find(PostPage(posts: posts(5)), in: &walk)
    #expect(walk.row(0).contains("1 of 5") && !walk.row(0).contains("missing"))
    find(PostPage(posts: [], skipped: ["a"]), in: &walk)
    find(PostPage(posts: [], skipped: ["a"]), in: &walk)
    #expect(walk.text.contains("Nothing found"))
    #expect(walk.text.contains("1 not loaded; r tries again."))
  }

  /// A level that was never loaded says why it isn't there, and how to go on.
  @Test func aLevelThatWasNeverLoadedSaysWhatToDo() {
    var walk = Walk([Post(id: 1, title: "above", childCount: 2)])
    walk.press(.right)
    walk.perform(.list(.postsResponse(level: walk.level, .failure(lost))))
    let text = walk.text
    #expect(text.contains("Can't reach the server"))
    #expect(text.contains("Can't reach far.example."))
    #expect(text.contains("There is no saved copy of this list."))
    #expect(text.contains("r Retry"))
    #expect(text.contains("← Back to the saved list"))
    walk.press(.left)
    #expect(walk.text.contains("above"))
    #expect(walk.row(0).contains("offline"))
    // What the server says by itself is its own affair.
    walk.press(.right)
    walk.perform(.list(.postsResponse(level: walk.level, .failure("It is broken."))))
    #expect(
      walk.text.contains("Error loading posts") && !walk.text.contains("Back to the saved list"))
  }

  /// Who moves on after a while has the server asked once; nothing is asked by itself.
  @Test(arguments: ["ada@example.org", nil]) func movingAsksWhetherItIsBack(email: String?) {
    var walk = Walk(posts(9), email: email)
    walk.perform(.list(.postsResponse(level: Walk.posts, .failure(lost))))
    walk.wait(5)
    #expect(walk.press(.down) == [])
    walk.wait(5)
    #expect(walk.press(.down) == [.moving(.loadAbilities)])
    #expect(walk.press(.down) == [])
    // No answer is told of.
    let note = walk.state.note
    #expect(walk.send(.moving(.abilitiesResponse(nil))) == [])
    #expect(walk.state.note == note)
    walk.wait(9)
    #expect(walk.press(.up) == [])
    // However long one only looks, and whatever key changes nothing.
    for _ in 1...20 {
      walk.now += 30
      #expect(walk.send(.timePassed) == [])
    }
    walk.press(.home)
    walk.wait(11)
    #expect(walk.press(.home) == [])
    #expect(walk.press(.end) == [.moving(.loadAbilities)])
    let effects = walk.send(.moving(.abilitiesResponse(ServerAbilities())))
    #expect(
      effects.contains {
        if case .list(.loadRoot(Walk.posts, _, nil, _)) = $0 { true } else { false }
      })
    walk.answer(Walk.posts, posts(9))
    #expect(!walk.row(0).contains("offline"))
    walk.wait(20)
    #expect(walk.press(.up) == [])
  }
}
