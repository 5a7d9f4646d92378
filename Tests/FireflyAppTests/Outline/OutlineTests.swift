import FireflyCore
import FireflyModel
import FireflyScreen
import SeededRandom
import Testing

@testable import FireflyApp

@Suite("Outline")
struct OutlineTests {
  typealias Node = OutlineBranch.Node

  /// The branch below post 6.
  private let nodes = [
    Node(post: .numbered(7, children: 2), depth: 1),
    Node(post: .numbered(8), depth: 2),
    Node(post: .numbered(9), depth: 2),
    Node(post: .numbered(10), depth: 1),
  ]

  private func outline(_ walk: Walk) -> Outline? {
    walk.state.overlay as? Outline
  }

  /// An outline of the selected post 6 at the root.
  private func walk() -> Walk {
    var walk = Walk([.numbered(5), .numbered(6, children: 2)])
    walk.press(.down, .character("t"))
    walk.perform(.outline(.response(top: 6, .success(OutlineBranch(nodes)))))
    return walk
  }

  /// The outline of an open text that nobody has answered is its headings.
  @Test func theHeadingsOfAnOpenTextAreItsOutline() {
    let words = String(repeating: "Words.\n\n", count: 20)
    let body = "Begin.\n\n## Out\n\n\(words)### Far\n\n\(words)## Home\n\n" + words
    var walk = Walk([.numbered(5, body: body), .numbered(6, body: body, children: 2)])
    #expect(walk.press(.character("t")) == [.outline(.load(of: 5))])
    walk.press(.escape, .enter)
    #expect(walk.press(.character("t")) == [])
    #expect(walk.text.contains("3 headings") && walk.text.contains("  Far"), "\(walk.text)")
    walk.press(.down, .enter)
    #expect(walk.row(1).contains("Far"), "\(walk.text)")
    // The last heading above is selected.
    walk.press(.character("t"), .down, .enter)
    #expect(walk.row(1).contains("Home"), "\(walk.text)")
    // Above the text that has its title no longer in sight, the bar names it.
    #expect(walk.row(0).contains("post 5"), "\(walk.text)")
    walk.press(.enter, .down, .enter)
    #expect(!walk.row(0).contains("post 6"))
    #expect(walk.press(.character("t")) == [.outline(.load(of: 6))])
  }

  @Test
  func askedForTheSelectedPostsBranchAtTheRoot() {
    var walk = Walk([.numbered(5), .numbered(6, children: 2)])
    #expect(walk.press(.down, .character("t")) == [.outline(.load(of: 6))])
    #expect(outline(walk)?.isLoading == true)
    #expect(outline(walk)?.nodes.map(\.post.id) == [6])
    walk.perform(.outline(.response(top: 6, .success(OutlineBranch(nodes)))))
    #expect(outline(walk)?.isLoading == false)
    #expect(outline(walk)?.nodes.map(\.post.id) == [6, 7, 8, 9, 10])
    #expect(outline(walk)?.nodes.map(\.depth) == [0, 1, 2, 2, 1])
  }

  @Test
  func itNamesThePostsThatLinkHere() throws {
    var walk = Walk([.numbered(5), .numbered(6, children: 2)])
    walk.press(.down, .character("t"))
    let effects = walk.perform(.outline(.response(top: 6, .success(OutlineBranch(nodes)))))
    #expect(effects == [.outline(.findLinks(to: 6))])
    walk.press(.down)
    walk.perform(.outline(.linksResponse(top: 6, [.numbered(40)])))
    #expect(walk.text.contains("Outline: 5 posts, linked from 1"))
    #expect(walk.text.contains("links here: post 40"))
    // The line where the user was stays selected.
    #expect(outline(walk)?.selected == 1)
    expectElements(of: walk.frame)
    walk.press(.end)
    #expect(walk.press(.enter) == [.links(.findPost(40))])
    #expect(outline(walk) == nil)
    // A filter finds them, too.
    walk.press(.character("t"))
    walk.perform(.outline(.response(top: 6, .success(OutlineBranch(nodes)))))
    walk.perform(.outline(.linksResponse(top: 6, [.numbered(40)])))
    walk.type("/40")
    #expect(walk.press(.enter) == [.links(.findPost(40))])
    // An answer for another outline is too late.
    walk.press(.character("t"))
    walk.perform(.outline(.linksResponse(top: 5, [.numbered(40)])))
    #expect(outline(walk)?.nodes.count == 1)
  }

