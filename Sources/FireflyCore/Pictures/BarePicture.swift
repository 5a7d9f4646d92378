/// A picture without what it says about its place, its camera and its author.
///
/// Only bytes are left out: the pixels stay as they are. EXIF data, of which the orientation is kept, XMP,
/// IPTC, texts, times, small copies, pictures behind the first one and unknown blocks are left out. The
/// pixels, animations, colour profiles and what decoders need besides stay.
public struct BarePicture: Sendable {
  /// Why a picture is refused, as a sentence.
  public struct Refusal: Error, Hashable, CustomStringConvertible {
    /// The sentence.
    public var description: String
  }

  private static let damaged = Refusal(
    description: "It is damaged, so what it says about its place and its camera can't be removed.")

  /// The bytes.
  public private(set) var bytes: [UInt8] = []
  /// Whether the file has its end; decoders show one that was cut as far as it goes.
  public private(set) var isWhole = false
  /// Whether there is something to show.
  public private(set) var hasPixels = true
  private let file: [UInt8]

  /// Reads a picture, in linear time.
  ///
  /// - Parameter file: the whole file.
  /// - Throws: `Refusal` if its parts can't be told apart.
  public init(_ file: [UInt8]) throws(Refusal) {
    self.file = file
    bytes.reserveCapacity(file.count)
    switch PictureFormat.sniff(file) {
    case .jpeg: try readJPEG()
    case .png: try readPNG()
    case .webp: try readWebP()
    case .gif: try readGIF()
    case nil: throw Refusal(description: "It is no PNG, JPEG, GIF or WebP.")
    }
  }

  // MARK: JPEG

  private mutating func readJPEG() throws(Refusal) {
    var markers = JPEGMarkers(file)
    var orientation: Orientation?
    var isDrawn = false
    bytes += file.prefix(2)
    while let marker = markers.next() {
      let payload = file[marker.payload]
      switch marker.code {
      case 0xE0:
        // Without the small copy of the picture, which may show more than it does.
        if payload.starts(with: "JFIF\0".utf8), payload.count >= 14 {
          addSegment(0xE0, payload.prefix(12) + [0, 0])
        }
      case 0xE1:
        guard orientation == nil, payload.starts(with: "Exif".utf8) else { break }
        let found = Orientation(exif: payload)
        if found != .upright { addSegment(0xE1, Array("Exif\0\0".utf8) + found.exif) }
        orientation = found
      case 0xE2:
        if payload.starts(with: "ICC_PROFILE\0".utf8) { addSegment(marker.code, payload) }
      case 0xEE:
        if payload.starts(with: "Adobe".utf8) { addSegment(marker.code, payload.prefix(12)) }
      case 0xE3...0xEF, 0xFE: break
      // The tables, the frame, the size of the next scan.
      case 0xC0...0xCF, 0xDB...0xDD: addSegment(marker.code, payload)
      case 0xDA:
        addSegment(marker.code, payload)
        let start = markers.offset
        markers.skipScan()
        bytes += file[start..<markers.offset]
        isDrawn = true
      case 0xD9:
        bytes += [0xFF, 0xD9]
        // What follows may be another picture.
        guard isDrawn else { throw Self.damaged }
        isWhole = true
        return
      default: break
      }
    }
    // A picture that ends early is shown as far as it goes.
    guard isDrawn, !markers.isBroken else { throw Self.damaged }
  }

  private mutating func addSegment(_ code: UInt8, _ payload: some Collection<UInt8>) {
    let length = payload.count + 2
    bytes += [0xFF, code, UInt8(length >> 8), UInt8(length & 0xFF)]
    bytes += payload
  }

  // MARK: PNG

  /// The chunks of pixels, animations and colours; others are texts, times or unknown.
  private static let chunksOfPNG: Set<String> = [
    "IHDR", "PLTE", "IDAT", "IEND", "tRNS", "gAMA", "cHRM", "sRGB", "iCCP", "cICP", "mDCV", "mDCv",
    "cLLI", "cLLi", "sBIT", "bKGD", "pHYs", "sPLT", "hIST", "acTL", "fcTL", "fdAT",
  ]

  private mutating func readPNG() throws(Refusal) {
    bytes += file.prefix(8)
    var (offset, isDrawn) = (8, false)
    while let length = file.bigEndian(4, at: offset), let name = name(at: offset + 4) {
      let end = offset + 12 + length
      let (isWhole, isKept) = (end <= file.count, Self.chunksOfPNG.contains(name))
      guard isWhole || isKept else { break }
      if isKept {
        bytes += file[offset..<min(end, file.count)]
        isDrawn = isDrawn || name == "IDAT"
      } else if name == "eXIf" {
        let orientation = Orientation(exif: file[(offset + 8)..<(end - 4)])
        if orientation != .upright { addChunk(orientation.exif, named: name) }
      }
      self.isWhole = isWhole && name == "IEND"
      hasPixels = isDrawn
      if name == "IEND" || !isWhole { return }
      offset = end
    }
    // Decoders show the rows before the damage.
    guard isDrawn else { throw Self.damaged }
  }

  private mutating func addChunk(_ data: [UInt8], named name: String) {
    let named = Array(name.utf8) + data
    bytes += Self.number(data.count).reversed() + named
    bytes += Self.number(Int(Self.checksum(of: named))).reversed()
  }

