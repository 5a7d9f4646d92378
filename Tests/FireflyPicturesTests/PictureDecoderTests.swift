import FireflyCore
import Foundation
import SeededRandom
import Testing

@testable import FireflyPictures

@Suite struct PictureDecoderTests {
  private let decoder = PictureDecoder()
  private let box = PixelSize(width: 64, height: 64)

  @Test func decodesEveryFormat() throws {
    let quarters = TestPictures.quarters(32, 16)
    #expect(try decoder.decode(TestPictures.png(quarters), fitting: box) == quarters)
    let jpeg = try decoder.decode(TestPictures.jpeg(quarters), fitting: box)
    #expect(jpeg.size == quarters.size)
    #expect(jpeg.isComplete)
    #expect(jpeg.isNear(4, 4, 0xFF0000) && jpeg.isNear(28, 4, 0x00FF00))
    #expect(jpeg.isNear(28, 12, 0x0000FF) && jpeg.isNear(4, 12, 0xFFFFFF))
    for webp in [TestPictures.webp, TestPictures.lossyWebP] {
      let bitmap = try decoder.decode(webp, fitting: box)
      #expect(bitmap.size == PixelSize(width: 8, height: 4))
      #expect(bitmap.isNear(1, 1, 0xFF0000, within: 48) && bitmap.isNear(6, 2, 0x0000FF))
    }
  }

  @Test func showsTheFirstFrameOfAnimations() throws {
    let gif = try decoder.decode(TestPictures.gif(frames: 500), fitting: box)
    #expect(gif.size == PixelSize(width: 4, height: 4))
    #expect(gif.isComplete)
    #expect(gif.color(0, 0) == 0xFF00_00FF && gif.color(3, 3) == 0xFF00_00FF)
    let webp = try decoder.decode(TestPictures.animatedWebP, fitting: box)
    #expect(webp.size == PixelSize(width: 8, height: 4))
    #expect(webp.color(0, 0) == 0xFF00_00FF && webp.color(7, 3) == 0x0000_FFFF)
  }

  @Test func showsAFrameSmallerThanItsScreen() throws {
    let bitmap = try decoder.decode(TestPictures.gif(frames: 2, screen: (8, 8)), fitting: box)
    #expect(bitmap.size == PixelSize(width: 8, height: 8))
    #expect(bitmap.color(3, 3) == 0xFF00_00FF)
    #expect(bitmap.color(7, 7) & 0xFF == 0)
  }

  @Test(arguments: [true, false])
  func turnsByEXIF(bigEndian: Bool) throws {
    // Clockwise from the top left, as a viewer must show what is stored as red, green, blue, white.
    let corners: [UInt8: [UInt32]] = [
      1: [0xFF0000, 0x00FF00, 0x0000FF, 0xFFFFFF], 2: [0x00FF00, 0xFF0000, 0xFFFFFF, 0x0000FF],
      3: [0x0000FF, 0xFFFFFF, 0xFF0000, 0x00FF00], 4: [0xFFFFFF, 0x0000FF, 0x00FF00, 0xFF0000],
      5: [0xFF0000, 0xFFFFFF, 0x0000FF, 0x00FF00], 6: [0xFFFFFF, 0xFF0000, 0x00FF00, 0x0000FF],
      7: [0x0000FF, 0x00FF00, 0xFF0000, 0xFFFFFF], 8: [0x00FF00, 0x0000FF, 0xFFFFFF, 0xFF0000],
    ]
    let jpeg = TestPictures.jpeg(TestPictures.quarters(64, 32))
    let png = TestPictures.png(TestPictures.quarters(64, 32))
    let webP = TestPictures.quartersWebP
    let webPSize = PixelSize(width: 16, height: 8)
    for (orientation, expected) in corners {
      let files = [
        TestPictures.turned(jpeg, orientation, bigEndian: bigEndian),
        TestPictures.turned(png: png, orientation, bigEndian: bigEndian),
        TestPictures.turned(png: png, orientation, bigEndian: bigEndian, atEnd: true),
        TestPictures.turned(webP: webP, webPSize, orientation, bigEndian: bigEndian),
        TestPictures.turned(
          webP: webP, webPSize, orientation, bigEndian: bigEndian, isSigned: true),
      ]
      for (bytes, box) in files.flatMap({ [($0, box), ($0, PixelSize(width: 32, height: 32))] }) {
        let bitmap = try decoder.decode(bytes, fitting: box)
        let info = try PictureInfo.read(bytes, isWhole: true)
        #expect(bitmap.size == info?.size.fitted(into: box))
        let right = bitmap.size.width - 3
        let bottom = bitmap.size.height - 3
        #expect(bitmap.isNear(2, 2, expected[0]), "\(orientation)")
        #expect(bitmap.isNear(right, 2, expected[1]), "\(orientation)")
        #expect(bitmap.isNear(right, bottom, expected[2]), "\(orientation)")
        #expect(bitmap.isNear(2, bottom, expected[3]), "\(orientation)")
      }
    }
  }

