import FireflyCore
import FireflyScreen
import Testing

@testable import FireflyApp

@Suite("Lists side by side") struct SideBySideTests {
  private static let left = Rect(x: 0, y: 1, width: 50, height: 20)
  private static let right = Rect(x: 50, y: 1, width: 30, height: 20)

  /// The list of a walk in some rectangles.
  private func draw(_ walk: Walk, in rects: Rect..., cardColumns: Int = 100) -> Frame {
    let canvas = Canvas(walk.state.context(at: walk.now))
    var frame = Frame(size: walk.state.size, blank: Cell(style: canvas.backdrop))
    for rect in rects {
      frame.clipped(to: rect) { frame in
        ListView.draw(
          walk.state.list, walk.state.current.position, in: rect, cardColumns: cardColumns,
          ListScene(walk.reading), canvas, pictures: NoPictures(), into: &frame)
      }
    }
    return frame
  }

  private func rows(_ frame: Frame, _ columns: Range<Int>) -> [[Cell]] {
    (0..<frame.size.height).map { y in columns.map { frame[$0, y] } }
  }

  @Test
  func twoListsOfDifferentWidthsAreEachDrawnAsTheyAreAlone() {
    let walk = Walk((1...3).map { Post.numbered($0, children: $0) })
    let both = draw(walk, in: Self.left, Self.right)
    #expect(rows(both, 0..<50) == rows(draw(walk, in: Self.left), 0..<50))
    #expect(rows(both, 50..<80) == rows(draw(walk, in: Self.right), 50..<80))
    // What stands on the right is what would stand in a narrow window on the left.
    let alone = Rect(x: 0, y: 1, width: 30, height: 20)
    #expect(rows(both, 50..<80) == rows(draw(walk, in: alone), 0..<30))
    let cards = both.elements.filter { $0.id == "card-1" }
    #expect(cards.map(\.rect.width) == [48, 28])
    #expect(cards.map(\.rect.x) == [1, 51])
  }

  @Test
  func aCardIsNeverWiderThanItMayBeAndStandsInTheMiddle() {
    let walk = Walk(Post.numbered(1...3))
    let card = draw(walk, in: Self.left, cardColumns: 20).elements.first { $0.id == "card-2" }
    #expect(card?.rect.width == 20)
    #expect(card?.rect.x == 15)
  }
}