  /// What only leads to a match is fainter than one.
  @Test(arguments: [ScreenAbilities.ColorDepth.none, .eight, .sixteen, .trueColor])
  func matchesStandOut(colors: ScreenAbilities.ColorDepth) throws {
    var walk = Walk([.numbered(6, children: 2)], abilities: ScreenAbilities(colors: colors))
    walk.press(.character("t"))
    walk.perform(.outline(.response(top: 6, .success(OutlineBranch(nodes)))))
    #expect(try walk.style(of: "post 7") == walk.style(of: "post 9"))
    walk.type("/9")
    #expect(walk.text.contains("1 of 5"))
    #expect(try walk.style(of: "post 9").attributes.contains(.bold))
    #expect(try walk.style(of: "post 7") != walk.style(of: "post 9"))
    walk.press(.backspace)
    walk.type("post")
    #expect(try walk.style(of: "post 7") == walk.style(of: "post 9"))
  }

  @Test
  func ofASavedSearchItsResultsWhichLeadToThem() {
    var walk = Walk([.numbered(5), .numbered(6, template: .query)])
    #expect(walk.press(.down, .character("t")) == [.outline(.loadResults(of: 6))])
    walk.perform(.outline(.response(top: 6, .success(OutlineBranch([nodes[0]])))))
    walk.press(.down, .enter)
    #expect(walk.state.current.navigator.current.destination == .results(query: 6))
  }

  @Test
  func aReplyWithoutATitleIsShownByItsAuthorAndItsOpening() {
    var walk = Walk([.numbered(6, children: 1)])
    walk.press(.character("t"))
    var reply = Post.numbered(7)
    (reply.title, reply.summary) = ("", "How bright is it?")
    walk.perform(
      .outline(.response(top: 6, .success(OutlineBranch([Node(post: reply, depth: 1)])))))
    #expect(walk.text.contains("└ Ada Linden: How bright is it?"))
  }

  @Test
  func belowOfTheParentsBranchWithTheSelectedPostsLineSelected() {
    var walk = Walk([.numbered(6, children: 2)])
    walk.press(.right)
    walk.answer(1, Post.numbered([7, 10]))
    #expect(walk.press(.down, .character("t")) == [.outline(.load(of: 6))])
    walk.perform(.outline(.response(top: 6, .success(OutlineBranch(nodes)))))
    #expect(outline(walk)?.selected == 4)
  }

  /// A failure is told; an answer for another branch, or after closing, is ignored.
  @Test
  func failureIsShownAndOtherResponsesAreIgnored() {
    var walk = Walk([.numbered(6, children: 2)])
    walk.press(.character("t"))
    let before = walk.state
    walk.perform(.outline(.response(top: 5, .success(OutlineBranch(nodes)))))
    #expect(walk.state == before)
    walk.perform(.outline(.response(top: 6, .failure("Can't reach it."))))
    #expect(outline(walk)?.failure == "Can't reach it.")
    #expect(walk.text.contains("Can't reach it."))
    walk.press(.escape)
    walk.perform(.outline(.response(top: 6, .success(OutlineBranch(nodes)))))
    #expect(walk.state.overlay == nil)
  }

