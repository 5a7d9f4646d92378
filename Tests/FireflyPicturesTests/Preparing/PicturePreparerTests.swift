import FireflyCore
import SeededRandom
import Testing

@testable import FireflyPictures

@Suite struct PicturePreparerTests {
  private let preparer = PicturePreparer()

  /// What a picture that was prepared shows.
  private func decoded(_ picture: PreparedPicture) throws -> Bitmap {
    try PictureDecoder().decode(picture.bytes, fitting: PixelSize(width: 1_200, height: 1_200))
  }

  /// However a camera was held, the picture stands upright, and nothing is left that would turn it once
  /// more.
  @Test(arguments: UInt8(1)...8) func turnsUpright(orientation: UInt8) throws {
    let quarters = TestPictures.quarters(64, 32)
    let files = [
      TestPictures.turned(TestPictures.jpeg(quarters), orientation),
      TestPictures.turned(png: TestPictures.png(quarters), orientation),
    ]
    for file in files {
      let upright = try PictureDecoder().decode(file, fitting: PixelSize(width: 64, height: 64))
      let picture = try preparer.prepare(file)
      #expect(picture.format == .jpeg)
      #expect(picture.size == upright.size)
      let info = try #require(try PictureInfo.read(picture.bytes, isWhole: true))
      #expect(info.orientation == .upright)
      #expect(info.size == picture.size)
      let shown = try decoded(picture)
      for (x, y) in [(8, 8), (upright.size.width - 8, 8), (8, upright.size.height - 8)] {
        #expect(shown.isNear(x, y, upright.color(x, y) >> 8), "\(orientation) at \(x), \(y)")
      }
    }
  }

  @Test func isNeverLongerThanItMayBe() throws {
    var random = SplitMix(seed: 10)
    var sizes = [(1, 1), (1_199, 3), (1_200, 3), (1_201, 3), (2_400, 2), (2_401, 1), (1, 2_500)]
    for _ in 0..<12 {
      let sides = [
        Int.random(in: 1...4_000, using: &random), Int.random(in: 1...40, using: &random),
      ]
      sizes.append(Bool.random(using: &random) ? (sides[0], sides[1]) : (sides[1], sides[0]))
    }
    let box = PixelSize(width: 1_200, height: 1_200)
    for (width, height) in sizes {
      let bitmap = TestPictures.bitmap(width, height) { x, _ in (UInt8(x & 255), 90, 200, 255) }
      let picture = try preparer.prepare(TestPictures.png(bitmap))
      #expect(picture.size == bitmap.size.fitted(into: box), "\(width) × \(height)")
      #expect(try PictureInfo.read(picture.bytes, isWhole: true)?.size == picture.size)
      #expect(max(picture.size.width, picture.size.height) <= 1_200)
    }
  }

  /// Scaled down, each pixel is the average of what it stands for, not one of them.
  @Test func scalesSmoothly() throws {
    let stripes = TestPictures.bitmap(2_000, 16) { x, _ in
      x % 2 == 0 ? (0, 0, 0, 255) : (255, 255, 255, 255)
    }
    let shown = try decoded(try preparer.prepare(TestPictures.png(stripes)))
    #expect(shown.size == PixelSize(width: 1_200, height: 10))
    let darkest = (20..<1_180).map { shown.color($0, 5) >> 24 }
    #expect(darkest.allSatisfy { (30...225).contains($0) })
  }

  @Test func transparentPixelsBecomeWhite() throws {
    let bitmap = TestPictures.bitmap(48, 16) { x, _ in (0, 0, 0, [0, 128, 255][x / 16]) }
    let shown = try decoded(try preparer.prepare(TestPictures.png(bitmap)))
    #expect(shown.isOpaque)
    #expect(shown.isNear(5, 8, 0xFFFFFF) && shown.isNear(24, 8, 0x7F7F7F))
    #expect(shown.isNear(43, 8, 0x000000))
  }

  @Test func ofAnAnimationTheFirstFrame() throws {
    for file in [TestPictures.gif(frames: 3), TestPictures.animatedWebP] {
      let shown = try decoded(try preparer.prepare(file))
      #expect(shown.isNear(1, 1, 0xFF0000, within: 48))
    }
  }

  @Test func refusesWhatEndsEarly() throws {
    var random = SplitMix(seed: 11)
    let noise = TestPictures.bitmap(96, 96) { x, y in
      (UInt8((x &* 37 &+ y &* 11) & 255), UInt8((x &* y) & 255), UInt8(y & 255), 255)
    }
    for file in [TestPictures.png(noise), TestPictures.jpeg(noise), TestPictures.lossyWebP] {
      for _ in 0..<20 {
        let end = Int.random(in: 0..<file.count - 1, using: &random)
        #expect(throws: PictureError.self) { try preparer.prepare(Array(file[..<end])) }
      }
    }
  }

  @Test func refusesWhatIsNoPicture() {
    for bytes in [[], Array("no picture".utf8), Array("<svg xmlns='…'/>".utf8)] {
      #expect(throws: PictureError.unknownFormat) { try preparer.prepare(bytes) }
    }
    #expect(throws: PictureError.tooManyPixels(PixelSize(width: 60_000, height: 60_000))) {
      try preparer.prepare(TestPictures.pngHeader(60_000, 60_000))
    }
    var small = PicturePreparer()
    small.limits.bytes = 100
    #expect(throws: PictureError.tooManyBytes(101)) {
      try small.prepare([UInt8](repeating: 0, count: 101))
    }
  }

  /// Whatever a file holds: an error, or a JPEG that keeps the rules.
  @Test func bearsHostileFiles() throws {
    var random = SplitMix(seed: 12)
    let quarters = TestPictures.quarters(64, 32)
    let files = [
      TestPictures.png(quarters), TestPictures.turned(TestPictures.jpeg(quarters), 6),
      TestPictures.gif(frames: 2), TestPictures.lossyWebP,
    ]
    for file in files {
      for _ in 0..<60 {
        var bytes = file
        for _ in 0..<Int.random(in: 1...6, using: &random) {
          bytes[Int.random(in: 8..<bytes.count, using: &random)] = .random(
            in: 0...255, using: &random)
        }
        guard let picture = try? preparer.prepare(bytes) else { continue }
        #expect(picture.format == .jpeg)
        #expect(max(picture.size.width, picture.size.height) <= 1_200)
        #expect(try PictureInfo.read(picture.bytes, isWhole: true)?.size == picture.size)
      }
    }
  }

  /// Without a library to decode it, a picture goes as it is if nothing need be done to it.
  @Test func goesAsItIsWithoutALibrary() throws {
    func asItIs(_ bytes: [UInt8]) throws -> PreparedPicture {
      let info = try #require(try PictureInfo.read(bytes, isWhole: true))
      return try preparer.asItIs(bytes, info, because: "gone")
    }
    let small = TestPictures.jpeg(TestPictures.quarters(64, 32))
    #expect(try asItIs(small).bytes == small)
    #expect(try asItIs(TestPictures.webp).format == .webp)
    for file in [
      TestPictures.turned(small, 6), TestPictures.png(TestPictures.quarters(1_201, 2)),
    ] {
      #expect(throws: PictureError.unavailable("gone")) { try asItIs(file) }
    }
    #expect(throws: PictureError.broken(.jpeg, reason: "it ends early")) {
      try asItIs(small.dropLast(2))
    }
  }
}
