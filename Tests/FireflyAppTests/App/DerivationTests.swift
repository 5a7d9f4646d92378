import FireflyCore
import FireflyScreen
import Testing

@testable import FireflyApp

/// What follows from the state of several features is derived again only if that has changed.
@Suite struct DerivationTests {
  /// What differs from the state after the last action.
  private func changes(_ walk: Walk) throws -> Basis.Parts {
    Basis(walk.state, walk.context).changes(since: try #require(walk.state.basis))
  }

  /// The parts that an action changes.
  private func changes(_ walk: inout Walk, _ action: (inout Walk) -> Void) throws -> Basis.Parts {
    walk.send(.timePassed)
    walk.send(.timePassed)
    let before = try #require(walk.state.basis)
    action(&walk)
    return Basis(walk.state, walk.context).changes(since: before)
  }

  @Test func eachRowHasItsName() {
    let names = Derivation.table.map(\.what)
    #expect(Set(names).count == names.count)
  }

  @Test func whatIsAtRestHasNotChanged() throws {
    var walk = Walk(Post.numbered(1...40))
    #expect(try changes(&walk) { $0.wait(20) } == [])
    walk.press(.enter)
    #expect(try changes(&walk) { $0.send(.redrawPressed) } == [])
  }

  @Test func selectingChangesTheListsButNotTheirPosts() throws {
    var walk = Walk(Post.numbered(1...40))
    #expect(try changes(&walk) { $0.press(.down) } == .lists)
  }

  @Test func aLetterChangesNeitherListsNorLayout() throws {
    var walk = Walk(Post.numbered(1...4))
    walk.press(.character("n"))
    walk.type("a title")
    #expect(walk.state.focus.isWriting)
    #expect(try changes(&walk) { $0.type("x") } == [])
  }

  @Test func postsThatCameAndAMutedWordAreSeen() throws {
    var walk = Walk(Post.numbered(1...4))
    let came = try changes(&walk) { $0.answer(Walk.posts, Post.numbered(1...5)) }
    #expect(came.isSuperset(of: [.lists, .posts]))
    let size = try changes(&walk) { $0.send(.resized(Size(width: 70, height: 20))) }
    #expect(size.contains(.layout))
  }

  /// The same happens as if every row ran.
  @Test(arguments: 1...6 as ClosedRange<UInt64>)
  func whatHasNotChangedNeedsNoRow(seed: UInt64) throws {
    var world = RandomWorld(seed: seed)
    var walk = Walk(
      width: seed % 2 == 0 ? 80 : 200, height: 30, motion: seed % 3 == 0 ? .full : .none)
    walk.send(.started(at: nil))
    for step in 0..<800 {
      var whole = walk
      whole.state.basis = nil
      world.step(&walk)
      let effects = try reduce(&whole.state, #require(world.last), at: walk.now)
      guard walk.state == whole.state, effects == world.pending.suffix(effects.count) else {
        let action = String("\(world.last, default: "nothing")".prefix(300))
        Issue.record("seed \(seed), step \(step): after \(action)")
        return
      }
    }
  }
}
