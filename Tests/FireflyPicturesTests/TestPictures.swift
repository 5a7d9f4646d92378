import FireflyCore
import Foundation

@testable import FireflyPictures

/// Pictures made here, so that each test says what is in its own.
enum TestPictures {
  /// A bitmap whose pixels are told by a function, as red, green, blue and alpha.
  static func bitmap(
    _ width: Int, _ height: Int, _ color: (Int, Int) -> (UInt8, UInt8, UInt8, UInt8)
  ) -> Bitmap {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(width * height * 4)
    for y in 0..<height {
      for x in 0..<width {
        let (red, green, blue, alpha) = color(x, y)
        for part in [red, green, blue] {
          bytes.append(UInt8((Int(part) * Int(alpha) + 127) / 255))
        }
        bytes.append(alpha)
      }
    }
    let size = PixelSize(width: width, height: height)
    guard let bitmap = Bitmap(size: size, bytes: bytes) else { preconditionFailure("\(size)") }
    return bitmap
  }

  /// Red, green, blue and white quarters, from the top left, clockwise: red green / white blue.
  static func quarters(_ width: Int, _ height: Int) -> Bitmap {
    bitmap(width, height) { x, y in
      switch (x < width / 2, y < height / 2) {
      case (true, true): (255, 0, 0, 255)
      case (false, true): (0, 255, 0, 255)
      case (false, false): (0, 0, 255, 255)
      case (true, false): (255, 255, 255, 255)
      }
    }
  }

  static func png(_ bitmap: Bitmap) -> [UInt8] { bitmap.encoded(as: .png) ?? [] }
  static func jpeg(_ bitmap: Bitmap) -> [UInt8] { bitmap.encoded(as: .jpeg) ?? [] }

