import Foundation
import OddInputs
import Testing

@testable import FireflyCore

/// Pictures without what they say about their place and their camera.
@Suite struct BarePictureTests {
  private static let secret = Array("GPS 48.2082 N, Canon of Ada".utf8)

  private func has(_ bytes: [UInt8], _ part: some Sequence<UInt8>) -> Bool {
    Data(bytes).range(of: Data(part)) != nil
  }

  private static func big(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  /// EXIF with an orientation and, behind it, a secret.
  private static func exif(_ orientation: UInt8) -> [UInt8] {
    [
      0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0, 0, 0, 0,
      0,
    ]
      + secret
  }

  // MARK: JPEG

  private static func segment(_ code: UInt8, _ payload: [UInt8]) -> [UInt8] {
    [0xFF, code] + big(payload.count + 2, 2) + payload
  }

  private static let scan: [UInt8] =
    segment(0xDA, [1, 1, 0, 0, 63, 0]) + [0x12, 0xFF, 0x00, 0x34, 0xFF, 0xD0, 0x56]
  private static let frame = segment(0xC0, [8, 0, 1, 0, 1, 1, 1, 0x11, 0])

  private static func jpeg(_ orientation: UInt8) -> [UInt8] {
    let parts: [[UInt8]] = [
      segment(0xE0, Array("JFIF\0".utf8) + [1, 2, 0, 0, 1, 0, 1, 1, 1] + secret.prefix(3)),
      segment(0xE0, Array("JFXX\0".utf8) + secret),
      segment(0xE1, Array("Exif\0\0".utf8) + exif(orientation)),
      segment(0xE1, Array("http://ns.adobe.com/xap/1.0/\0".utf8) + secret),
      segment(0xE2, Array("ICC_PROFILE\0\u{1}\u{1}".utf8) + [7, 7, 7]),
      segment(0xE2, Array("MPF\0".utf8) + secret),
      segment(0xED, Array("Photoshop 3.0\0".utf8) + secret),
      segment(0xEE, Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, 1]),
      segment(0xFE, secret), segment(0xDB, [0] + [UInt8](repeating: 1, count: 64)), frame,
    ]
    return [0xFF, 0xD8] + parts.flatMap(\.self) + scan
      + segment(0xE5, secret) + scan + [0xFF, 0xD9]
  }

