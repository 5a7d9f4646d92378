import FireflyCore
import FireflyScreen
import Testing

@testable import FireflyPictures

@Suite struct PictureCropTests {
  @Test func fillsASquareFromTheMiddle() {
    let wide = PictureCrop.filling(frameAspect: 1, pictureAspect: 2)
    #expect(wide == PictureCrop(x: 0.25, y: 0, width: 0.5, height: 1))
    let high = PictureCrop.filling(frameAspect: 1, pictureAspect: 0.5)
    #expect(high == PictureCrop(x: 0, y: 0.25, width: 1, height: 0.5))
    #expect(PictureCrop.filling(frameAspect: 1.5, pictureAspect: 1.5) == .whole)
  }

  @Test func followsTheClipOffsets() {
    for (clip, start) in [(-1, 0), (-0.5, 0.125), (0, 0.25), (1, 0.5), (7, 0.5), (-7, 0)] {
      let wide = PictureCrop.filling(frameAspect: 1, pictureAspect: 2, clipX: clip, clipY: 1)
      #expect(wide == PictureCrop(x: start, y: 0, width: 0.5, height: 1))
      let high = PictureCrop.filling(frameAspect: 1, pictureAspect: 0.5, clipX: 1, clipY: clip)
      #expect(high == PictureCrop(x: 0, y: start, width: 1, height: 0.5))
    }
  }

  @Test func growsFromTheSquareToTheWholeWithoutAJump() {
    for (picture, clip) in [(0.3, -1.0), (0.8, 0.2), (1.0, 0.9), (2.5, 1.0)] {
      var before = PictureCrop.filling(
        frameAspect: 1, pictureAspect: picture, clipX: clip, clipY: clip)
      for step in 1...100 {
        let aspect = 1 + (picture - 1) * Double(step) / 100
        let crop = PictureCrop.filling(
          frameAspect: aspect, pictureAspect: picture, clipX: clip, clipY: clip)
        #expect(crop.x >= 0 && crop.x + crop.width <= 1 + 1e-9)
        #expect(crop.y >= 0 && crop.y + crop.height <= 1 + 1e-9)
        #expect(abs(crop.width * picture / crop.height - aspect) < 1e-9)
        #expect(crop.width * crop.height >= before.width * before.height - 1e-9)
        #expect(abs(crop.x - before.x) < 0.05 && abs(crop.y - before.y) < 0.05)
        before = crop
      }
      #expect(abs(before.width - 1) < 1e-9 && abs(before.height - 1) < 1e-9)
    }
  }

  @Test func bearsWhatIsNoNumber() {
    for bad in [0, -1, .nan, .infinity] {
      #expect(PictureCrop.filling(frameAspect: bad, pictureAspect: 1) == .whole)
      #expect(PictureCrop.filling(frameAspect: 1, pictureAspect: bad) == .whole)
    }
    let crop = PictureCrop.filling(frameAspect: 1, pictureAspect: 2, clipX: .nan)
    #expect(crop.x == 0.25)
  }

  @Test func choosesWholePixels() {
    let size = PixelSize(width: 10, height: 4)
    #expect(PictureCrop.whole.pixels(of: size) == (0..<10, 0..<4))
    let none = PictureCrop(x: 1, y: 0.99, width: 0, height: 0).pixels(of: size)
    #expect(none == (9..<10, 3..<4))
  }

  @Test func fitsSizesIntoBoxes() {
    let size = PixelSize(width: 1_200, height: 300)
    #expect(size.fitted(into: PixelSize(width: 400, height: 400)).height == 100)
    #expect(size.fitted(into: PixelSize(width: 9_999, height: 9_999)) == size)
    let thin = PixelSize(width: 30_000, height: 1).fitted(into: PixelSize(width: 80, height: 80))
    #expect(thin == PixelSize(width: 80, height: 1))
  }

  @Test func knowsTheCellsOfAPlace() {
    let rect = HalfRowRect(x: 2.5, y: 3, width: 4, height: 3.5)
    #expect(rect.cells == Rect(x: 2, y: 1, width: 5, height: 3))
    #expect(HalfRowRect(x: -1, y: -1, width: 2, height: 2).cells.y == -1)
    #expect(HalfRowRect(x: .nan, y: 0, width: 1, height: 1).cells.isEmpty)
    #expect(HalfRowRect(x: 0, y: 0, width: .infinity, height: 1).cells.isEmpty)
  }
}
