import FireflyCore
import FireflyScreen
import Testing

@testable import FireflyApp

@Suite("Random walks")
struct RandomWalkTests {
  @Test(arguments: 1...10 as ClosedRange<UInt64>)
  func whateverHappensTheStateStaysSound(seed: UInt64) {
    var world = RandomWorld(seed: seed)
    var walk = Walk(motion: .full)
    walk.send(.started(at: seed % 2 == 0 ? 3 : nil))
    for step in 0..<2_000 {
      world.step(&walk)
      // Walking through every list at every step would take most of the time.
      if let problem = problem(walk, everywhere: step % 16 == 0) {
        let action = String("\(world.last, default: "nothing")".prefix(300))
        Issue.record("seed \(seed), step \(step): \(problem) after \(action)")
        return
      }
    }
    // And it comes to rest.
    walk.perform(.resized(Size(width: 79, height: 24)))
    walk.wait(10)
    #expect(!walk.state.isMoving(at: walk.now))
    #expect(walk.state.note == nil)
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func aFrameHasTheTerminalsSizeAtAnySize(seed: UInt64) {
    var world = RandomWorld(seed: seed)
    var walk = Walk(motion: .full, abilities: ScreenAbilities(unicode: seed != 4))
    if seed == 3 { walk.state.abilities.colors = .none }
    walk.send(.started(at: nil))
    for step in 0..<400 {
      world.step(&walk, sizes: 0...60)
      let frame = render(walk.state, at: walk.now, pictures: LetterPictures())
      guard frame.size == walk.state.size, isWhole(frame) else {
        Issue.record("seed \(seed), step \(step): a damaged frame\n\(frame.text)")
        return
      }
    }
  }

  @Test
  func everySizeFrom00To6030ShowsSomethingInEveryState() {
    var posts = (1...9).map { Post.numbered($0, children: 1, image: "/uploads/a.jpg") }
    posts[1].title = "漢字の長い題名が続く"
    var list = Walk(posts)
    list.press(.down, .enter)
    var below = list
    below.press(.right)
    var failed = below
    failed.perform(.list(.postsResponse(level: 1, .failure("Can't reach it. Try again later."))))
    var help = list
    help.press(.character("?"))
    var outline = list
    outline.press(.character("t"))
    var note = list
    note.perform(.noted("A note of some length.", isError: true))
    var find = list
    find.press(.character("/"))
    find.type("post")
    var picture = list
    picture.press(.character("z"))
    let start = Walk()
    let walks = [list, below, failed, help, outline, note, find, picture, start]
    for width in 0...60 {
      // Every width with one of the states, so that all of them meet all heights in time.
      for height in 0...30 {
        var walk = walks[(width * 31 + height) % walks.count]
        walk.send(.resized(Size(width: width, height: height)))
        let frame = render(walk.state, at: walk.now, pictures: LetterPictures())
        #expect(frame.size == Size(width: width, height: height))
        #expect(isWhole(frame))
      }
    }
  }

  /// Whether every wide glyph has its other half, and no half is alone.
  private func isWhole(_ frame: Frame) -> Bool {
    for y in 0..<frame.size.height {
      for x in 0..<frame.size.width {
        switch frame[x, y].glyph.width {
        case 2:
          guard x + 1 < frame.size.width, frame[x + 1, y].glyph.width == 0 else { return false }
        case 0:
          guard x > 0, frame[x - 1, y].glyph.width == 2 else { return false }
        default: break
        }
      }
    }
    return true
  }

  /// What is wrong with a state; nil if nothing.
  private func problem(_ walk: Walk, everywhere: Bool) -> String? {
    let state = walk.state
    for name in Explorer.allCases where everywhere || name == state.explorer {
      let explorer = state.lists[name]
      if explorer.navigator.levels.contains(where: { explorer.lists[$0.id] == nil }) {
        return "\(name): a level has no list"
      }
      let known = Set(explorer.levels.map(\.id))
      if explorer.lists.keys.contains(where: { !known.contains($0) }) {
        return "\(name): a list has no level"
      }
      let levels = explorer.navigator.levels
      for level in everywhere ? levels : levels.suffix(1) {
        guard let list = explorer.lists[level.id] else { continue }
        if let problem = problem(list, level.position, state) {
          return "\(name), level \(level.id): \(problem)\n\(list.testDescription) \(level.position)"
        }
      }
    }
    if state.current.lists.count > state.current.navigator.depth + 40 { return "lists pile up" }
    return nil
  }

  private func problem(
    _ list: ListState, _ position: Navigator.ListPosition, _ state: AppState
  ) -> String? {
    if Set(list.posts.map(\.id)).count != list.posts.count { return "a post stands twice" }
    for (index, post) in list.posts.enumerated() where list.index(of: post.id) != index {
      return "post \(post.id) is not found at \(index)"
    }
    if list.posts.isEmpty != (position.selectedID == nil) { return "wrongly selected" }
    if let id = position.selectedID, list.index(of: id) == nil {
      return "a post that is not there is selected"
    }
    if let id = position.expandedID, list.index(of: id) == nil {
      return "a post that is not there is expanded"
    }
    if list.expansions.keys.contains(where: { list.index(of: $0) == nil }) {
      return "a post that is not there moves"
    }
    let open = list.isThread ? [] : list.expansions.filter { $0.value.target == 1 }.map(\.key)
    if open.count > 1 { return "two cards are expanded" }
    if !open.isEmpty, position.expandedID == nil { return "a card is expanded that should not be" }
    let cards = state.lists.restingLayout(of: list, state.context(at: 0))
    let window = state.layout.windowHeight
    let nearest = cards.clampedScroll(position.scroll, window: window)
    if abs(nearest - position.scroll) > 0.01 {
      return "scrolled to \(position.scroll), not \(nearest)"
    }
    if let scrolling = list.scrolling, abs(scrolling.target - position.scroll) > 0.01 {
      return "scrolls to \(scrolling.target), not \(position.scroll)"
    }
    return nil
  }
}
