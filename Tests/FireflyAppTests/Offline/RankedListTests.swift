import FireflyCore
import FireflyModel
import FireflyScreen
import Testing

@testable import FireflyApp

/// A list that its place ranks begins at its top, hours after it was left; `u` leads back.
@Suite struct RankedListTests {
  private static let stories = (1...30).map { Post.numbered($0, children: 2) }

  private func walk(hours: Double = 0) -> Walk {
    var walk = Walk()
    walk.now += hours * 3_600
    walk.state.site = Site(
      .reading, name: "Hacker News", lists: ["front page", "newest"], ranked: ["front page"],
      as: walk.state.account)
    return walk
  }

  private func left(_ keys: [Key], in list: FirstAudience = .everyone) -> SavedPositions {
    var walk = walk()
    walk.state.begin(.posts, with: list)
    walk.send(.started(at: nil))
    walk.answer(Walk.posts, Self.stories)
    for key in keys { walk.press(key) }
    return walk.reading.savedPositions
  }

  /// A run that begins some hours after a list was left.
  private func again(
    _ places: SavedPositions, hours: Double, in list: FirstAudience = .everyone
  ) -> Walk {
    var walk = walk(hours: hours)
    walk.state.begin(.posts, with: list)
    walk.state.begin(
      at: places, density: nil, view: nil, threads: ThreadPlaces(), walk.reading.date)
    walk.send(.started(at: nil))
    walk.answer(Walk.posts, Self.stories)
    return walk
  }

  private static let inThread: [Key] = [.down, .down, .right]

