import FireflyCore
import FireflyScreen
import Foundation
import Testing

@testable import FireflyPictures

@Suite struct SharpProtocolTests {
  /// One graphics command: its keys and its payload.
  private struct Command {
    var keys: [String: String] = [:]
    var payload = ""

    /// All commands in a stream, after taking off what wraps them for tmux.
    static func all(in bytes: [UInt8], fromTmux: Bool = false) throws -> [Command] {
      var text = String(decoding: bytes, as: UTF8.self)
      if fromTmux {
        var plain = ""
        for part in text.components(separatedBy: "\u{1B}Ptmux;").dropFirst() {
          try #require(part.hasSuffix("\u{1B}\\"))
          plain += part.dropLast(2).replacingOccurrences(of: "\u{1B}\u{1B}", with: "\u{1B}")
        }
        text = plain
      }
      return try text.components(separatedBy: "\u{1B}_G").dropFirst().map { part in
        let end = try #require(part.range(of: "\u{1B}\\"))
        let fields = part[..<end.lowerBound].split(separator: ";", maxSplits: 1)
        var command = Command(payload: fields.count > 1 ? String(fields[1]) : "")
        for key in fields[0].split(separator: ",") {
          let pair = key.split(separator: "=")
          command.keys[String(pair[0])] = String(pair[1])
        }
        return command
      }
    }
  }

