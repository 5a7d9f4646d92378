import FireflyCore
import FireflyModel
import FireflyScreen
import Testing

@testable import FireflyApp

/// Posts that are saved for later on this machine, and their row among the saved searches.
@Suite struct LaterTests {
  private func response(_ posts: [Post], _ said: String? = nil) -> Action {
    .later(.response(.success(posts), said: said))
  }

  /// A walk with one saved search and a post that is saved for later.
  private func walk(_ searches: [Post] = [.numbered(50, template: .query)]) -> Walk {
    var walk = Walk([.numbered(1), .numbered(2)])
    walk.answer(Walk.searches, searches)
    walk.perform(response([.numbered(7, children: 2)]))
    return walk
  }

  @Test func theKeySavesAndSavesNoLonger() {
    var walk = Walk([.numbered(1, body: "https://example.org/"), .numbered(2)])
    let post = walk.state.list.posts[0]
    #expect(
      walk.press(.character("s")) == [.later(.add(post, page: "https://example.org/"))])
    // Nothing is said before it is so.
    #expect(!walk.text.contains("for later"))
    walk.perform(response([post], "Saved for later."))
    #expect(walk.text.contains("· for later") && walk.text.contains("Saved for later."))
    #expect(walk.press(.character("s")) == [.later(.remove(1))])
    walk.perform(response([], "No longer saved for later."))
    #expect(!walk.text.contains("· for later"))
    walk.perform(.later(.response(.failure("Not saved: the disk is full."), said: nil)))
    #expect(walk.text.contains("the disk is full"))
  }

  @Test(arguments: Density.allCases) func theSignIsInEveryDensity(density: Density) {
    var walk = Walk([.numbered(1), .numbered(2)])
    walk.perform(response([.numbered(2)]))
    walk.state.lists.chosenDensity = density
    #expect(walk.text.contains(density == .lines ? "★ post 2" : "for later"), "\(walk.text)")
  }

  /// On a long open card the line of the author is out of sight: the sign is at its title.
  @Test func anOpenCardHasTheSignAtItsTitle() {
    var walk = Walk([.numbered(1, body: Post.body(paragraphs: 30))])
    walk.press(.enter)
    #expect(!walk.text.contains("★"))
    walk.perform(response([.numbered(1)]))
    #expect(walk.text.contains("★ post 1"), "\(walk.text)")
  }

  @Test func theRowIsAboveTheSavedSearches() {
    var walk = walk()
    walk.press(.function(2))
    #expect(walk.ids == [Post.laterID, 50])
    #expect(walk.text.contains("saved for later") && walk.text.contains("1 post"))
    walk.press(.home)
    #expect(walk.selected == Post.laterID)
    // It stays, with the selection, when the list is loaded again.
    walk.answer(Walk.searches, [.numbered(50, template: .query), .numbered(51, template: .query)])
    #expect(walk.ids == [Post.laterID, 50, 51] && walk.selected == Post.laterID)
    walk.perform(response([]))
    #expect(walk.ids == [50, 51] && walk.selected == 50)
  }

  @Test func theRowCountsWhatThePlaceHas() {
    var walk = walk()
    walk.state.site = Site(.feeds, name: "Feeds", lists: ["all entries"], as: walk.state.account)
    walk.press(.function(2))
    #expect(walk.text.contains("1 entry") && !walk.text.contains("1 post"), "\(walk.text)")
  }

  /// Something was saved: the tab leads to it, once.
  @Test func afterSomethingWasSavedTheTabLeadsThere() {
    var walk = walk()
    walk.press(.function(2), .end)
    #expect(walk.selected == 50)
    walk.press(.function(1))
    walk.perform(response([.numbered(1), .numbered(7)], "Saved for later."))
    walk.press(.function(2))
    #expect(walk.selected == Post.laterID)
    walk.press(.end, .function(1), .function(2))
    #expect(walk.selected == 50)
  }

  @Test func withoutSearchesItIsTheOnlyRow() {
    var walk = walk([])
    walk.press(.function(2))
    #expect(walk.ids == [Post.laterID] && walk.selected == Post.laterID)
    walk.perform(response([]))
    #expect(walk.ids.isEmpty)
    #expect(walk.text.contains("No searches yet"))
  }

  /// Nothing is asked about a number that no server knows.
  @Test func itsNumberStaysHere() {
    var walk = walk()
    walk.press(.function(2), .home)
    for key in "edmotwbpsn+Ow".map(Key.character) + [.character("r")] {
      var other = walk
      for effect in other.press(key) {
        let text = "\(effect)"
        #expect(!text.contains("\(Post.laterID)") || text.contains("findPage"), "\(key.label)")
      }
      #expect(other.state.focus.isWriting == false || key == .character("n"))
    }
    // The next page begins after a search.
    let effects = walk.answer(
      Walk.searches, (100..<150).map { .numbered($0, template: .query) })
    #expect(
      effects == [.list(.loadRoot(level: Walk.searches, .everyone, before: 149, limit: 50))])
  }

  @Test func laterRowLeadsToThePosts() {
    var walk = walk()
    walk.press(.function(2), .home)
    let effects = walk.press(.right)
    let level = walk.level
    #expect(effects == [.list(.loadResults(query: Post.laterID, level: level))])
    walk.answer(level, [.numbered(7, children: 2)])
    #expect(walk.ids == [7] && walk.text.contains("❮ saved for later"))
    // They lead to their replies.
    #expect(walk.press(.right).contains(.list(.loadChildren(of: 7, level: walk.level))))
    walk.press(.left)
    #expect(walk.press(.character("s")) == [.later(.remove(7))])
  }

  @Test func theMenuOffersIt() {
    var walk = walk()
    walk.mouse(.menuPress, x: 10, y: 2)
    #expect(walk.text.contains("Save for later"))
    #expect(walk.press(.character("s")).count == 1)
  }
}