  @Test func afterFourHoursItBeginsAtItsTop() {
    let places = left(Self.inThread)
    var walk = again(places, hours: 4)
    #expect(walk.state.current.navigator.depth == 0 && walk.selected == 1)
    #expect(
      walk.text.contains("The list begins at its top. u leads back to where you were."),
      "\(walk.text)")
    let effects = walk.press(.character("u"))
    #expect(effects.contains(.list(.loadBranch(of: 3, level: walk.level))), "\(effects)")
    #expect(walk.state.current.navigator.depth == 1)
    // That was the only step.
    walk.press(.character("u"))
    #expect(walk.text.contains("There is nothing to undo."))
    walk.press(.left)
    #expect(walk.selected == 3)
  }

  @Test func anOpenStoryIsOpenedAgain() {
    let places = left([.down, .down, .down, .enter])
    var walk = again(places, hours: 9)
    #expect(walk.selected == 1 && walk.position.expandedID == nil)
    walk.press(.character("u"))
    #expect(walk.selected == 4 && walk.position.expandedID == 4)
  }

  /// A story further down than the first page is asked for, and so is one before the list has come.
  @Test(arguments: [false, true]) func aStoryThatHasNotComeIsAskedFor(hasCome: Bool) {
    let stories = (1...100).map { Post.numbered($0, children: 2) }
    var before = walk()
    before.send(.started(at: nil))
    before.answer(Walk.posts, stories)
    for _ in 1...69 { before.press(.down) }
    before.press(.enter)
    var walk = walk(hours: 9)
    walk.state.begin(
      at: before.reading.savedPositions, density: nil, view: nil, threads: ThreadPlaces(),
      walk.reading.date)
    walk.send(.started(at: nil))
    if hasCome { walk.answer(Walk.posts, Array(stories[..<50])) }
    let effects = walk.press(.character("u"))
    #expect(
      effects.contains(.list(.loadRoot(level: Walk.posts, .everyone, limit: 79))), "\(effects)")
    #expect(!walk.text.contains("no longer"))
    walk.answer(Walk.posts, Array(stories[..<79]))
    #expect(walk.selected == 70 && walk.position.expandedID == 70)
    // It is said if it has not come at last.
    walk.state.moving.undo.record(
      .begunAtTop(before.reading.savedPositions.paths["posts"]!, in: .everyone))
    walk.answer(Walk.posts, Array(stories[..<50]))
    walk.press(.character("u"))
    walk.answer(Walk.posts, Array(stories[..<50]))
    #expect(walk.selected == 70 || walk.text.contains("That post is no longer in this list."))
  }

  /// A list of fifty that was on its way when the user went back is not the one that is needed.
  @Test func theFirstPageOnItsWayIsGivenUp() {
    let stories = (1...100).map { Post.numbered($0, children: 2) }
    var before = walk()
    before.send(.started(at: nil))
    before.answer(Walk.posts, stories)
    for _ in 1...69 { before.press(.down) }
    before.press(.right)
    var walk = walk(hours: 9)
    walk.state.begin(
      at: before.reading.savedPositions, density: nil, view: nil, threads: ThreadPlaces(),
      walk.reading.date)
    walk.send(.started(at: nil))
    #expect(walk.press(.character("u")).contains(.cancelLevel(Walk.posts)))
    walk.answer(walk.level, [.numbered(200)])
    let effects = walk.press(.left, .left)
    #expect(
      effects.contains(.list(.loadRoot(level: Walk.posts, .everyone, limit: 79))), "\(effects)")
    walk.answer(Walk.posts, Array(stories[..<79]))
    #expect(walk.selected == 70)
  }

  /// In another list, nothing is missed there, and the key leads back to the list where one was.
  @Test func fromAnotherListItLeadsToTheOneWhereOneWas() {
    var walk = again(left([.down, .down, .enter]), hours: 9)
    walk.press(.character("a"))
    walk.answer(Walk.posts, Post.numbered([50, 51]))
    let effects = walk.press(.character("u"))
    #expect(effects.contains(.list(.storeAudience(.posts, .everyone))), "\(effects)")
    #expect(walk.state.current.audience == .everyone)
    // It has not come yet when the user goes on to the other list.
    walk.press(.character("a"))
    walk.answer(Walk.posts, Post.numbered([50, 51]))
    #expect(!walk.text.contains("no longer"), "\(walk.text)")
  }

  @Test func aStoryThatIsGoneIsSaid() {
    let places = left([.down, .enter])
    var walk = again(places, hours: 9)
    walk.answer(Walk.posts, Post.numbered([50, 51]))
    walk.press(.character("u"))
    #expect(walk.text.contains("That post is no longer in this list.") && walk.selected == 50)
  }

  @Test(arguments: [FirstAudience.everyone, FirstAudience(.second)])
  func soonerItIsWhereOneWas(list: FirstAudience) {
    let walk = again(left(Self.inThread, in: list), hours: 3.9, in: list)
    #expect(walk.state.current.navigator.depth == 1)
    #expect(walk.state.current.audience == list.shown)
    #expect(!walk.text.contains("u leads back"))
  }

  /// A list by time is where one was, also beside one that its place ranks.
  @Test(arguments: [[.down, .down], inThread]) func aListByTimeIsWhereOneWas(keys: [Key]) {
    let newest = FirstAudience(.second)
    let walk = again(left(keys, in: newest), hours: 9, in: newest)
    #expect(walk.state.current.audience == .second)
    #expect(walk.state.current.navigator.depth == (keys == Self.inThread ? 1 : 0))
    #expect(walk.state.current.navigator.root.position.selectedID == 3)
    #expect(!walk.text.contains("begins at its top"), "\(walk.text)")
  }

  /// What stands in for a ranked list, because the place has none, is by time.
  @Test func aListInPlaceOfARankedOneIsWhereOneWas() {
    var before = walk()
    before.send(.started(at: nil))
    before.answer(Walk.posts, Self.stories)
    before.state.lists[Walk.posts]?.standIn = "local · trends only for accounts"
    before.press(.down, .down)
    let walk = again(before.reading.savedPositions, hours: 9)
    #expect(walk.selected == 3 && !walk.text.contains("begins at its top"), "\(walk.text)")
  }

  /// A row that needed no scrolling is a place, too.
  @Test func aClosedStoryFurtherDownIsLedBackTo() {
    var walk = again(left([.down, .down]), hours: 9)
    #expect(walk.selected == 1)
    #expect(walk.text.contains("The list begins at its top. u leads back to where you were."))
    walk.press(.character("u"))
    #expect(walk.selected == 3 && walk.position.expandedID == nil)
    // Who was at the top misses nothing.
    walk = again(left([]), hours: 9)
    #expect(!walk.text.contains("begins at its top"), "\(walk.text)")
  }

  @Test func aPlaceThatRanksNothingIsWhereOneWas() {
    var walk = again(left(Self.inThread), hours: 0)
    walk.state = AppState(size: walk.state.size, abilities: walk.state.abilities)
    walk.state.site = Site(
      .reading, name: "Notes", lists: ["newest", "oldest"], as: walk.state.account)
    walk.state.begin(
      at: left(Self.inThread), density: nil, view: nil, threads: ThreadPlaces(),
      walk.reading.date + 90_000)
    #expect(walk.state.current.navigator.depth == 1)
  }

  @Test func whoWasAtTheTopIsToldNothing() {
    let walk = again(left([.function(2)]), hours: 9)
    #expect(walk.state.explorer == .searches)
    #expect(!walk.text.contains("u leads back"))
  }
}