  /// A JPEG that asks to be turned, big-endian or little-endian.
  static func turned(_ jpeg: [UInt8], _ orientation: UInt8, bigEndian: Bool = true) -> [UInt8] {
    let payload = Array("Exif\0\0".utf8) + exif(orientation, bigEndian: bigEndian)
    let length = payload.count + 2
    return jpeg[..<2] + [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 0xFF)] + payload
      + jpeg[2...]
  }

  private static func exif(_ orientation: UInt8, bigEndian: Bool) -> [UInt8] {
    let directory: [UInt8] =
      bigEndian
      ? [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0]
      : [0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0]
    return directory + [0, 0, 0, 0]
  }

  /// A PNG that asks to be turned, by a chunk behind its header or before its end.
  static func turned(
    png: [UInt8], _ orientation: UInt8, bigEndian: Bool = true, atEnd: Bool = false
  ) -> [UInt8] {
    let data = exif(orientation, bigEndian: bigEndian)
    // Decoders pass over what they don't need, its checksum included.
    let chunk = [0, 0, 0, UInt8(data.count)] + Array("eXIf".utf8) + data + checksum(of: data)
    let place = atEnd ? png.count - 12 : 33
    return png[..<place] + chunk + png[place...]
  }

  private static func checksum(of data: [UInt8]) -> [UInt8] {
    var sum: UInt32 = .max
    for byte in Array("eXIf".utf8) + data {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
    return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: ~sum >> $0) }
  }

  /// A WebP in the extended form that asks to be turned, its EXIF data signed as in JPEG or not.
  static func turned(
    webP: [UInt8], _ size: PixelSize, _ orientation: UInt8, bigEndian: Bool = true,
    isSigned: Bool = false
  ) -> [UInt8] {
    let data = (isSigned ? Array("Exif\0\0".utf8) : []) + exif(orientation, bigEndian: bigEndian)
    let head: [UInt8] =
      Array("VP8X".utf8) + [10, 0, 0, 0, 8, 0, 0, 0, UInt8(size.width - 1), 0, 0]
      + [UInt8(size.height - 1), 0, 0]
    let chunks =
      head + webP[12...] + Array("EXIF".utf8) + [UInt8(data.count), 0, 0, 0] + data
    return Array("RIFF".utf8) + [UInt8(chunks.count + 4), 0, 0, 0] + Array("WEBP".utf8) + chunks
  }

  /// A PNG's signature and header, and then nothing that could be decoded.
  static func pngHeader(_ width: UInt32, _ height: UInt32) -> [UInt8] {
    func bytes(_ number: UInt32) -> [UInt8] {
      [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]
      + Array("IHDR".utf8) + bytes(width) + bytes(height) + [8, 6, 0, 0, 0, 0, 0, 0, 0]
      + Array(repeating: 0, count: 64)
  }

  /// A GIF of one colour a frame, 4 × 4: red, then blue, then as many more as asked for.
  static func gif(frames: Int, screen: (UInt8, UInt8) = (4, 4)) -> [UInt8] {
    var bytes = Array("GIF89a".utf8) + [screen.0, 0, screen.1, 0, 0x80, 0, 0]
    bytes += [255, 0, 0, 0, 0, 255]
    for frame in 0..<frames {
      bytes += [0x21, 0xF9, 4, 0, 10, 0, 0, 0]
      bytes += [0x2C, 0, 0, 0, 0, 4, 0, 4, 0, 0, 2]
      // 3-bit codes, low bits first: clear (4), sixteen pixels with a clear after each pair, end.
      var codes: [UInt32] = []
      for _ in 0..<8 { codes += [4, frame == 0 ? 0 : 1, frame == 0 ? 0 : 1] }
      codes.append(5)
      var data: [UInt8] = []
      var bits: UInt32 = 0
      var held: UInt32 = 0
      for code in codes {
        bits |= code << held
        held += 3
        while held >= 8 {
          data.append(UInt8(bits & 0xFF))
          bits >>= 8
          held -= 8
        }
      }
      if held > 0 { data.append(UInt8(bits & 0xFF)) }
      bytes += [UInt8(data.count)] + data + [0]
    }
    return bytes + [0x3B]
  }

  /// 8 × 4, red left and blue right; lossless, lossy, and with a second, green frame.
  static let webp = base64("UklGRh4AAABXRUJQVlA4TBIAAAAvB8AAAA8Q87//8x8O+hDR/wA=")
  /// 16 × 8 in quarters, as `quarters` has them; lossless.
  static let quartersWebP = base64(
    "UklGRjYAAABXRUJQVlA4TCkAAAAvD8ABAB8gEEjeHzqN+RcQFPwf3fxHZA+AMNtokpOc5P2OIaL/Ufo3+AA=")
  static let lossyWebP = base64(
    """
    UklGRlYAAABXRUJQVlA4IEoAAADwAgCdASoIAAQAAUAmJagCdLoBQAPwArv/cAATdhycIAD+9pP9qw///ND9UzVf\
    /p9X20HafV/+lwf/SuMT3a4Nf8Vxie7WlQAAAA==
    """)
  static let animatedWebP = base64(
    """
    UklGRoYAAABXRUJQVlA4WAoAAAACAAAABwAAAwAAQU5JTQYAAAD/////AABBTk1GKgAAAAAAAAAAAAcAAAMAAGQA\
    AAJWUDhMEgAAAC8HwAAADxDzv//zHw76ENH/AEFOTUYoAAAAAAAAAAAABwAAAwAAZAAAAFZQOEwPAAAALwfAAAAH\
    0P+I/gciov8BAA==
    """)

  private static func base64(_ text: String) -> [UInt8] {
    Array(Data(base64Encoded: text) ?? Data())
  }
}

extension Bitmap {
  /// The colour of a pixel as `0xRRGGBBAA`.
  func color(_ x: Int, _ y: Int) -> UInt32 {
    let at = (y * size.width + x) * 4
    return bytes[at..<at + 4].reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// Whether a pixel is within some steps of `0xRRGGBB`: what JPEG does to colours.
  func isNear(_ x: Int, _ y: Int, _ color: UInt32, within tolerance: Int = 24) -> Bool {
    let found = self.color(x, y) >> 8
    return [0, 8, 16].allSatisfy {
      abs(Int(found >> $0 & 255) - Int(color >> $0 & 255)) <= tolerance
    }
  }
}
