import Testing

@testable import FireflyPictures

/// The one round corner that cells, symbols and sharp pictures are cut by.
struct RoundedCornerTests {
  @Test(arguments: [(1.2, 8.0, 7.0), (3, 40, 30), (20, 40, 30)])
  func allFourAreAlikeAndRound(radius: Double, width: Double, height: Double) {
    let corner = RoundedCorner(radius: radius, width: width, height: height)
    let used = min(radius, width / 2, height / 2)
    for step in 0...20 {
      for other in 0...20 {
        let (x, y) = (Double(step) / 40 * width, Double(other) / 40 * height)
        let excess = corner.excess(x: x, y: y)
        #expect(abs(corner.excess(x: width - x, y: y) - excess) < 1e-9 || excess == -.infinity)
        #expect(abs(corner.excess(x: x, y: height - y) - excess) < 1e-9 || excess == -.infinity)
        if x < used, y < used {
          let distance = ((used - x) * (used - x) + (used - y) * (used - y)).squareRoot()
          #expect(abs(excess - (distance - used)) < 1e-9)
        } else {
          #expect(excess <= 0)
        }
      }
    }
  }

  @Test func withoutARadiusNothingIsCut() {
    let corner = RoundedCorner(radius: 0, width: 4, height: 4)
    #expect(corner.excess(x: 0, y: 0) < -1 && corner.excess(x: 2, y: 2) < -1)
    #expect(corner.coverage(across: 0..<1, down: 0..<1) == 256)
  }
}
