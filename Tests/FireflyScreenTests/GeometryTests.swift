import FireflyScreen
import Testing

@Suite("Geometry")
struct GeometryTests {
  @Test
  func rectanglesHoldXMaxXByYMaxY() {
    let rect = Rect(x: 2, y: 3, width: 4, height: 1)
    #expect(rect.maxX == 6 && rect.maxY == 4)
    #expect(rect.contains(Point(x: 5, y: 3)) && !rect.contains(Point(x: 6, y: 3)))
    #expect(!rect.contains(Point(x: 5, y: 4)))
    #expect(Rect(x: 0, y: 0, width: -3, height: 2).isEmpty)
  }

  @Test
  func intersections() {
    let rect = Rect(x: 0, y: 0, width: 4, height: 4)
    #expect(
      rect.intersection(Rect(x: 2, y: -2, width: 9, height: 3))
        == Rect(x: 2, y: 0, width: 2, height: 1))
    #expect(rect.intersection(Rect(x: 4, y: 0, width: 2, height: 2)).isEmpty)
    #expect(rect.intersection(rect) == rect)
  }
}
