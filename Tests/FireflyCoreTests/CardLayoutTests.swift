import SeededRandom
import Testing

@testable import FireflyCore

/// The formulas of seeds 000, 001 and 002 against numbers worked out by hand, for the phone: 350 points
/// of content on a card of 374.
@Suite("Card layout")
struct CardLayoutTests {
  typealias Frame = Area<Points>

  /// Title and summary 60, body 200, a picture twice as wide as high.
  private let pictured = CardLayout(
    picture: CardLayout.Picture(aspectRatio: 2, contentWidth: 350))
  /// The same without a picture.
  private let plain = CardLayout()

  @Test
  func thePhonesOwnNumbersAreTheDefaults() {
    #expect(plain.contentWidth == 350)
    #expect(plain.cardWidth == 374)
    #expect(plain.titleSummaryHeight == 60)
    #expect(plain.bodyHeight == 200)
  }

  /// Height: 100 compact, the sum of the parts expanded, a straight line between.
  @Test
  func height100CompactTheSumOfThePartsExpanded() {
    // 60 + 16 + 175 + 16 + 200 + 24 + 15 + 16
    #expect(pictured.expandedHeight == 522)
    // 60 + 16 + 0 + 16 + 200 + 24 + 15 + 16
    #expect(plain.expandedHeight == 347)
    #expect(pictured.height(at: 0) == 100)
    #expect(plain.height(at: 0) == 100)
    #expect(pictured.height(at: 0.5) == 311)
    #expect(plain.height(at: 0.5) == 223.5)
    #expect(pictured.height(at: 1) == 522)
    #expect(plain.height(at: 1) == 347)
  }

  @Test
  func pictureTheThumbnailAtTheRightGrowsIntoTheFullWidth() {
    // Seed 002: x 350 - side + 8. The side is 60: 80 would leave no air in the card, which is 10
    // points smaller at both ends.
    #expect(pictured.pictureFrame(at: 0) == Frame(x: 298, y: 20, width: 60, height: 60))
    // Seed 000 moved the expanded x from 10 to 18; y is 8 below title and summary.
    #expect(pictured.pictureFrame(at: 1) == Frame(x: 18, y: 68, width: 350, height: 175))
    #expect(pictured.pictureFrame(at: 0.5) == Frame(x: 158, y: 44, width: 205, height: 117.5))
  }

  @Test
  func body16BelowThePictureUncoveredWithTheFactor() {
    #expect(pictured.bodyFrame(at: 0) == Frame(x: 18, y: 96, width: 350, height: 0))
    #expect(pictured.bodyFrame(at: 0.5) == Frame(x: 18, y: 177.5, width: 350, height: 100))
    #expect(pictured.bodyFrame(at: 1) == Frame(x: 18, y: 259, width: 350, height: 200))
    // Without a picture the frame that it hangs on shrinks from 60 to nothing.
    #expect(plain.bodyFrame(at: 0).y == 96)
    #expect(plain.bodyFrame(at: 0.5).y == 90)
    #expect(plain.bodyFrame(at: 1).y == 84)
  }

  @Test
  func author24BelowTheWholeBodyFadingIn() {
    #expect(pictured.authorY(at: 0) == 320)
    #expect(pictured.authorY(at: 1) == 483)
    #expect(plain.authorY(at: 1) == 308)
    #expect([0, 0.25, 1].map { plain.authorOpacity(at: $0) } == [0, 0.25, 1])
    for layout in [plain, pictured] {
      #expect(layout.expandedHeight - layout.authorY(at: 1) - CardLayout.authorHeight == 24)
    }
  }

  /// Indicator: 32 points at the right edge's middle, 42 in the top right corner.
  @Test
  func indicator32PointsAtTheRightEdgesMiddle() {
    // Middle: 350 + 6 + 32 - 16, 100 / 2.
    #expect(plain.indicatorFrame(at: 0) == Frame(x: 356, y: 34, width: 32, height: 32))
    // Middle: 350 - 16 + 32 - 21, 16 + 21.
    #expect(plain.indicatorFrame(at: 1) == Frame(x: 324, y: 16, width: 42, height: 42))
    // The seed's y runs from the middle of the card at its current height: (223.5 / 2 + 37) / 2.
    #expect(plain.indicatorFrame(at: 0.5) == Frame(x: 340, y: 55.875, width: 37, height: 37))
  }