  @Test func scalesByWholeDivisors() throws {
    for side in [70, 100, 150, 200, 399, 400] {
      let box = PixelSize(width: side, height: side)
      let png = TestPictures.png(TestPictures.quarters(400, 200))
      let bitmap = try decoder.decode(png, fitting: box)
      #expect(bitmap.size.width >= side && bitmap.size.width < 2 * side, "\(side)")
      #expect(bitmap.size.width == bitmap.size.height * 2)
      #expect(bitmap.color(2, 2) == 0xFF00_00FF)
    }
    let thin = try decoder.decode(
      TestPictures.png(TestPictures.quarters(3_000, 2)), fitting: box)
    #expect(thin.size.height >= 1 && thin.size.width >= 64)
  }

  @Test func keepsTransparency() throws {
    let bitmap = TestPictures.bitmap(4, 1) { x, _ in (200, 100, 50, UInt8(x * 85)) }
    let decoded = try decoder.decode(TestPictures.png(bitmap), fitting: box)
    #expect(!decoded.isOpaque)
    #expect(decoded.bytes.count == bitmap.bytes.count)
    for (found, expected) in zip(decoded.bytes, bitmap.bytes) {
      #expect(abs(Int(found) - Int(expected)) <= 1)
    }
  }

  @Test func showsTruncatedPicturesAsFarAsTheyGo() throws {
    let noise = Self.noise(256, 256)
    for (name, whole) in [("png", TestPictures.png(noise)), ("jpeg", TestPictures.jpeg(noise))] {
      let box = PixelSize(width: 256, height: 256)
      #expect(try decoder.decode(whole, fitting: box).isComplete, "\(name)")
      let half = try decoder.decode(Array(whole.prefix(whole.count / 2)), fitting: box)
      #expect(!half.isComplete, "\(name)")
      #expect(half.size == noise.size)
      let grey = 0xB3B3_B3FF as UInt32
      #expect((0..<256).contains { half.color($0, 4) != grey }, "\(name)")
      if name == "png" { #expect((0..<256).allSatisfy { half.color($0, 255) == grey }) }
    }
    let jpeg = TestPictures.jpeg(noise)
    #expect(try !decoder.decode(Array(jpeg.dropLast(2)), fitting: box).isComplete)
    let webp = Array(TestPictures.lossyWebP.dropLast(8))
    let short = try? decoder.decode(webp, fitting: box)
    #expect(short?.isComplete != true)
  }

  @Test func decodesTwelveMegapixels() throws {
    var row: [UInt8] = []
    for x in 0..<4_000 {
      row += [UInt8(truncatingIfNeeded: x), UInt8(truncatingIfNeeded: x >> 4), 128, 255]
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(48_000_000)
    for _ in 0..<3_000 { bytes += row }
    let size = PixelSize(width: 4_000, height: 3_000)
    let photo = Bitmap(size: size, bytes: bytes, isOpaque: true, isComplete: true)
    let bitmap = try decoder.decode(
      TestPictures.jpeg(photo), fitting: PixelSize(width: 500, height: 500))
    #expect(bitmap.size == PixelSize(width: 500, height: 375))
  }

  @Test func refusesWhatIsBrokenInside() {
    var png = TestPictures.png(TestPictures.quarters(64, 64))
    for index in 40..<png.count { png[index] = 0xA5 }
    #expect(throws: PictureError.self) { try decoder.decode(png, fitting: box) }
    #expect(throws: PictureError.unknownFormat) { try decoder.decode([], fitting: box) }
    // A GIF that calls itself a JPEG by its first bytes.
    let mixed = [0xFF, 0xD8, 0xFF] + TestPictures.gif(frames: 1)
    #expect(throws: PictureError.self) { try decoder.decode(mixed, fitting: box) }
  }

  @Test func refusesEndlessScansAndKeepsItsTime() {
    let jpeg = TestPictures.jpeg(TestPictures.quarters(64, 64))
    var scans = Array(jpeg.dropLast(2))
    for _ in 0..<9_000 { scans += [0xFF, 0xDA, 0, 2, 1] }
    var decoder = PictureDecoder()
    decoder.limits.scannedPixels = 1_000_000
    #expect(throws: PictureError.tooSlow) { try decoder.decode(scans, fitting: box) }
    decoder = PictureDecoder()
    decoder.limits.time = .zero
    #expect(throws: PictureError.tooSlow) { try decoder.decode(jpeg, fitting: box) }
  }

  @Test func stopsWhenCancelled() async {
    let jpeg = TestPictures.jpeg(TestPictures.quarters(64, 64))
    let task = Task { [decoder, box] in
      withUnsafeCurrentTask { $0?.cancel() }
      return try decoder.decode(jpeg, fitting: box)
    }
    await #expect(throws: PictureError.cancelled) { try await task.value }
  }

  @Test func decodesOnManyThreadsAtOnce() async throws {
    let files = [
      TestPictures.png(TestPictures.quarters(64, 64)),
      TestPictures.jpeg(TestPictures.quarters(64, 64)), TestPictures.gif(frames: 3),
      TestPictures.animatedWebP,
    ]
    let expected = try files.map { try decoder.decode($0, fitting: box) }
    try await withThrowingTaskGroup(of: (Int, Bitmap).self) { group in
      for index in 0..<200 {
        group.addTask { [decoder, box] in
          (index % 4, try decoder.decode(files[index % 4], fitting: box))
        }
      }
      for try await (index, bitmap) in group { #expect(bitmap == expected[index]) }
    }
  }

  /// Nothing may crash, hang or come out in another size, whatever is in the bytes.
  @Test func survivesTenThousandBrokenPictures() {
    var random = SplitMix(seed: 7)
    let files = [
      TestPictures.png(TestPictures.quarters(16, 16)),
      TestPictures.jpeg(TestPictures.quarters(16, 16)),
      TestPictures.turned(TestPictures.jpeg(TestPictures.quarters(16, 16)), 6),
      TestPictures.turned(png: TestPictures.png(TestPictures.quarters(16, 16)), 6),
      TestPictures.turned(
        webP: TestPictures.quartersWebP, PixelSize(width: 16, height: 8), 6),
      TestPictures.gif(frames: 2), TestPictures.webp, TestPictures.lossyWebP,
      TestPictures.animatedWebP,
    ]
    var decoded = 0
    var refused = 0
    var decoder = PictureDecoder()
    decoder.limits.pixels = 65_536
    for round in 0..<10_000 {
      var bytes = files[round % files.count]
      for _ in 0..<Int.random(in: 0...6, using: &random) {
        let index = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 2: bytes.insert(UInt8.random(in: 0...255, using: &random), at: index)
        default: bytes.removeSubrange(max(1, index)...)
        }
      }
      if round % 10 == 0 {
        let kept = min(12, bytes.count)
        bytes = bytes[..<kept] + (0..<64).map { _ in UInt8.random(in: 0...255, using: &random) }
      }
      do throws(PictureError) {
        let bitmap = try decoder.decode(bytes, fitting: box)
        decoded += 1
        #expect(bitmap.bytes.count == bitmap.size.area * 4)
      } catch {
        refused += 1
      }
    }
    #expect(decoded > 1_000 && refused > 1_000)
  }

  static func noise(_ width: Int, _ height: Int) -> Bitmap {
    var random = SplitMix(seed: 3)
    return TestPictures.bitmap(width, height) { _, _ in
      let bits = random.next()
      return (UInt8(bits & 255), UInt8(bits >> 8 & 255), UInt8(bits >> 16 & 255), 255)
    }
  }
}
