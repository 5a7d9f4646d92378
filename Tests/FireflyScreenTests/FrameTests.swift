import FireflyScreen
import Testing

@Suite("Frame")
struct FrameTests {
  private let plain = Style(foreground: .black, background: .white)

  private func frame(_ width: Int, _ height: Int) -> Frame {
    Frame(size: Size(width: width, height: height))
  }

  @Test
  func textIsDrawnFromAPointAndClippedToTheFrame() {
    var frame = frame(5, 2)
    #expect(frame.draw("abc", at: Point(x: 3, y: 0), style: plain) == 6)
    #expect(frame.draw("abc", at: Point(x: -1, y: 1), style: plain) == 2)
    #expect(frame.draw("abc", at: Point(x: 0, y: 7), style: plain) == 3)
    #expect(frame.draw("abc", at: Point(x: 0, y: -1), style: plain) == 3)
    #expect(frame.text == "   ab\nbc\n")
    #expect(frame[3, 0].style == plain)
    #expect(frame[0, 0].style.background == .terminal)
  }

  @Test
  func wideGlyphsTakeTwoCellsAHalfOneIsASpace() {
    var frame = frame(4, 1)
    frame.draw("漢字漢", at: Point(x: -1, y: 0), style: plain)
    #expect(frame.text == " 字\n")
    #expect(frame[3, 0].glyph == .space && frame[2, 0].glyph == .continuation)
  }

  @Test
  func overwritingHalfOfAWideGlyphBlanksTheOtherHalf() {
    var frame = frame(4, 1)
    frame.draw("漢字", at: Point(x: 0, y: 0), style: plain)
    frame.draw("x", at: Point(x: 1, y: 0), style: plain)
    #expect(frame.text == " x字\n")
    frame.draw("y", at: Point(x: 2, y: 0), style: plain)
    #expect(frame.text == " xy\n")
    frame.draw("漢", at: Point(x: 1, y: 0), style: plain)
    #expect(frame.text == " 漢\n")
    frame.draw("字", at: Point(x: 0, y: 0), style: plain)
    #expect(frame.text == "字\n")
    #expect(frame[2, 0].glyph == .space)
  }