  @Test(arguments: [false, true])
  func sendsPicturesInChunksThatDecodeBack(isInsideTmux: Bool) throws {
    let bitmap = PictureDecoderTests.noise(60, 40)
    let kitty = KittyGraphics(isInsideTmux: isInsideTmux)
    let bytes = kitty.transmit(png: try #require(bitmap.encoded(as: .png)), id: 77)
    let commands = try Command.all(in: bytes, fromTmux: isInsideTmux)
    #expect(commands.count > 1)
    #expect(commands[0].keys == ["a": "t", "f": "100", "i": "77", "q": "2", "m": "1"])
    #expect(commands.allSatisfy { $0.payload.utf8.count <= 4_096 })
    #expect(commands.dropLast().allSatisfy { $0.keys["m"] == "1" && $0.payload.count % 4 == 0 })
    #expect(commands.last?.keys["m"] == "0")
    let file = try #require(Data(base64Encoded: commands.map(\.payload).joined()))
    let box = PixelSize(width: 100, height: 100)
    #expect(try PictureDecoder().decode(Array(file), fitting: box) == bitmap)
  }

  @Test func placesAndRemovesPictures() throws {
    let kitty = KittyGraphics()
    let place = kitty.place(
      id: 5, placement: 2, at: Point(x: 9, y: 3), size: Size(width: 20, height: 6), zIndex: 1)
    let text = String(decoding: place, as: UTF8.self)
    #expect(text.hasPrefix("\u{1B}7\u{1B}[4;10H\u{1B}_G") && text.hasSuffix("\u{1B}\\\u{1B}8"))
    #expect(
      try Command.all(in: place)[0].keys == [
        "a": "p", "i": "5", "p": "2", "q": "2", "C": "1", "c": "20", "r": "6", "z": "1",
      ])
    #expect(
      try Command.all(in: kitty.remove(id: 5, placement: 2))[0].keys == [
        "a": "d", "d": "i", "i": "5", "p": "2", "q": "2",
      ])
    #expect(
      try Command.all(in: kitty.free(id: 5))[0].keys == ["a": "d", "d": "I", "i": "5", "q": "2"])
  }

  @Test func tellsPlaceholdersByMarks() throws {
    let picture = try #require(
      KittyPlaceholder.cells(
        id: 0x01_0203, size: Size(width: KittyPlaceholder.limit, height: 40)))
    #expect(picture[0, 0].glyph.text == "\u{10EEEE}\u{305}\u{305}")
    #expect(picture[2, 1].glyph.text == "\u{10EEEE}\u{30D}\u{30E}")
    #expect(picture[99, 0].glyph.marks.count == 2)
    #expect(picture[0, 0].style.foreground == Color(hex: 0x01_0203))
    #expect(Set(picture.cells.map(\.glyph)).count == 40 * KittyPlaceholder.limit)
    // All that the protocol has; the last ones of its list.
    #expect(KittyPlaceholder.limit == 297)
    #expect(picture[296, 39].glyph.text.unicodeScalars.last == "\u{1D244}")
    #expect(picture[100, 0].glyph.text.unicodeScalars.last == "\u{7EB}")
    #expect(KittyPlaceholder.cells(id: 0, size: Size(width: 1, height: 1)) == nil)
    let long = Size(width: KittyPlaceholder.limit + 1, height: 1)
    #expect(KittyPlaceholder.cells(id: 1, size: long) == nil)
    let bytes = KittyGraphics(isInsideTmux: true).virtualPlacement(
      id: 9, size: Size(width: 4, height: 2))
    #expect(
      try Command.all(in: bytes, fromTmux: true)[0].keys == [
        "a": "p", "U": "1", "i": "9", "q": "2", "c": "4", "r": "2",
      ])
  }

  @Test func drawsSixelsThatDecodeBack() throws {
    try #require(PictureRenderer.problem == nil)
    let pyramid = PicturePyramid(TestPictures.quarters(40, 40))
    let patch = try #require(
      SharpPatch(
        pyramid, crop: .whole, size: Size(width: 4, height: 2),
        cell: PixelSize(width: 10, height: 20), over: .black))
    let sixels = try #require(SixelGraphics.encode(patch))
    let bytes = SixelGraphics.show(sixels, at: Point(x: 1, y: 2))
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.hasPrefix("\u{1B}7\u{1B}[3;2H\u{1B}P") && text.hasSuffix("\u{1B}8"))
    let image = try SixelImage(text)
    #expect(image.width == 40 && image.height >= 40)
    #expect(image.isNear(8, 8, [100, 0, 0]) && image.isNear(31, 8, [0, 100, 0]))
    #expect(
      image.isNear(31, 30, [0, 0, 100]) && image.isNear(20, 39, [0, 0, 100])
        && image.isNear(8, 30, [100, 100, 100]))
    let removal = SixelGraphics.remove(at: Point(x: 1, y: 2), size: Size(width: 4, height: 2))
    #expect(
      String(decoding: removal, as: UTF8.self)
        == "\u{1B}7\u{1B}[3;2H\u{1B}[m\u{1B}[4X\u{1B}8\u{1B}7\u{1B}[4;2H\u{1B}[m\u{1B}[4X\u{1B}8")
  }

  @Test func largeSixelsComeInPartsThatMeet() throws {
    try #require(PictureRenderer.problem == nil)
    let pyramid = PicturePyramid(TestPictures.quarters(40, 40))
    let patch = try #require(
      SharpPatch(
        pyramid, crop: .whole, size: Size(width: 104, height: 50),
        cell: PixelSize(width: 10, height: 20), over: .black))
    let parts = try #require(SixelGraphics.parts(patch))
    #expect(
      parts.map(\.corner) == [
        Point(x: 0, y: 0), Point(x: 100, y: 0), Point(x: 0, y: 48), Point(x: 100, y: 48),
      ])
    let images = try parts.map { try SixelImage(String(decoding: $0.bytes, as: UTF8.self)) }
    #expect(images.map(\.width) == [1_000, 40, 1_000, 40])
    #expect(images.map(\.height).prefix(2) == [960, 960])
    // The middle of the picture is at (520, 500).
    #expect(images[0].isNear(480, 460, [100, 0, 0]) && images[0].isNear(560, 460, [0, 100, 0]))
    #expect(
      images[0].isNear(480, 540, [100, 100, 100]) && images[0].isNear(560, 540, [0, 0, 100]))
    #expect(images[1].isNear(20, 460, [0, 100, 0]) && images[1].isNear(20, 540, [0, 0, 100]))
    #expect(images[2].isNear(20, 20, [100, 100, 100]) && images[3].isNear(20, 20, [0, 0, 100]))
  }

  @Test func understandsAnswers() {
    let answers = TerminalReplies("\u{1B}_Gi=31;OK\u{1B}\\x\u{1B}[6;20;10t\u{1B}[?62;4;22c")
    #expect(answers.attributes == [62, 4, 22])
    #expect(answers.kitty == true)
    #expect(answers.cell == PixelSize(width: 10, height: 20))
    #expect(TerminalReplies("\u{1B}_Gi=31;ENOENT:no\u{1B}\\").kitty == false)
    let nonsense = TerminalReplies("ab\u{1B}[6;0;99999t\u{1B}[?1;xc\u{1B}[c\u{1B}_Gi=3\u{1B}")
    #expect(nonsense == TerminalReplies(""))
  }

  @Test func detectsWhatTheTerminalCan() {
    func detect(
      _ environment: [String: String], _ answer: String, sharp: Bool = false
    ) -> SharpProtocol? {
      SharpProtocol.detect(
        environment: environment, answers: TerminalReplies(answer), trustsEnvironment: sharp)
    }
    let old = "\u{1B}_Gi=31;OK\u{1B}\\"
    let ok = "\u{1B}_Gi=32;OK\u{1B}\\" + old
    let sixel = "\u{1B}[?62;4c"
    let plain = "\u{1B}[?62;22c"
    #expect(detect([:], ok + plain) == .kitty)
    #expect(detect([:], ok + sixel) == .kitty)
    #expect(detect([:], sixel) == .sixel)
    #expect(detect([:], plain) == nil)
    #expect(detect([:], "") == nil)
    let kitty = ["TERM": "xterm-kitty"]
    for environment in [kitty, ["KITTY_WINDOW_ID": "1"], ["TERM_PROGRAM": "ghostty"]] {
      #expect(detect(environment, ok + plain) == .kittyPlaceholders)
      #expect(detect(environment, plain) == nil)
      #expect(detect(environment, "") == nil)
      #expect(detect(environment, "", sharp: true) == .kittyPlaceholders)
      #expect(detect(environment, old + plain) == .kitty, "kitty before 0.28")
      #expect(detect(environment, old + plain, sharp: true) == .kitty)
    }
    for environment in [["TERM_PROGRAM": "WezTerm"], ["KONSOLE_VERSION": "220401"]] {
      #expect(detect(environment, ok + plain) == .kitty)
      #expect(detect(environment.merging(kitty) { $1 }, ok + plain) == .kitty, "within kitty")
      #expect(detect(environment, "") == nil)
      #expect(detect(environment, "", sharp: true) == .kitty)
    }
    #expect(detect(["KONSOLE_VERSION": "211203"], "", sharp: true) == nil)
    let tmux = ["TMUX": "x", "KITTY_WINDOW_ID": "1"]
    #expect(detect(tmux, plain) == nil, "nothing was let through")
    #expect(detect(tmux, plain, sharp: true) == .kittyPlaceholders)
    #expect(detect(tmux, plain + ok) == .kittyPlaceholders)
    #expect(detect(tmux, sixel) == .sixel)
    #expect(detect(tmux, plain + old) == nil, "around it is kitty before 0.28")
    #expect(detect(tmux, plain + old, sharp: true) == nil)
    #expect(detect(tmux, sixel + old) == .sixel)
    #expect(detect(["TMUX": "x", "TERM_PROGRAM": "tmux"], plain + ok, sharp: true) == nil)
  }

  /// A cell of 17 pixels has no half: what of a patch is left to half blocks is never more than these
  /// fill in any terminal.
  @Test(arguments: [2, 3, 7, 16, 17, 20, 21, 33])
  func nothingShowsBesideAPatch(cellHeight: Int) throws {
    let pyramid = PicturePyramid(TestPictures.quarters(40, 40))
    for (above, below) in [(nil, nil), (.clear, nil), (nil, .clear), (.clear, .clear)]
      as [(Color?, Color?)]
    {
      let patch = try #require(
        SharpPatch(
          pyramid, crop: .whole, size: Size(width: 3, height: 4),
          cell: PixelSize(width: 5, height: cellHeight), over: .black, above: above, below: below))
      #expect(patch.bitmap.size == PixelSize(width: 15, height: 4 * cellHeight))
      let isSeen = (0..<4 * cellHeight).map { patch.bitmap.bytes[($0 * 15 + 7) * 4 + 3] == 255 }
      let half = cellHeight / 2
      let end = 4 * cellHeight - (below == nil ? 0 : half)
      #expect(isSeen.firstIndex(of: true) == (above == nil ? 0 : half))
      #expect((isSeen.lastIndex(of: true) ?? 0) + 1 == end)
      #expect(isSeen.filter(\.self).count == end - (above == nil ? 0 : half))
    }
  }

  @Test func patchesAreExact() throws {
    let pyramid = PicturePyramid(TestPictures.quarters(40, 40))
    let cell = PixelSize(width: 10, height: 20)
    let patch = try #require(
      SharpPatch(
        pyramid, crop: .whole, size: Size(width: 8, height: 5), cell: cell,
        over: Color(hex: 0x112233), above: Color(hex: 0x445566), below: Color(hex: 0x778899)))
    #expect(patch.bitmap.size == PixelSize(width: 80, height: 100))
    func pixel(_ x: Int, _ y: Int) -> [UInt8] {
      Array(patch.bitmap.bytes[(y * 80 + x) * 4..<(y * 80 + x) * 4 + 4])
    }
    #expect(pixel(40, 9) == [0x44, 0x55, 0x66, 255] && pixel(40, 90) == [0x77, 0x88, 0x99, 255])
    #expect(pixel(0, 10) == [0x11, 0x22, 0x33, 255] && pixel(79, 89) == [0x11, 0x22, 0x33, 255])
    #expect(pixel(20, 10) == [255, 0, 0, 255] && pixel(60, 89) == [0, 0, 255, 255])
    let laidOver = try #require(
      SharpPatch(
        pyramid, crop: .whole, size: Size(width: 8, height: 5), cell: cell, over: .black,
        above: .clear, below: .clear))
    #expect(laidOver.bitmap.bytes.prefix(80 * 10 * 4).allSatisfy { $0 == 0 })
    #expect(!laidOver.bitmap.isOpaque && laidOver.bitmap.bytes[(12 * 80 + 40) * 4 + 3] == 255)
    let part = patch.part(rows: 0..<2)
    #expect(part.bitmap.size == PixelSize(width: 80, height: 40) && part.size.height == 2)
    #expect(part.bitmap.bytes == Array(patch.bitmap.bytes.prefix(80 * 40 * 4)))
    let end = patch.part(rows: 3..<9)
    #expect(end.bitmap.size == PixelSize(width: 80, height: 40) && end.size.height == 2)
    #expect(end.bitmap.bytes == Array(patch.bitmap.bytes.suffix(80 * 40 * 4)))
    for size in [Size(width: 0, height: 1), Size(width: 100_000, height: 100_000)] {
      #expect(SharpPatch(pyramid, crop: .whole, size: size, cell: cell, over: .black) == nil)
    }
  }
}
