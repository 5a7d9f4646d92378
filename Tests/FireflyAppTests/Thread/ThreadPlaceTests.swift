import FireflyCore
import FireflyModel
import FireflyScreen
import Foundation
import Testing

@testable import FireflyApp

/// Folds, place and view of a thread are kept.
@Suite struct ThreadPlaceTests {
  private func left() -> Walk {
    var walk = Conversation.walk(height: 40)
    walk.press(.down, .down, .down, .enter, .down)
    #expect(walk.state.list.folded == [13])
    #expect(walk.selected == 15)
    return walk
  }

  private func answer(_ walk: inout Walk) { walk.answer(walk.level, Conversation.replies) }

  @Test func byGoingBackAndIn() {
    var walk = left()
    let effects = walk.press(.character("h"), .character("h"))
    #expect(walk.state.current.navigator.depth == 0)
    #expect(effects.contains { if case .thread(.storePlaces) = $0 { true } else { false } })
    walk.press(.right)
    answer(&walk)
    #expect(walk.state.list.folded == [13])
    // The first h went to the reply above.
    #expect(walk.selected == 11)
    #expect(!walk.text.contains("Nice!"))
  }

  @Test func byTheTabs() {
    var walk = left()
    walk.press(.function(2), .function(1))
    #expect(walk.state.list.folded == [13])
    #expect(walk.selected == 15)
    // To the root and back in.
    walk.press(.function(1), .right)
    answer(&walk)
    #expect(walk.state.list.folded == [13])
    #expect(walk.selected == 15)
  }

  @Test func byCardsAndBackFromADeeperLevel() {
    var walk = left()
    walk.press(.character("v"))
    #expect(walk.state.current.navigator.depth == 2)
    #expect(!walk.state.list.isThread)
    walk.press(.character("v"))
    #expect(walk.state.current.navigator.depth == 1)
    #expect(walk.state.list.isThread)
    answer(&walk)
    #expect(walk.state.list.folded == [13])
    #expect(walk.selected == 15)
  }

  @Test func overRestarts() throws {
    let before = left()
    let data = try JSONEncoder().encode(before.reading.openThreads)
    var places = ThreadPlaces()
    places.keep(try JSONDecoder().decode([ThreadPlace].self, from: data))
    var walk = Walk(height: 40)
    walk.state.lists.chosenView = .thread
    walk.state.lists.threadPlaces = places
    _ = walk.state.lists.resume(before.reading.savedPositions, at: walk.state.site, 0)
    walk.send(.started(at: nil))
    answer(&walk)
    #expect(walk.state.list.folded == [13])
    #expect(walk.selected == 15)
  }

  /// A thread that was entered from its row is one after a restart, and the window stands where it was.
  @Test(arguments: [12, 24, 45], [0, 1, 4])
  func aThreadEnteredFromItsRowIsReadOn(height: Int, pages: Int) {
    let replies = (11...50).map { id in
      let words = (1...(id % 5 == 0 ? 300 : 20)).map { "w\(id)x\($0)" }.joined(separator: " ")
      return Conversation.post(id, below: 10, words, by: "Ben")
    }
    var walk = Walk([Conversation.parent, .numbered(5)], height: height)
    walk.press(.character("v"))
    walk.answer(walk.level, replies)
    for _ in 0..<pages { walk.press(.character(" ")) }
    var next = Walk(height: height)
    _ = next.state.lists.resume(walk.reading.savedPositions, at: next.state.site, 0)
    next.send(.started(at: nil))
    next.answer(next.level, replies)
    #expect(next.state.list.isThread)
    #expect(next.selected == walk.selected)
    #expect(next.text == walk.text)
  }

  @Test func allFoldedButOne() {
    var walk = Conversation.walk(height: 40)
    walk.press(.character("Z"), .home, .down, .enter, .left)
    walk.press(.right)
    answer(&walk)
    #expect(walk.state.list.folded == [16, 17])
  }

  @Test func aMutedReplyThatWasOpenedStaysOpen() {
    var walk = Conversation.walk(height: 40)
    walk.state.settings.muted = Muted(words: ["cost", "aunt"])
    walk.press(.left, .right)
    answer(&walk)
    #expect(walk.state.list.folded == [16])
    walk.press(.down, .character("}"), .enter, .left, .right)
    answer(&walk)
    #expect(walk.state.list.folded == [])
  }

  /// A reply that was folded stays so when its author is muted.
  @Test func aFoldedReplyOfAMutedPersonStaysFolded() {
    var walk = Conversation.walk(height: 40)
    walk.press(.down, .down, .enter)
    #expect(walk.selected == 12 && walk.state.list.folded == [12])
    walk.press(.home, .left)
    walk.state.settings.muted = Muted(people: ["cleo@example.org"])
    walk.press(.right)
    answer(&walk)
    #expect(walk.state.list.folded == [12], "\(walk.text)")
  }

  @Test func theViewOfEachThreadIsItsOwn() {
    var walk = Conversation.walk(height: 40)
    walk.state.lists.chosenView = nil
    walk.press(.character("v"))
    #expect(!walk.state.list.isThread)
    walk.press(.left)
    // Another thread is shown as a thread again, and so are all that have no view of their own.
    walk.press(.down, .right)
    walk.answer(walk.level, [Conversation.post(50, below: 5, "Hello.", by: "Ben")])
    walk.press(.character("v"))
    walk.press(.left, .up, .right)
    #expect(!walk.state.list.isThread)
  }

  @Test func aPostThatIsSoughtIsNotFolded() {
    var walk = left()
    walk.press(.function(1))
    walk.state.lists.selectsPathEnd = true
    let path = [Conversation.parent] + Conversation.replies.prefix(4)
    walk.perform(.list(.pathResponse(.success([path[0], path[4]]))))
    answer(&walk)
    #expect(walk.selected == 14)
    #expect(walk.text.contains("Nice!"))
  }

  @Test func theOldestGo() {
    var places = ThreadPlaces()
    for top in 0..<300 {
      var place = ThreadPlace(top: top)
      place.selected = top + 1
      places.keep([place])
    }
    #expect(places.places.count == 200)
    #expect(places[99] == nil)
    #expect(places[100]?.selected == 101)
    // A thread without folds, at its top, needs no room.
    places.keep([ThreadPlace(top: 100)])
    #expect(places.places.count == 199)
  }

  @Test func theKeyForTheDensitySaysWhyItDoesNothing() {
    var walk = Conversation.walk(height: 40)
    #expect(walk.press(.character("x")) == [])
    #expect(walk.text.contains("A thread shows its texts whole."))
    #expect(walk.state.lists.chosenDensity == nil)
  }

  @Test func theSelectedReplyStaysFolded() {
    var walk = Conversation.walk(height: 40)
    walk.press(.down, .down, .down, .enter)
    #expect(walk.selected == 13 && walk.state.list.folded == [13])
    walk.press(.character("v"), .character("v"))
    answer(&walk)
    #expect(walk.selected == 13)
    #expect(walk.state.list.folded == [13])
  }

  /// What leads to a reply, as the key for the next unread one, leads into the thread that the user reads.
  @Test func aPathToAReplyEndsInTheThread() {
    var walk = Conversation.walk(height: 40)
    walk.press(.left)
    #expect(walk.state.current.navigator.depth == 0)
    walk.state.lists.selectsPathEnd = true
    let path = [Conversation.parent] + Conversation.replies.prefix(4)
    walk.perform(.list(.pathResponse(.success(path))))
    answer(&walk)
    #expect(walk.state.current.navigator.depth == 1 && walk.state.list.isThread)
    #expect(walk.selected == 14)
  }
}
