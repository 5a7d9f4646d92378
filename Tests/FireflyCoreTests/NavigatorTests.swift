import FireflyCore
import SeededRandom
import Testing

@Suite("Navigator")
struct NavigatorTests {
  typealias Position = Navigator.ListPosition

  @Test
  func thePathIsAStackDownDownBackBackAndNoFurther() {
    var navigator = Navigator()
    #expect(navigator.depth == 0)
    #expect(navigator.current.destination == nil)
    navigator.push(.children(of: 6))
    navigator.push(.results(query: 7))
    #expect(navigator.depth == 2)
    #expect(navigator.path.map(\.destination) == [.children(of: 6), .results(query: 7)])
    #expect(navigator.current.destination == .results(query: 7))
    #expect(navigator.levels.map(\.destination) == [nil, .children(of: 6), .results(query: 7)])
    #expect(navigator.pop()?.destination == .results(query: 7))
    #expect(navigator.pop()?.destination == .children(of: 6))
    #expect(navigator.pop() == nil)
    #expect(navigator.depth == 0)
  }

  @Test
  func goingBackFindsEveryLevelAsItWasLeft() {
    var random = SplitMix(seed: 3)
    for _ in 0..<100 {
      var navigator = Navigator()
      var left: [Position] = []
      for id in 1...Int.random(in: 1...9, using: &random) {
        let position = Position(
          selectedID: Int.random(in: 1...99, using: &random),
          scroll: Double.random(in: 0...10_000, using: &random),
          expandedID: Bool.random(using: &random) ? id : nil)
        navigator.current.position = position
        left.append(position)
        navigator.push(.children(of: id))
        #expect(navigator.current.position == Position())
      }
      while let position = left.popLast() {
        navigator.pop()
        #expect(navigator.current.position == position)
      }
    }
  }

  /// In a cycle the same destination can be on the path twice, each with its place.
  @Test
  func inACycleTheSameDestinationCanBeOnThePathTwice() {
    var navigator = Navigator()
    let first = navigator.push(.children(of: 6))
    navigator.current.position.scroll = 100
    navigator.push(.children(of: 7))
    let second = navigator.push(.children(of: 6))
    #expect(first != second)
    navigator.current.position.scroll = 900
    #expect(navigator.level(first)?.position.scroll == 100)
    #expect(navigator.level(second)?.position.scroll == 900)
    navigator.updatePosition(of: first) { $0.selectedID = 5 }
    #expect(navigator.level(first)?.position.selectedID == 5)
    #expect(navigator.level(second)?.position.selectedID == nil)
  }

  @Test
  func numbersAreNeverGivenTwiceAlsoAfterGoingBack() {
    var navigator = Navigator(.users)
    #expect(navigator.root.id == LevelID(.users))
    var seen: Set = [navigator.root.id]
    for _ in 0..<5 {
      for id in 1...3 { #expect(seen.insert(navigator.push(.children(of: id))).inserted) }
      navigator.popToRoot()
    }
    #expect(seen == Set((0...15).map { LevelID(.users, $0) }))
  }

  @Test
  func toTheRootAllLevelsAreLeftAndTheRootsPlaceIsKept() {
    var navigator = Navigator()
    navigator.current.position.scroll = 250
    navigator.push(.children(of: 1))
    navigator.push(.profile(email: "ada@example.org"))
    let left = navigator.popToRoot()
    #expect(left.map(\.destination) == [.children(of: 1), .profile(email: "ada@example.org")])
    #expect(navigator.depth == 0)
    #expect(navigator.current.position.scroll == 250)
    #expect(navigator.popToRoot().isEmpty)
  }

  @Test(arguments: -1...4)
  func upToAnyDepthWhatIsBelowIsLeftTheDeepestLast(depth: Int) {
    var navigator = Navigator()
    let levels = (1...3).map { navigator.push(.children(of: $0)) }
    let kept = min(3, max(0, depth))
    #expect(navigator.pop(to: depth).map(\.id) == Array(levels.dropFirst(kept)))
    #expect(navigator.path.map(\.id) == Array(levels.prefix(kept)))
  }

  /// A level that was left is not there, and changing its place changes nothing.
  @Test
  func aLevelThatWasLeftIsNotThere() {
    var navigator = Navigator()
    let level = navigator.push(.children(of: 1))
    navigator.pop()
    let before = navigator
    #expect(navigator.level(level) == nil)
    navigator.updatePosition(of: level) { $0.scroll = 1 }
    #expect(navigator == before)
    navigator.updatePosition(of: navigator.root.id) { $0.scroll = 1 }
    #expect(navigator.root.position.scroll == 1)
  }
}