  @Test(arguments: [1, 6, 8] as [UInt8])
  func jpegKeepsItsPixelsAndItsOrientation(_ orientation: UInt8) throws {
    // A second picture is behind the first, as phones write depth maps.
    let bare = try BarePicture(Self.jpeg(orientation) + Self.jpeg(3)).bytes
    #expect(!has(bare, Self.secret) && !has(bare, "GPS".utf8))
    #expect(has(bare, "ICC_PROFILE".utf8) && has(bare, "Adobe".utf8) && has(bare, Self.frame))
    #expect(Data(bare).ranges(of: Data(Self.scan)).count == 2)
    #expect(
      bare.suffix(2) == [0xFF, 0xD9] && Data(bare).ranges(of: Data([0xFF, 0xD8])).count == 1)
    var markers = JPEGMarkers(bare)
    var found: Orientation?
    while let marker = markers.next(), marker.code != 0xDA {
      if marker.code == 0xE1 { found = Orientation(exif: bare[marker.payload]) }
    }
    #expect(found?.rawValue == (orientation == 1 ? nil : Int(orientation)))
    #expect(try BarePicture(bare).bytes == bare)
  }

  @Test func jpegThatEndsEarlyIsKeptAsFarAsItGoes() throws {
    let whole = Self.jpeg(6)
    let start = try #require(Data(whole).range(of: Data(Self.scan)))
    let bare = try BarePicture(Array(whole[..<(start.upperBound - 2)])).bytes
    #expect(!has(bare, Self.secret) && has(bare, [0x12, 0xFF, 0x00, 0x34]))
    #expect(throws: BarePicture.Refusal.self) { try BarePicture(Array(whole[..<start.lowerBound])) }
  }

  // MARK: PNG

  private static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    big(data.count, 4) + Array(name.utf8) + data + [1, 2, 3, 4]
  }

  private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  private static let header = chunk("IHDR", [0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0])

  @Test(arguments: [1, 3] as [UInt8])
  func pngKeepsItsPixelsAndItsOrientation(_ orientation: UInt8) throws {
    let kept = [
      Self.header, Self.chunk("gAMA", [0, 0, 1, 1]), Self.chunk("iCCP", [1, 2]),
      Self.chunk("acTL", [0, 0, 0, 2, 0, 0, 0, 0]), Self.chunk("IDAT", [9, 9]),
      Self.chunk("fdAT", [0, 0, 0, 1, 8]), Self.chunk("IEND", []),
    ]
    let lost = ["tEXt", "zTXt", "iTXt", "tIME", "caBX", "prVW"].map { Self.chunk($0, Self.secret) }
    var file = Self.signature + kept[0] + lost[0] + lost[1] + kept[1] + kept[2] + kept[3]
    file += Self.chunk("eXIf", Self.exif(orientation)) + kept[4] + lost[2] + kept[5]
    file += lost[3] + lost[4] + lost[5] + kept[6] + Self.secret
    let bare = try BarePicture(file).bytes
    #expect(!has(bare, Self.secret))
    for chunk in kept { #expect(has(bare, chunk)) }
    #expect(Orientation(pngFile: bare).rawValue == Int(orientation))
    #expect(bare.suffix(12) == kept[6][...])
    #expect(try BarePicture(bare).bytes == bare)
  }

  @Test func pngThatIsDamagedIsKeptAsFarAsItGoes() throws {
    let (start, rest) = (Self.signature + Self.header, Self.secret + [0xFF])
    let drawn = start + Self.chunk("IDAT", [9, 9])
    #expect(try BarePicture(drawn + rest).bytes == drawn)
    #expect(throws: BarePicture.Refusal.self) { try BarePicture(start + rest) }
  }

  @Test func checksumOfTheOrientationIsRight() throws {
    let file =
      Self.signature + Self.header + Self.chunk("eXIf", Self.exif(6)) + Self.chunk("IDAT", [9])
      + Self.chunk("IEND", [])
    let bare = try BarePicture(file).bytes
    // As zlib's crc32 has it.
    let place = try #require(Data(bare).range(of: Data("eXIf".utf8)))
    #expect(
      Array(bare[(place.upperBound + 26)..<(place.upperBound + 30)]) == [0xD6, 0x67, 0x4B, 0x69])
  }

  // MARK: WebP

  private static func block(_ name: String, _ data: [UInt8]) -> [UInt8] {
    Array(name.utf8) + big(data.count, 4).reversed() + data + (data.count % 2 == 1 ? [0] : [])
  }

  private static func webP(_ blocks: [[UInt8]]) -> [UInt8] {
    let body = Array("WEBP".utf8) + blocks.flatMap(\.self)
    return Array("RIFF".utf8) + big(body.count, 4).reversed() + body
  }

  @Test(arguments: [1, 6] as [UInt8])
  func webPKeepsItsPixelsAndItsOrientation(_ orientation: UInt8) throws {
    let frame = [UInt8](repeating: 3, count: 16)
    let file = Self.webP([
      Self.block("VP8X", [0x3E] + [UInt8](repeating: 0, count: 9)), Self.block("ICCP", [5]),
      Self.block("ANIM", [1, 2, 3, 4, 5, 6]),
      Self.block("ANMF", frame + Self.block("VP8L", [7, 7, 7]) + Self.block("TEXT", Self.secret)),
      Self.block("EXIF", Self.exif(orientation)), Self.block("XMP ", Self.secret),
      Self.block("C2PA", Self.secret),
    ])
    let bare = try BarePicture(file + Self.secret).bytes
    #expect(!has(bare, Self.secret))
    #expect(has(bare, Self.block("ICCP", [5])) && has(bare, Self.block("VP8L", [7, 7, 7])))
    #expect(has(bare, Self.block("ANIM", [1, 2, 3, 4, 5, 6])))
    #expect(Orientation(webPFile: bare).rawValue == Int(orientation))
    #expect(bare[20] & 0x0C == (orientation == 1 ? 0 : 8))
    #expect(bare.littleEndian(4, at: 4) == bare.count - 8)
    #expect(try BarePicture(bare).bytes == bare)
  }

  // MARK: GIF

  @Test func gifKeepsItsFramesAndItsLoop() throws {
    func extensionBlock(_ label: UInt8, _ blocks: [[UInt8]]) -> [UInt8] {
      [0x21, label] + blocks.flatMap { [UInt8($0.count)] + $0 } + [0]
    }
    let loop = extensionBlock(0xFF, [Array("NETSCAPE2.0".utf8), [1, 0, 0]])
    let control = extensionBlock(0xF9, [[4, 10, 0, 0]])
    let image: [UInt8] = [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0x80, 1, 2, 3, 4, 5, 6, 2, 2, 0x4C, 1, 0]
    let head: [UInt8] = Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 1, 2, 3, 4, 5, 6]
    let file =
      head + loop + extensionBlock(0xFE, [Self.secret])
      + extensionBlock(0xFF, [Array("XMP DataXMP".utf8), Self.secret]) + control + image + [0x3B]
    let bare = try BarePicture(file + Self.secret).bytes
    #expect(bare == head + loop + control + image + [0x3B])
    // Browsers end a picture at a byte that begins nothing.
    #expect(try BarePicture(head + image + [0] + Self.secret).bytes == head + image + [0x3B])
    #expect(throws: BarePicture.Refusal.self) { try BarePicture(head + [0] + image) }
  }

  // MARK: Hostile files

  @Test func aFileThatIsCutIsNotWhole() throws {
    let png = Self.signature + Self.header + Self.chunk("IDAT", [9, 9]) + Self.chunk("IEND", [])
    let gif =
      Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 1, 2, 3, 4, 5, 6]
      + [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x4C, 1, 0, 0x3B]
    for file in [Self.jpeg(1), png, gif, Self.webP([Self.block("VP8L", [7, 7])])] {
      #expect(try BarePicture(file).isWhole)
      for count in file.indices {
        #expect((try? BarePicture(Array(file[..<count])))?.isWhole != true, "\(count)")
      }
    }
  }

  @Test func nothingIsReadOutsideOfAFile() {
    for file in [Self.jpeg(6), Self.webP([Self.block("VP8X", [8])]), Self.signature + Self.header] {
      for count in file.indices { _ = try? BarePicture(Array(file[..<count])) }
      for place in file.indices {
        for value in [0, 0x7F, 0xFF] as [UInt8] {
          var changed = file
          changed[place] = value
          _ = try? BarePicture(changed)
        }
      }
    }
  }

  @Test func timeGrowsWithTheSizeOfTheFile() async throws {
    let row = GrowthRow("a PNG of many chunks", 40_000) { count in
      let chunks = (0..<count).flatMap { _ in Self.chunk("tEXt", []) }
      return Self.signature + Self.header + chunks + Self.chunk("IDAT", [9])
        + Self.chunk("IEND", [])
    } work: {
      _ = try BarePicture($0)
    }
    try await row.expect()
  }
}