  /// Returns the checksum of a chunk of PNG (CRC-32).
  private static func checksum(of bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(UInt32.max) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in
        sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1
      }
    }
  }

  // MARK: WebP

  private static let (hasEXIF, hasXMP): (UInt8, UInt8) = (0x08, 0x04)

  private mutating func readWebP() throws(Refusal) {
    guard let length = file.littleEndian(4, at: 4), length >= 4 else { throw Self.damaged }
    bytes += file.prefix(12)
    isWhole = file.count >= 8 + length
    let orientation = Orientation(webPFile: file)
    var (flags, isDrawn) = (Int?.none, false)
    for (name, data) in try chunks(in: 12..<min(8 + length, file.count)) {
      switch name {
      case "VP8X":
        flags = bytes.count + 8
        add(file[data], named: name)
      case "VP8 ", "VP8L", "ALPH", "ANIM", "ICCP":
        add(file[data], named: name)
        isDrawn = isDrawn || name.hasPrefix("VP8")
      case "ANMF":
        isDrawn = true
        var frame = Array(file[data.prefix(16)])
        for (name, data) in try chunks(in: data.dropFirst(16))
        where ["VP8 ", "VP8L", "ALPH"].contains(name) {
          frame += Self.chunk(file[data], named: name)
        }
        add(frame, named: name)
      default: break
      }
    }
    hasPixels = isDrawn
    if let flags, flags < bytes.count {
      bytes[flags] &= ~(Self.hasEXIF | Self.hasXMP)
      if orientation != .upright {
        bytes[flags] |= Self.hasEXIF
        add(orientation.exif, named: "EXIF")
      }
    }
    bytes.replaceSubrange(4..<8, with: Self.number(bytes.count - 8))
  }

  /// Returns the names and the data of chunks; the last one may end early.
  private func chunks(
    in range: Range<Int>
  ) throws(Refusal) -> [(name: String, data: Range<Int>)] {
    var chunks: [(name: String, data: Range<Int>)] = []
    var offset = range.lowerBound
    while offset < range.upperBound {
      guard offset + 8 <= range.upperBound, let name = name(at: offset),
        let length = file.littleEndian(4, at: offset + 4)
      else { throw Self.damaged }
      let end = min(offset + 8 + length, range.upperBound)
      chunks.append((name, offset + 8..<end))
      offset = end + length % 2
    }
    return chunks
  }

  private mutating func add(_ data: some Collection<UInt8>, named name: String) {
    bytes += Self.chunk(data, named: name)
  }

  private static func chunk(_ data: some Collection<UInt8>, named name: String) -> [UInt8] {
    Array(name.utf8) + number(data.count) + data + (data.count % 2 == 1 ? [0] : [])
  }

  // MARK: GIF

  private mutating func readGIF() throws(Refusal) {
    guard let flags = file.littleEndian(1, at: 10) else { throw Self.damaged }
    var offset = 13 + Self.colours(flags)
    try add(upTo: offset, from: 0)
    var isDrawn = false
    while let kind = file.littleEndian(1, at: offset) {
      let start = offset
      switch kind {
      case 0x3B:
        hasPixels = isDrawn
        bytes.append(0x3B)
        isWhole = true
        return
      case 0x21:
        guard let label = file.littleEndian(1, at: offset + 1) else { throw Self.damaged }
        let isKept =
          [0x01, 0xF9].contains(label)
          || label == 0xFF
            && ["NETSCAPE2.0", "ANIMEXTS1.0", "ICCRGBG1012"].contains { name in
              file[min(offset + 3, file.count)...].starts(with: name.utf8)
            }
        offset = endOfBlocks(from: offset + 2)
        if isKept { try add(upTo: min(offset, file.count), from: start) }
      case 0x2C:
        guard let flags = file.littleEndian(1, at: offset + 9) else { throw Self.damaged }
        // The size of the codes precedes the blocks.
        offset = endOfBlocks(from: offset + 10 + Self.colours(flags) + 1)
        try add(upTo: min(offset, file.count), from: start)
        isDrawn = true
      default:
        // Other bytes behind the pixels end the picture, as in browsers.
        guard isDrawn else { throw Self.damaged }
        bytes.append(0x3B)
        isWhole = true
        return
      }
    }
  }

  /// Returns the bytes of a table of colours.
  private static func colours(_ flags: Int) -> Int { flags & 0x80 == 0 ? 0 : 3 << (flags & 7 + 1) }

  /// Returns the end of a series of blocks, each with its length before it.
  private func endOfBlocks(from start: Int) -> Int {
    var offset = start
    while let length = file.littleEndian(1, at: offset) {
      offset += 1 + length
      if length == 0 { return offset }
    }
    return max(offset, file.count)
  }

  private mutating func add(upTo end: Int, from start: Int) throws(Refusal) {
    guard end <= file.count, start <= end else { throw Self.damaged }
    bytes += file[start..<end]
  }

  // MARK: Bytes

  private func name(at offset: Int) -> String? {
    guard offset + 4 <= file.count else { return nil }
    return String(decoding: file[offset..<(offset + 4)], as: Unicode.ASCII.self)
  }

  /// Returns a number as four bytes, the lowest first.
  private static func number(_ number: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
}