  /// The indicator straddles the edge when compact, whatever the card's width.
  @Test
  func theIndicatorStraddlesTheEdgeWhenCompact() {
    for width in stride(from: 100.0, through: 1_000, by: 50) {
      let layout = CardLayout(contentWidth: width - 40, cardWidth: width)
      let compact = layout.indicatorFrame(at: 0)
      #expect(compact.x < width && compact.x + compact.width > width)
      let expanded = layout.indicatorFrame(at: 1)
      #expect(expanded.x + expanded.width < width)
    }
  }

  @Test
  func aPictureKeepsItsShapeUnderTheHeightItMayHaveAndIsCentred() {
    let tall = CardLayout.Picture(aspectRatio: 0.5, contentWidth: 350, maxHeight: 300)
    #expect(tall == CardLayout.Picture(width: 150, height: 300))
    #expect(CardLayout(picture: tall).pictureFrame(at: 1).x == 118)
    let wide = CardLayout.Picture(aspectRatio: 7, contentWidth: 350, maxHeight: 300)
    #expect(wide == CardLayout.Picture(width: 350, height: 50))
  }

  @Test(arguments: [0, -1, Double.infinity, -Double.infinity, Double.nan])
  func impossibleShapesCountAsSquare(ratio: Double) {
    #expect(
      CardLayout.Picture(aspectRatio: ratio, contentWidth: 350)
        == CardLayout.Picture(width: 350, height: 350))
    #expect(CardLayout.Picture(aspectRatio: 1, contentWidth: 350, maxHeight: -5).height == 0)
  }

  @Test(arguments: [-3.0, -0.001, 1.001, 7])
  func factorsOutsideOf01AreClamped(factor: Double) {
    let inside = factor < 0 ? 0.0 : 1.0
    for layout in [plain, pictured] {
      #expect(layout.height(at: factor) == layout.height(at: inside))
      #expect(layout.pictureFrame(at: factor) == layout.pictureFrame(at: inside))
      #expect(layout.bodyFrame(at: factor) == layout.bodyFrame(at: inside))
      #expect(layout.authorY(at: factor) == layout.authorY(at: inside))
      #expect(layout.authorOpacity(at: factor) == inside)
      #expect(layout.indicatorFrame(at: factor) == layout.indicatorFrame(at: inside))
    }
  }

  /// Everything moves without a jump, and what grows never shrinks on its way.
  @Test
  func everythingMovesWithoutAJump() {
    var random = SplitMix(seed: 2)
    for _ in 0..<200 {
      let width = Double.random(in: 10...1_000, using: &random)
      let layout = CardLayout(
        contentWidth: width, titleSummaryHeight: .random(in: 33...200, using: &random),
        bodyHeight: .random(in: 0...4_000, using: &random),
        picture: Bool.random(using: &random)
          ? CardLayout.Picture(
            aspectRatio: .random(in: 0.1...10, using: &random), contentWidth: width,
            maxHeight: .random(in: 20...2_000, using: &random))
          : nil)
      let steps = 64
      // No value travels further than twice the sum of everything there is.
      let most = 2 * (layout.expandedHeight + layout.cardWidth + 500) / Double(steps)
      for step in 0..<steps {
        let one = values(layout, at: Double(step) / Double(steps))
        let next = values(layout, at: Double(step + 1) / Double(steps))
        for (before, after) in zip(one.all, next.all) { #expect(abs(after - before) <= most) }
        for (before, after) in zip(one.growing, next.growing) { #expect(after >= before) }
      }
    }
  }

  /// All numbers of a layout at a moment, and those of them that grow with the factor.
  private func values(
    _ layout: CardLayout, at factor: Double
  ) -> (all: [Double], growing: [Double]) {
    let picture = layout.pictureFrame(at: factor)
    let body = layout.bodyFrame(at: factor)
    let indicator = layout.indicatorFrame(at: factor)
    let growing = [
      layout.height(at: factor), body.height, indicator.width, layout.authorOpacity(at: factor),
    ]
    let all =
      growing + [
        picture.x, picture.y, picture.width, picture.height, body.y, layout.authorY(at: factor),
        indicator.x, indicator.y,
      ]
    return (all, growing)
  }

  /// The expanded parts follow one another without overlapping, inside the card.
  @Test
  func theExpandedPartsFollowOneAnotherWithoutOverlapping() {
    for layout in [plain, pictured] {
      let picture = layout.pictureFrame(at: 1)
      let body = layout.bodyFrame(at: 1)
      #expect(picture.y >= layout.titleSummaryHeight)
      #expect(body.y == picture.y + picture.height + 16)
      #expect(layout.authorY(at: 1) == body.y + body.height + 24)
      #expect(layout.authorY(at: 1) + CardLayout.authorHeight < layout.expandedHeight)
    }
  }
}