  @Test
  func aClearColourKeepsTheCells() {
    var frame = frame(2, 1)
    frame.fill(frame.bounds, style: Style(foreground: .white, background: .black))
    frame.draw("a", at: Point(x: 0, y: 0), style: Style(foreground: .clear, background: .clear))
    #expect(frame[0, 0].style == Style(foreground: .white, background: .black))
    frame.draw("b", at: Point(x: 1, y: 0), style: Style(foreground: .black, attributes: .bold))
    #expect(
      frame[1, 0].style == Style(foreground: .black, background: .black, attributes: .bold))
  }

  @Test
  func drawingStaysInsideTheClipWhichIsRestored() {
    var frame = frame(6, 3)
    frame.clipped(to: Rect(x: 1, y: 1, width: 3, height: 5)) { frame in
      frame.fill(Rect(x: -9, y: -9, width: 99, height: 99), glyph: Glyph("#"), style: plain)
      frame.draw("漢漢", at: Point(x: 0, y: 2), style: plain)
      frame.clipped(to: Rect(x: 3, y: 0, width: 9, height: 9)) { frame in
        frame.draw("abc", at: Point(x: 2, y: 1), style: plain)
      }
      frame.clipped(to: Rect(x: 5, y: 0, width: 1, height: 1)) { frame in
        frame.fill(frame.bounds, glyph: Glyph("!"), style: plain)
      }
    }
    #expect(frame.text == "\n ##b\n  漢\n")
    #expect(frame.clip == frame.bounds)
  }

  @Test
  func textBesideTheClipLeavesWideGlyphsAtItsEdgeAlone() {
    var frame = frame(6, 1)
    frame.draw("漢", at: Point(x: 1, y: 0), style: plain)
    frame.draw("字", at: Point(x: 3, y: 0), style: plain)
    frame.clipped(to: Rect(x: 2, y: 0, width: 2, height: 1)) { frame in
      frame.draw("ab", at: Point(x: 4, y: 0), style: plain)
      frame.draw("ab", at: Point(x: 0, y: 0), style: plain)
    }
    #expect(frame.text == " 漢字\n")
  }

  @Test
  func aClipBeyondTheFrameIsCutToIt() {
    var frame = frame(3, 2)
    frame.clip = Rect(x: -5, y: -5, width: 99, height: 99)
    #expect(frame.clip == frame.bounds)
    frame.fill(Rect(x: -9, y: -9, width: 99, height: 99), glyph: Glyph("#"), style: plain)
    frame.draw("abcdefgh", at: Point(x: 0, y: 1), style: plain)
    frame.draw("abcdefgh", at: Point(x: 0, y: 4), style: plain)
    #expect(frame.text == "###\nabc\n")
    frame.clip = Rect(x: 7, y: 7, width: 3, height: 3)
    frame.fill(frame.bounds, style: plain)
    frame.draw("x", at: Point(x: 8, y: 8), style: plain)
    #expect(frame.text == "###\nabc\n")
  }

  @Test
  func aRectangleOfAnotherFrameIsCopiedWideGlyphsNeverCutInHalf() {
    var source = frame(6, 1)
    source.draw("a漢字b", at: Point(x: 0, y: 0), style: plain)
    var target = frame(6, 1)
    target.copy(Rect(x: 2, y: 0, width: 3, height: 1), of: source, to: Point(x: 0, y: 0))
    #expect(target.text == " 字\n")
    target.copy(source.bounds, of: source, to: Point(x: 4, y: 0))
    #expect(target.text == " 字 a\n")
    target.copy(source.bounds, of: source, to: Point(x: -2, y: 0))
    #expect(target.text == " 字ba\n")
    target.copy(source.bounds, of: source, to: Point(x: 0, y: 9))
    #expect(target.text == " 字ba\n")
  }

  @Test
  func anEmptyFrameSurvivesEverything() {
    var frame = frame(0, 0)
    frame.fill(Rect(x: 0, y: 0, width: 5, height: 5), style: plain)
    frame.draw("漢a", at: Point(x: 0, y: 0), style: plain)
    #expect(frame.text == "" && frame.cells.isEmpty)
    #expect(Size(width: -1, height: 2) == Size(width: 0, height: 2))
  }

  @Test
  func randomDrawingNeverLeavesHalfAWideGlyph() {
    var seed: UInt64 = 7
    func random(_ range: Range<Int>) -> Int {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return range.lowerBound + Int(seed >> 33) % range.count
    }
    var frame = frame(9, 3)
    let pieces = ["漢", "字字", "a", "bc", "🦊x", "e\u{301}"]
    for _ in 0..<3000 {
      let area = Rect(
        x: random(-2..<9), y: random(-1..<3), width: random(0..<9), height: random(0..<4))
      frame.clipped(to: area) { frame in
        let point = Point(x: random(-2..<10), y: random(-1..<4))
        switch random(0..<4) {
        case 0: frame.fill(area, glyph: Glyph("."), style: plain)
        case 1:
          let whole = frame
          frame.copy(area, of: whole, to: point)
        default: frame.draw(pieces[random(0..<6)], at: point, style: plain)
        }
      }
      for y in 0..<3 {
        for x in 0..<9 {
          let isHalf = frame[x, y].glyph.width == 0
          let hasLeft = x > 0 && frame[x - 1, y].glyph.width == 2
          let isCut = frame[x, y].glyph.width == 2 && x == 8
          if isHalf != hasLeft || isCut { Issue.record("a half glyph at \(x), \(y)") }
        }
      }
    }
  }

  /// Cells have no bytes but those that count, so that rows can be compared as memory.
  @Test
  func cellsHaveNoBytesButThoseThatCount() {
    #expect(MemoryLayout<Cell>.size == MemoryLayout<Cell>.stride)
    #expect(MemoryLayout<Glyph>.size + MemoryLayout<Style>.size == MemoryLayout<Cell>.size)
    #expect(MemoryLayout<Glyph>.size == 2 * MemoryLayout<UInt64>.size)
    #expect(MemoryLayout<Style>.size == 2 * MemoryLayout<UInt32>.size)
  }

  @Test
  func aStyleKeepsItsThreePartsApart() {
    for raw in UInt8(0)..<64 {
      for color in [Color.clear, .terminal, .black, .white, Color(hex: 0x123456)] {
        var style = Style(foreground: .white, background: color, attributes: .bold)
        style.attributes = Attributes(rawValue: raw)
        style.foreground = color
        #expect(style.foreground == color && style.background == color)
        #expect(style.attributes.rawValue == raw)
        #expect(style == Style(foreground: color, background: color, attributes: style.attributes))
      }
    }
  }
}
