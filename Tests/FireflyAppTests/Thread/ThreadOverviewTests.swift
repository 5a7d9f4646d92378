import FireflyCore
import FireflyModel
import FireflyScreen
import Testing

@testable import FireflyApp

/// Folded rows say what they hide, and stand close together.
@Suite struct ThreadOverviewTests {
  private func rows(_ walk: Walk, _ words: String) -> [Int] {
    walk.text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
      .filter { $0.element.contains(words) }.map(\.offset)
  }

  @Test func aFoldedRowSaysWhatItHides() {
    var walk = Conversation.walk(height: 40)
    var marks = ReadMarks(since: 0)
    marks.apply(.firstContact(highest: 13))
    walk.state.setReadMarks(marks)
    walk.answer(walk.level, Conversation.replies)
    walk.press(.down, .enter)
    #expect(
      walk.text.contains("▸ Ben · 3 h · 4 replies · 2 new · How bright is it? I see it from the"),
      "\(walk.text)")
    // A leaf.
    walk.press(.down, .enter)
    #expect(walk.text.contains("▸ • Eva · 3 h · What does it cost to run?"), "\(walk.text)")
  }

  @Test func whatIsMutedDoesNotSayItsWords() {
    var walk = Conversation.walk(height: 40)
    walk.state.settings.muted = Muted(words: ["cost"])
    walk.state.lists.list.checkedForFold = []
    walk.send(.timePassed)
    #expect(walk.text.contains("▸ muted: cost · 3 h"))
    #expect(!walk.text.contains("What does it cost"))
  }

  @Test func allTopRepliesFoldedAreAnOverviewInOneCard() {
    var walk = Conversation.walk(height: 40)
    walk.press(.character("Z"))
    let places = rows(walk, "▸")
    #expect(places.count == 3, "\(walk.text)")
    #expect(places == Array(places[0]..<places[0] + 3))
    #expect(!walk.text.contains("It blinks"))
    walk.press(.character("Z"))
    #expect(rows(walk, "▸") == [])
    #expect(walk.text.contains("It blinks"))
  }

  @Test func whatComesLaterIsFoldedAsAllAre() {
    var walk = Conversation.walk(height: 40)
    walk.press(.character("Z"))
    let late = Conversation.post(40, below: 10, "Late.", by: "Gil")
    walk.answer(walk.level, Conversation.replies + [late])
    #expect(walk.state.list.folded == [11, 16, 17, 40])
  }

  @Test func aClickOnTheNameFoldsAlsoALeaf() throws {
    var walk = Conversation.walk(height: 40)
    let name = try #require(walk.frame.point(of: "name-16"))
    walk.click(x: name.x + 4, y: name.y)
    #expect(walk.state.list.folded == [16])
    #expect(walk.selected == 16)
    walk.now += 2
    walk.click(x: name.x + 4, y: name.y)
    #expect(walk.state.list.folded == [])
    // A click on the text only selects.
    walk.now += 2
    let text = try #require(walk.frame.point(of: "card-17"))
    walk.click(x: text.x + 4, y: text.y + 1)
    #expect(walk.state.list.folded == [])
    #expect(walk.selected == 17)
  }
}
