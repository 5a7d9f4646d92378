import FireflyCore
import FireflyScreen
import Testing

@testable import FireflyPictures
@testable import FireflyRuntime

/// Which rows of a sharp picture are laid over its cells.
@Suite struct SharpPlacementTests {
  private static let size = Size(width: 6, height: 4)
  private static let style = Style(foreground: .white, background: .black)
  private static let cells = CellPicture(
    size: size, cells: (0..<24).map { _ in Cell(glyph: Glyph("▀"), style: style) })

  /// A picture in a frame of 20 × 10, of which the list shows some rows.
  private func placed(y: Int, drawn: Range<Int> = 0..<4) throws -> (SharpPlacement, Frame) {
    let bitmap = try #require(
      Bitmap(size: PixelSize(width: 1, height: 1), bytes: [255, 255, 255, 255]))
    let key = PictureMemoryCache.RenderKey(
      address: "a", columns: 6, halfRows: 8, crop: .whole, card: .white, above: nil, below: nil)
    var frame = Frame(size: Size(width: 20, height: 10))
    let rect = Rect(x: 2, y: y, width: 6, height: 4)
    let place = SharpPlacement(
      renderKey: key, rect: rect, picture: PicturePyramid(bitmap), cells: Self.cells, rows: 0..<4,
      drawnRows: drawn)
    let shown = Rect(x: 0, y: y + drawn.lowerBound, width: 20, height: drawn.count)
    frame.clipped(to: shown) { Self.cells.draw(into: &$0, at: Point(x: rect.x, y: rect.y)) }
    return (place, frame)
  }

  @Test func whatIsBeyondTheListStaysCells() throws {
    for drawn in [0..<4, 1..<4, 0..<2] {
      let (place, frame) = try placed(y: 3, drawn: drawn)
      #expect(place.opened(in: frame, above: 10)?.rows == drawn)
    }
    let (place, frame) = try placed(y: 8)
    #expect(place.opened(in: frame, above: 9)?.rows == 0..<1)
    #expect(place.opened(in: frame, above: 8) == nil)
  }

  /// Whatever a menu covers of it, none of it is sharp.
  @Test func aMenuCoversItAsAWhole() throws {
    for corner in [Point(x: 2, y: 3), Point(x: 7, y: 6), Point(x: 4, y: 4)] {
      let (place, open) = try placed(y: 3)
      var frame = open
      frame.draw("M", at: corner, style: Self.style)
      #expect(place.opened(in: frame, above: 10) == nil)
    }
  }
}
