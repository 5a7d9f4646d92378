import FireflyCore
import Testing

@testable import FireflyPictures

@Suite struct PictureInfoTests {
  @Test func tellsFormatsByTheirBytes() {
    let bitmap = TestPictures.quarters(8, 4)
    #expect(PictureFormat.sniff(TestPictures.png(bitmap)) == .png)
    #expect(PictureFormat.sniff(TestPictures.jpeg(bitmap)) == .jpeg)
    #expect(PictureFormat.sniff(TestPictures.gif(frames: 1)) == .gif)
    #expect(PictureFormat.sniff(TestPictures.webp) == .webp)
    for other in ["", "P", "BM", "<svg/>", "II*\0", "GIF90a", "RIFF\0\0\0\0WAVE", "<html>"] {
      #expect(PictureFormat.sniff(Array(other.utf8)) == nil)
    }
  }

  @Test(arguments: [
    TestPictures.png(TestPictures.quarters(8, 4)), TestPictures.webp, TestPictures.lossyWebP,
    TestPictures.animatedWebP,
  ])
  func readsTheSizeFromThirtyTwoBytes(bytes: [UInt8]) throws {
    for count in 0..<bytes.count {
      let info = try PictureInfo.read(Array(bytes[..<count]), isWhole: false)
      #expect(info == nil || info?.size == PixelSize(width: 8, height: 4))
      #expect(count < 32 || info != nil)
    }
  }

  @Test func readsTheSizeOfAJPEGBehindItsMetadata() throws {
    let jpeg = TestPictures.jpeg(TestPictures.quarters(16, 8))
    let profile: [UInt8] = [0xFF, 0xE2, 0xFF, 0xFF] + Array(repeating: 0xFF, count: 65_533)
    let padded = jpeg[..<2] + profile + jpeg[2...]
    #expect(try PictureInfo.read(Array(padded.prefix(65_000)), isWhole: false) == nil)
    let info = try PictureInfo.read(Array(padded.prefix(66_400)), isWhole: false)
    #expect(info?.size == PixelSize(width: 16, height: 8))
  }

  @Test func turnsTheSize() throws {
    let jpeg = TestPictures.jpeg(TestPictures.quarters(16, 8))
    for orientation: UInt8 in 0...9 {
      let info = try PictureInfo.read(TestPictures.turned(jpeg, orientation), isWhole: true)
      let isTurned = (5...8).contains(orientation)
      #expect(info?.size == PixelSize(width: isTurned ? 8 : 16, height: isTurned ? 16 : 8))
    }
  }

  @Test func lookingForATurnEnds() throws {
    let png = TestPictures.png(TestPictures.quarters(16, 8))
    let upright = PixelSize(width: 16, height: 8)
    func size(_ bytes: [UInt8]) throws -> PixelSize? {
      try PictureInfo.read(bytes, isWhole: true)?.size
    }
    let turned = TestPictures.turned(png: png, 6)
    #expect(try size(turned) == upright.transposed)
    // A chunk that claims more than there is, or more than there can be.
    for length: [UInt8] in [[0, 0, 1, 0], [0x7F, 255, 255, 255], [255, 255, 255, 255]] {
      #expect(try size(turned[..<33] + length + turned[37...]) == upright)
    }
    // Two hundred thousand empty chunks before it.
    let empty: [UInt8] = [0, 0, 0, 0] + Array("teSt".utf8) + [0, 0, 0, 0]
    let crowd = Array(repeatElement(empty, count: 200_000).joined())
    let start = ContinuousClock.now
    #expect(try size(png[..<33] + crowd + turned[33...]) == upright)
    #expect(start.duration(to: .now) < .seconds(10))
    let webP = TestPictures.turned(webP: TestPictures.quartersWebP, upright, 6)
    #expect(try size(webP) == upright.transposed)
    var unflagged = webP
    unflagged[20] = 0
    #expect(try size(unflagged) == upright)
    let end = try #require(webP.firstRange(of: Array("EXIF".utf8))).upperBound
    #expect(try size(webP[..<end] + [255, 255, 255, 255] + webP[(end + 4)...]) == upright)
  }

  @Test func refusesBombsByTheirHeader() {
    #expect(throws: PictureError.tooManyPixels(PixelSize(width: 30_000, height: 30_000))) {
      try PictureInfo.read(TestPictures.pngHeader(30_000, 30_000), isWhole: false)
    }
    #expect(throws: PictureError.tooManyPixels(PixelSize(width: 30_001, height: 1))) {
      try PictureInfo.read(TestPictures.pngHeader(30_001, 1), isWhole: false)
    }
    #expect(throws: PictureError.broken(.png, reason: "its size is out of range")) {
      try PictureInfo.read(TestPictures.pngHeader(.max, .max), isWhole: false)
    }
    #expect(throws: PictureError.broken(.png, reason: "it has no size")) {
      try PictureInfo.read(TestPictures.pngHeader(0, 7), isWhole: false)
    }
    // Within the limits, but far from what its few bytes could hold.
    #expect(throws: PictureError.broken(.png, reason: "far too few bytes for its size")) {
      try PictureInfo.read(TestPictures.pngHeader(7_000, 7_000), isWhole: true)
    }
    let many = [UInt8](repeating: 0x89, count: (16 << 20) + 1)
    #expect(throws: PictureError.tooManyBytes(many.count)) {
      try PictureInfo.read(many, isWhole: true)
    }
  }

  @Test func refusesWhatIsNoPicture() {
    for text in ["", "x", "GIF8", "<!doctype html><title>404</title>"] {
      #expect(throws: PictureError.unknownFormat) {
        try PictureInfo.read(Array(text.utf8), isWhole: true)
      }
    }
    #expect(throws: PictureError.broken(.jpeg, reason: "it ends before its size")) {
      try PictureInfo.read([0xFF, 0xD8, 0xFF, 0xE0], isWhole: true)
    }
  }

  @Test func outlinesGIFs() {
    let one = TestPictures.gif(frames: 1)
    let three = TestPictures.gif(frames: 3)
    #expect(GIFOutline(one).firstFrameEnd == one.count - 1)
    #expect(GIFOutline(three).firstFrameEnd == one.count - 1)
    for count in 0..<one.count - 1 {
      #expect(GIFOutline(Array(one[..<count])).firstFrameEnd == nil)
    }
  }

  @Test func outlinesJPEGs() {
    let jpeg = TestPictures.jpeg(TestPictures.quarters(64, 64))
    #expect(JPEGOutline(jpeg).isComplete)
    #expect(JPEGOutline(jpeg).scans == 1)
    #expect(!JPEGOutline(Array(jpeg.dropLast(2))).isComplete)
    #expect(!JPEGOutline(Array(jpeg.prefix(jpeg.count / 2))).isComplete)
  }
}