  @Test(arguments: [Key.escape, .enter])
  func leavingCancelsLoading(key: Key) {
    var walk = Walk([.numbered(6, children: 2)])
    walk.press(.character("t"))
    #expect(walk.press(key) == [.cancel(.outline)])
    walk.press(.character("t"))
    #expect(walk.click(x: 0, y: 0) == [.cancel(.outline)])
    walk.press(.character("t"))
    #expect(
      walk.perform(.list(.pathResponse(.success([.numbered(9)])))).contains(.cancel(.outline)))
    // A branch that has come leaves nothing to cancel.
    var other = self.walk()
    #expect(other.press(.escape) == [])
  }

  @Test(arguments: [80, 40])
  func aCutBranchSaysHowMuchOfItIsShown(width: Int) {
    var walk = Walk([.numbered(6, children: 2)], width: width)
    walk.press(.character("t"))
    walk.perform(.outline(.response(top: 6, .success(OutlineBranch(nodes, isCut: true)))))
    #expect(walk.text.contains("Outline: only the first 5 posts"))
    walk.press(.escape, .character("t"))
    walk.perform(.outline(.response(top: 6, .success(OutlineBranch(nodes)))))
    #expect(walk.text.contains("Outline: 5 posts"))
  }

  @Test
  func movingStaysWithinTheLines() {
    var walk = walk()
    #expect(outline(walk)?.selected == 0)
    walk.press(.up)
    #expect(outline(walk)?.selected == 0)
    walk.press(.down, .character("j"))
    #expect(outline(walk)?.selected == 2)
    walk.press(.end)
    #expect(outline(walk)?.selected == 4)
    walk.press(.down)
    #expect(outline(walk)?.selected == 4)
    walk.press(.pageUp)
    #expect(outline(walk)?.selected == 0)
    walk.press(.pageDown)
    #expect(outline(walk)?.selected == 4)
    walk.press(.home)
    #expect(outline(walk)?.selected == 0)
    walk.mouse(.wheelDown, x: 9, y: 9)
    #expect(outline(walk)?.selected == 3)
  }

  @Test
  func aJumpGoesIntoTheListThatThePostIsInAndSelectsItThere() {
    var walk = walk()
    walk.press(.down, .down, .down)
    #expect(
      walk.press(.enter) == [
        .list(.loadParent(7, level: 2)), .list(.loadChildren(of: 7, level: 2)),
      ])
    #expect(walk.state.overlay == nil)
    #expect(
      walk.state.current.navigator.path.map(\.destination) == [.children(of: 6), .children(of: 7)])
    walk.answer(2, Post.numbered([8, 9]))
    #expect(walk.selected == 9)
    // The way back is the way down.
    walk.press(.left)
    walk.answer(1, Post.numbered([10, 7]))
    #expect(walk.selected == 7)
    walk.press(.left)
    #expect(walk.selected == 6)
  }

  @Test
  func aJumpWithinTheListOneIsInOnlySelects() {
    var walk = Walk([.numbered(6, children: 2)])
    walk.press(.right)
    walk.answer(1, Post.numbered([7, 10]))
    walk.press(.character("t"))
    walk.perform(.outline(.response(top: 6, .success(OutlineBranch(nodes)))))
    #expect(walk.press(.end, .enter) == [])
    #expect(walk.selected == 10)
    #expect(walk.state.current.navigator.depth == 1)
  }

  @Test
  func theTopItselfLeadsNowhereOneIsThere() {
    var walk = walk()
    #expect(walk.press(.enter) == [])
    #expect(walk.state.overlay == nil)
    #expect(walk.selected == 6)
    #expect(walk.state.current.navigator.depth == 0)
  }

  @Test
  func aClickOnALineJumpsAClickBesideCloses() {
    var walk = walk()
    let rows = walk.text.split(separator: "\n", omittingEmptySubsequences: false)
    let row = rows.firstIndex { $0.contains("post 10") } ?? 0
    walk.click(x: 20, y: row)
    #expect(walk.state.current.navigator.path.map(\.destination) == [.children(of: 6)])
    walk.answer(1, Post.numbered([7, 10]))
    #expect(walk.selected == 10)

    var other = self.walk()
    other.click(x: 0, y: 0)
    #expect(other.state.overlay == nil)
    #expect(other.state.current.navigator.depth == 0)
  }

  @Test
  func fromSearchResultsTheBranchOfTheFoundPostNotOfTheSearch() {
    var walk = Walk([.numbered(70, template: .query)])
    walk.press(.right)
    walk.answer(1, Post.numbered([3, 6]))
    #expect(walk.press(.down, .character("t")) == [.outline(.load(of: 6))])
    walk.perform(.outline(.response(top: 6, .success(OutlineBranch(nodes)))))
    walk.press(.down, .enter)
    #expect(
      walk.state.current.navigator.path.map(\.destination)
        == [.results(query: 70), .children(of: 6)])
  }

  @Test(arguments: [[5, 1, 9], [-3, 0, 2], [0, 0, 0]])
  func strangeDepthsAreSurvived(depths: [Int]) {
    var walk = Walk([.numbered(6, children: 2)])
    walk.press(.character("t"))
    let nodes = depths.enumerated().map { Node(post: .numbered(20 + $0), depth: $1) }
    walk.perform(.outline(.response(top: 6, .success(OutlineBranch(nodes)))))
    #expect(walk.frame.size == walk.state.size)
    walk.press(.end, .enter)
    #expect(walk.state.overlay == nil)
    #expect(walk.frame.size == walk.state.size)
  }

  /// Each line is led to from the one above its branch, at any depth and in any window.
  @Test
  func eachLineIsLedToFromTheOneAboveItsBranchAtAnyDepth() {
    var random = SplitMix(seed: 12)
    for _ in 0..<60 {
      var depths = [0]
      for _ in 0..<Int.random(in: 1...60, using: &random) {
        depths.append(.random(in: 1...min(12, (depths.last ?? 0) + 1), using: &random))
      }
      var walk = Walk([.numbered(6, children: 2)])
      walk.press(.character("t"))
      let nodes = depths.dropFirst().enumerated().map {
        Node(post: .numbered(100 + $0.offset), depth: $0.element)
      }
      walk.perform(.outline(.response(top: 6, .success(OutlineBranch(nodes)))))
      for _ in 0..<Int.random(in: 0...40, using: &random) { walk.press(.down) }
      for y in 2..<23 {
        let row = walk.row(y)
        guard let number = row.split(separator: " ").last.flatMap({ Int($0) }), number >= 100 else {
          continue
        }
        let index = number - 99
        for level in 1...depths[index] {
          // A later line on this level, before one above it, is what a line leads on to.
          let next = depths[(index + 1)...].first { $0 <= level }
          let sign = Array(row)[4 + 2 * (level - 1)]
          let isOwn = level == depths[index]
          #expect(sign == (next == level ? (isOwn ? "├" : "│") : (isOwn ? "└" : " ")), "\(row)")
        }
      }
    }
  }
}
